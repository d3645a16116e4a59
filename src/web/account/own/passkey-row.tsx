import type { OwnPasskey } from "#core/staff/accounts.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenMoment } from "#i18n/written.ts";
import { AccountForm } from "../form/account-form.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormState, untouched } from "../form/form-state.ts";
import { OwnerPassword } from "../form/owner-password.tsx";
import { shownForm } from "../form/problem-words.ts";
import { Button } from "#design/form/button.tsx";

type PasskeyRowProps = { page: string; passkey: OwnPasskey; hasPassword: boolean; state: FormState };

/** A passkey with what can be done to it, folded away. */
export function PasskeyRow({ page, passkey: { id, name, addedAt }, hasPassword, state }: PasskeyRowProps) {
  const isMeant = state.typed["id"] === id;
  const isRenamed = isMeant && state.typed["name"] !== undefined;
  const { field } = shownForm(isRenamed ? state : { typed: { name }, refused: null }, ["name"], "name");
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
              state={isMeant && !isRenamed ? state : untouched}
            />
            <Button look="secondary">{m.passkey_remove({ name })}</Button>
          </AccountForm>
        </div>
      </details>
    </li>
  );
}
