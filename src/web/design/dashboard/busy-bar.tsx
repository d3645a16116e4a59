import { m } from "#i18n/compiled/messages.js";

/** Something is on its way; what is on the page can still be used. */
export const BusyBar = () => <div role="progressbar" aria-label={m.loading()} className="busy-bar" />;
