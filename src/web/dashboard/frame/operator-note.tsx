import type { BackupWarning } from "#core/settings/backup-schedule.ts";
import type { MailState } from "#core/settings/mail-server.ts";
import { m } from "#i18n/compiled/messages.js";
import { pages } from "../../pages.ts";
import { TextLink } from "./text-link.tsx";

/** Says that mails do not leave the site now, if that is so. */
export const MailNote = ({ mails }: { mails: MailState }) =>
  mails !== "sent" && (
    <OperatorNote
      title={mails === "kept" ? m.mail_kept_title() : m.mail_late_title()}
      text={mails === "kept" ? m.mail_kept() : m.mail_late()}
    />
  );

export const ProxyNote = () => (
  <OperatorNote title={m.proxy_ignored_title()} text={m.proxy_ignored()} data-proxy-ignored="" />
);

/** A note about something that only the person who runs the server can set, in its environment. */
export const OperatorNote = ({ title, text, command, ...mark }: { title: string; text: string; command?: string }) => (
  <div className="grid max-w-prose gap-1 border-s-4 border-line-strong ps-4" {...mark}>
    <p className="font-semibold">{title}</p>
    <p className="text-quiet">{text}</p>
    {command !== undefined && (
      <code dir="ltr" className="font-[inherit]">
        {command}
      </code>
    )}
  </div>
);

/** Warns of a danger to the whole site. `isLinked` adds a link, for pages other than the one about backups. */
export const BackupNote = ({ warning, isLinked = false }: { warning: BackupWarning; isLinked?: boolean }) => (
  <div className="grid max-w-prose gap-1 border-s-4 border-alarm ps-4" data-backup-warning={warning}>
    <p className="font-semibold">{backupWords[warning].title()}</p>
    <p className="text-quiet">{backupWords[warning].text()}</p>
    {isLinked && <TextLink to={pages.backups.path} label={m.backups_note_link()} />}
  </div>
);

const backupWords: Record<BackupWarning, { title: () => string; text: () => string }> = {
  late: { title: m.backups_late_title, text: m.backups_late },
  none: { title: m.backups_missing_title, text: m.backups_missing },
  "check-failed": { title: m.backups_check_failed_title, text: m.backups_check_failed },
};

export const NoPlaceNote = () => <OperatorNote title={m.backups_unset_title()} text={m.backups_unset()} />;
