import { m } from "#i18n/compiled/messages.js";

type Words = { title?: () => string; text: () => string; looks: keyof typeof looks };

const looks = {
  /** Goes by itself where scripts run; without them it stays in the page. */
  short: "scripted:animate-leave [animation-delay:1s]",
  long: "scripted:animate-leave [animation-delay:2s]",
  stays: "",
};

const notices = {
  "signed-in": { title: m.notice_success, text: m.notice_signed_in, looks: "long" },
  registered: { title: m.notice_success, text: m.notice_registered, looks: "long" },
  "signed-out": { text: m.notice_signed_out, looks: "long" },
  saved: { text: m.notice_saved, looks: "short" },
  "not-admin": { text: m.notice_not_admin, looks: "long" },
  "not-moderator": { text: m.notice_not_moderator, looks: "long" },
  "not-student": { text: m.notice_not_student, looks: "long" },
  "not-clerk": { text: m.notice_not_clerk, looks: "long" },
  "password-changed": { text: m.notice_password_changed, looks: "stays" },
  "sessions-ended": { text: m.notice_sessions_ended, looks: "stays" },
  "session-ended": { text: m.notice_session_ended, looks: "stays" },
} as const satisfies Record<string, Words>;

export type NoticeId = keyof typeof notices;

export const isNoticeId = (text: string): text is NoticeId => Object.hasOwn(notices, text);

/** A flash message: what has just happened. Its place is its own: it covers nothing, and nothing moves. */
export function Notice({ id }: { id: NoticeId }) {
  const { text, looks: look, ...rest }: Words = notices[id];
  return (
    <div className={`-mb-6 px-4 pt-4 sm:-mb-12 sm:px-6 ${looks[look]}`}>
      <div
        role="status"
        data-notice=""
        className="sheet mx-auto grid max-w-md rounded-sm border border-line bg-surface px-4 py-3 text-ink"
      >
        {rest.title && <strong className="font-semibold">{rest.title()}</strong>}
        <span>{text()}</span>
      </div>
    </div>
  );
}
