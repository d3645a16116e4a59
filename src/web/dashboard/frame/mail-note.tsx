import { m } from "#i18n/compiled/messages.js";

export const MailNote = () => (
  <div className="grid max-w-prose gap-1 border-s-4 border-line-strong ps-4" data-mail-kept="">
    <p className="font-semibold">{m.mail_kept_title()}</p>
    <p className="text-quiet">{m.mail_kept()}</p>
  </div>
);
