import { m } from "#i18n/compiled/messages.js";

type Words = { title?: () => string; text: () => string; look: string };

// With scripts, notices with these classes fade out. Without scripts they stay on the page.
const short = "scripted:animate-leave scripted:[animation-delay:1s]";
const long = "scripted:animate-leave";

export const notices = {
  "signed-in": { title: m.notice_success, text: m.notice_signed_in, look: long },
  registered: { title: m.notice_success, text: m.notice_registered, look: long },
  "signed-out": { text: m.notice_signed_out, look: long },
  saved: { text: m.notice_saved, look: short },
  "not-admin": { text: m.notice_not_admin, look: long },
  "not-moderator": { text: m.notice_not_moderator, look: long },
  "not-student": { text: m.notice_not_student, look: long },
  "not-staff": { text: m.notice_not_clerk, look: long },
  "password-changed": { text: m.notice_password_changed, look: "" },
  "sessions-ended": { text: m.notice_sessions_ended, look: "" },
  "session-ended": { text: m.notice_session_ended, look: "" },
} as const satisfies Record<string, Words>;

export type NoticeId = keyof typeof notices;

export const isNoticeId = (text: string): text is NoticeId => Object.hasOwn(notices, text);

/** Shows a flash message: what has just happened. It covers no content, and no content moves when it fades out. */
export function Notice({ id }: { id: NoticeId }) {
  const { title, text, look }: Words = notices[id];
  return (
    <div className={`-mb-6 px-4 pt-4 sm:-mb-12 sm:px-6 ${look}`}>
      <div
        role="status"
        data-notice=""
        className="sheet mx-auto grid max-w-md rounded-sm border border-line bg-surface px-4 py-3 text-ink"
      >
        {title && <strong className="font-semibold">{title()}</strong>}
        <span>{text()}</span>
      </div>
    </div>
  );
}
