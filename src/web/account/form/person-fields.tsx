import { m } from "#i18n/compiled/messages.js";
import { Field, type FieldProps } from "#design/form/field.tsx";
import { LinkField } from "./link-field.tsx";
import { PasswordField } from "./password-field.tsx";

type Given = Pick<FieldProps, "name" | "value" | "problem" | "takesFocus">;

type EmailFieldProps = Given & {
  /** Sign-in offers passkeys here as well. */
  forSignIn?: boolean;
  /** Shown for password managers and people, not to be changed. */
  isFixed?: boolean;
};

export const EmailField = ({ forSignIn = false, isFixed = false, ...given }: EmailFieldProps) => (
  <Field
    {...given}
    readOnly={isFixed}
    label={m.email()}
    type="email"
    inputMode="email"
    autoComplete={forSignIn ? "username webauthn" : "username"}
    autoCapitalize="none"
    spellCheck={false}
    maxLength={254}
  />
);

export const NameField = (given: Given) => (
  <Field {...given} label={m.name()} type="text" autoComplete="name" autoCapitalize="words" maxLength={400} />
);

export const PhotoField = ({ isRequired = true, ...given }: Given & { isRequired?: boolean }) => (
  <LinkField {...given} label={m.photo_url()} hint={m.photo_url_hint()} autoComplete="photo" required={isRequired} />
);

type NewPasswordFieldsProps = { label?: string; field: (name: string) => Given };

export const NewPasswordFields = ({ label = m.password(), field }: NewPasswordFieldsProps) => (
  <>
    <PasswordField {...field("password")} label={label} hint={m.password_advice()} autoComplete="new-password" />
    <PasswordField {...field("password2")} label={m.confirm_password()} autoComplete="new-password" />
  </>
);
