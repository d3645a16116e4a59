import { m } from "#i18n/compiled/messages.js";
import { Field } from "./field.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

/** Needs a script, and a browser that knows passkeys; who lacks either is told. */
export const AddPasskey = ({ page }: { page: string }) => (
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
      <PasskeyButton label={m.passkey_add()} does="add" from={page} />
    </div>
    <p className="scripted:hidden">{m.passkey_without_script()}</p>
    <p className="hidden scripted:block passkeys:hidden">{m.passkey_not_here()}</p>
  </section>
);
