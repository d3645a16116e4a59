import { m } from "#i18n/compiled/messages.js";

export const Searching = () => (
  <p className="flex items-center gap-3 text-22">
    <span aria-hidden="true" className="size-5 animate-spin rounded-full border-3 border-line border-t-ink" />
    {m.searching()}
  </p>
);
