import type { FormResult } from "#design/form/form-result.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount, writtenMoment } from "#i18n/written.ts";
import { Field } from "#design/form/field.tsx";
import { NoPasskeysHere, PasskeyButton } from "./passkey-button.tsx";
import { PasswordField, OwnerPassword } from "../form/person-fields.tsx";
import type { OwnPasskey } from "#core/staff/accounts.ts";
import { AccountForm, shownAccountForm } from "../form/account-form.tsx";
import { Button } from "#design/form/button.tsx";

const longestWaitMinutes = 15;

/** Needs a script, and a browser that knows passkeys; the page says so to who lacks either. */
export const AddPasskey = ({ page, hasPassword }: { page: string; hasPassword: boolean }) => (
  <section className="grid gap-5">
    <div className="hidden gap-5 passkeys:grid">
      <Field
        name="passkey-name"
        label={m.passkey_name()}
        hint={m.passkey_name_hint()}
        value={m.passkey_default_name()}
        type="text"
        autoComplete="off"
        maxLength={60}
      />
      {hasPassword && (
        <PasswordField
          name="passkey-password"
          label={m.current_password()}
          hint={m.passkey_password_hint()}
          autoComplete="current-password"
        />
      )}
      <PasskeyButton label={m.passkey_add()} does="add" from={page} />
      <template id="passkey-INVALID_EMAIL_OR_PASSWORD">{m.problem_wrong_password()}</template>
      <template id="passkey-VALIDATION_ERROR">{m.password_required()}</template>
      <template id="passkey-TOO_MANY_REQUESTS">
        {m.problem_wait_minutes({ count: longestWaitMinutes, written: writtenCount(longestWaitMinutes) })}
      </template>
    </div>
    <NoPasskeysHere />
  </section>
);

type PasskeyRowProps = { page: string; passkey: OwnPasskey; hasPassword: boolean; sent: FormResult | undefined };

/** A passkey with what can be done to it, folded away. */
export function PasskeyRow({ page, passkey: { id, name, addedAt }, hasPassword, sent }: PasskeyRowProps) {
  const isMeant = sent?.values["id"] === id;
  const isRenamed = isMeant && sent?.values["name"] !== undefined;
  const { field } = shownAccountForm(isRenamed ? sent : undefined, ["name"], { filled: { name } });
  return (
    <li className="border-t border-line py-3">
      <p className="font-semibold">{name}</p>
      <p className="text-16 text-quiet">{m.passkey_added_on({ date: writtenMoment(addedAt) })}</p>
      <details open={isMeant}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
          {m.change()}
          <span className="sr-only">: {name}</span>
        </summary>
        <div className="grid gap-5 py-3">
          <AccountForm action={page} hidden={{ id }}>
            <Field
              {...field("name")}
              id={`name-${id}`}
              label={m.passkey_name()}
              type="text"
              autoComplete="off"
              maxLength={60}
            />
            <Button look="secondary">{m.passkey_rename()}</Button>
          </AccountForm>
          <AccountForm action={page} hidden={{ id }}>
            <OwnerPassword
              id={`password-${id}`}
              hasPassword={hasPassword}
              sent={isMeant && !isRenamed ? sent : undefined}
            />
            <Button look="secondary">{m.passkey_remove({ name })}</Button>
          </AccountForm>
        </div>
      </details>
    </li>
  );
}
