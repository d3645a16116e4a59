import { m } from "#i18n/compiled/messages.js";

export const MailNote = () => <OperatorNote title={m.mail_kept_title()} text={m.mail_kept()} data-mail-kept="" />;

export const ProxyNote = () => (
  <OperatorNote title={m.proxy_ignored_title()} text={m.proxy_ignored()} data-proxy-ignored="" />
);

/** What only who runs the site can set, in its environment. */
const OperatorNote = ({ title, text, ...mark }: { title: string; text: string }) => (
  <div className="grid max-w-prose gap-1 border-s-4 border-line-strong ps-4" {...mark}>
    <p className="font-semibold">{title}</p>
    <p className="text-quiet">{text}</p>
  </div>
);
