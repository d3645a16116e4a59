import { m } from "#i18n/compiled/messages.js";

/** Where a passkey would help, and the browser lacks what it needs. */
export const NoPasskeysHere = () => (
  <>
    <p className="scripted:hidden">{m.passkey_without_script()}</p>
    <p className="hidden scripted:block passkeys:hidden">{m.passkey_not_here()}</p>
  </>
);
