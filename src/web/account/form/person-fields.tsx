import { Icon } from "#design/icon.tsx";
import eye from "lucide/dist/esm/icons/eye.mjs";
import eyeOff from "lucide/dist/esm/icons/eye-off.mjs";
import { m } from "#i18n/compiled/messages.js";
import { Field, type FieldProps } from "#design/form/field.tsx";
import { LinkField } from "./link-field.tsx";
import type { FormResult } from "#design/form/form-result.ts";
import { shownAccountForm } from "./account-form.tsx";

type FieldState = Pick<FieldProps, "name" | "value" | "problem" | "takesFocus">;

type EmailFieldProps = FieldState & {
  /** On the sign-in page, where browsers offer passkeys in this field too. */
  forSignIn?: boolean;
  /** Read-only: shown to the user and to password managers. */
  isFixed?: boolean;
};

export const EmailField = ({ forSignIn = false, isFixed = false, ...given }: EmailFieldProps) => (
  <Field
    {...given}
    readOnly={isFixed}
    label={m.email()}
    type="email"
    autoComplete={forSignIn ? "username webauthn" : "username"}
  />
);

export const NameField = (given: FieldState) => (
  <Field {...given} label={m.name()} type="text" autoComplete="name" autoCapitalize="words" maxLength={400} />
);

export const PhotoField = ({ isRequired = true, ...given }: FieldState & { isRequired?: boolean }) => (
  <LinkField {...given} label={m.photo_url()} hint={m.photo_url_hint()} autoComplete="photo" required={isRequired} />
);

type NewPasswordFieldsProps = { label?: string; field: (name: string) => FieldState };

export const NewPasswordFields = ({ label = m.password(), field }: NewPasswordFieldsProps) => (
  <>
    <PasswordField {...field("password")} label={label} hint={m.password_advice()} autoComplete="new-password" />
    <PasswordField {...field("password2")} label={m.confirm_password()} autoComplete="new-password" />
  </>
);

type PasswordFieldProps = Omit<FieldProps, "type" | "value" | "children" | "autoComplete"> & {
  autoComplete: "current-password" | "new-password";
};

/** With scripts, a button shows the typed password. Pasting always works. The server never sends a password back. */
export function PasswordField(field: PasswordFieldProps) {
  return (
    <Field {...field} type="password">
      <button
        type="button"
        data-show-password={field.id ?? field.name}
        aria-pressed="false"
        aria-label={m.show_password()}
        className="group absolute inset-y-0 end-0 hidden w-13 cursor-pointer place-items-center scripted:grid"
      >
        <Icon icon={eye} className="size-6 group-aria-pressed:hidden" />
        <Icon icon={eyeOff} className="hidden size-6 group-aria-pressed:inline" />
      </button>
    </Field>
  );
}

/** The six digits that an authenticator app shows. */
export const CodeField = (given: Pick<FieldProps, "name" | "problem" | "takesFocus">) => (
  <Field
    {...given}
    label={m.code()}
    hint={m.code_hint()}
    type="text"
    dir="ltr"
    inputMode="numeric"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={40}
  />
);

type OwnerPasswordProps = { id: string; hasPassword: boolean; sent: FormResult | undefined };

/** Asks for the password if the account has one. Otherwise shows the problems that the server reported. */
export function OwnerPassword({ id, hasPassword, sent }: OwnerPasswordProps) {
  const { problems, field } = shownAccountForm(sent, ["password"]);
  if (hasPassword) {
    return <PasswordField {...field("password")} id={id} label={m.password()} autoComplete="current-password" />;
  }
  return [...problems.values()].map((words) => (
    <p key={words} role="alert" className="font-semibold text-alarm">
      {words}
    </p>
  ));
}
