import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { Field } from "#design/form/field.tsx";
import { NoPasskeysHere } from "../form/no-passkeys-here.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { PasswordField } from "../form/password-field.tsx";

const longestWaitMinutes = 15;

/** Needs a script, and a browser that knows passkeys; who lacks either is told. */
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
