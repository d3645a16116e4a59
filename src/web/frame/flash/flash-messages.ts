import type { ErrorId } from "#core/errors.ts";
import type { OtherRecord } from "#core/records/public-state.ts";
import { href } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { hasWords, problemWords } from "#design/form/problem-words.ts";
import { pages } from "../../pages.ts";

type FlashWords = {
  title?: () => string;
  text: (names: { name: string }) => string;
  /** The kind of thing whose name the text contains. */
  about?: "record" | "class" | "account" | "moment" | "changes";
  undo?: { action: string; does: string };
  /** For a record: other records of the same person are listed beside the message. */
  looksForSamePerson?: true;
  isProblem?: boolean;
  /** The message stays on the page, and screen readers announce it at once. */
  isAlert?: boolean;
  /** Fades out after two seconds instead of one, or stays until the next page. */
  lasts?: "longer" | "until-next-page";
  links?: readonly { label: (names: { name: string }) => string; address: (id: string) => string }[];
};

const undoneOn = (page: keyof typeof pages, does: string) => ({ action: pages[page].path, does });

const added = {
  text: m.flash_added,
  about: "record",
  looksForSamePerson: true,
  isAlert: true,
  links: [
    { label: () => m.add_another(), address: () => "#passportNumber" },
    { label: m.see_record_of, address: (id) => href(pages.record.path, { id }) },
  ],
} satisfies FlashWords;

/** All flash messages, by what happened on the page before. */
const messages = {
  "signed-in": { title: m.notice_success, text: m.notice_signed_in, lasts: "longer" },
  registered: { title: m.notice_success, text: m.notice_registered, lasts: "longer" },
  "signed-out": { text: m.notice_signed_out, lasts: "longer" },
  saved: { text: m.notice_saved },
  "not-admin": { text: m.notice_not_admin, lasts: "longer" },
  "not-moderator": { text: m.notice_not_moderator, lasts: "longer" },
  "not-student": { text: m.notice_not_student, lasts: "longer" },
  "not-organisation": { text: m.notice_not_organisation, lasts: "longer" },
  "not-staff": { text: m.notice_not_clerk, lasts: "longer" },
  "password-changed": { text: m.notice_password_changed, lasts: "until-next-page" },
  "sessions-ended": { text: m.notice_sessions_ended, lasts: "until-next-page" },
  "session-ended": { text: m.notice_session_ended, isProblem: true },
  hidden: { text: m.flash_hidden, about: "record", undo: undoneOn("records", "unhide") },
  unhidden: { text: m.flash_unhidden, about: "record", undo: undoneOn("records", "hide") },
  deleted: { title: m.flash_deleted, text: m.flash_deleted_text },
  approved: { text: m.flash_approved, about: "record", undo: undoneOn("approval", "unapprove") },
  "changes-approved": { text: m.flash_changes_approved },
  "part-taken-back": { text: m.flash_part_taken_back },
  "part-needs-number": { text: m.flash_part_needs_number, isProblem: true },
  "damaged-discarded": { text: m.flash_damaged_discarded },
  "changes-wait": {
    text: m.flash_changes_wait,
    isAlert: true,
    links: [{ label: () => m.look_at_record(), address: (id) => href(pages.record.path, { id }) }],
  },
  unapproved: { text: m.flash_unapproved, about: "record" },
  "sent-back": { text: m.flash_sent_back, about: "record" },
  assigned: { text: m.flash_assigned, about: "record" },
  "kept-longer": { text: m.flash_kept_longer, about: "record" },
  commented: { text: m.flash_commented },
  "comment-deleted": { text: m.flash_comment_deleted },
  "holder-frozen": { text: m.flash_holder_frozen },
  "holder-given-back": { text: m.flash_holder_given_back },
  "holder-witnessed": { text: m.flash_holder_witnessed },
  "share-codes-ended": { text: m.flash_share_codes_ended },
  "holder-link-withdrawn": { text: m.flash_holder_link_withdrawn },
  "date-changed": { text: m.flash_date_changed, isAlert: true },
  "checklist-put-away": { text: m.flash_checklist_put_away },
  "menus-saved": { text: m.flash_menus_saved, isAlert: true },
  "language-on": { text: m.flash_language_on },
  "language-off": { text: m.flash_language_off },
  "language-confirmed": { text: m.flash_language_confirmed },
  "language-doubted": { text: m.flash_language_doubted },
  "look-saved": { text: m.flash_look_saved, isAlert: true },
  "date-kept": { text: m.flash_date_kept, isAlert: true },
  "changed-since": { title: m.flash_stale, text: ({ name }) => name, about: "changes", isProblem: true },
  "four-eyes": { text: m.four_eyes_own, isProblem: true },
  added,
  "added-in-part": { ...added, title: m.flash_added, text: m.flash_added_in_part },
  updated: {
    text: m.flash_updated,
    about: "record",
    looksForSamePerson: true,
    isAlert: true,
    links: [{ label: () => m.look_at_record(), address: (id) => href(pages.record.path, { id }) }],
  },
  "view-saved": { text: m.flash_view_saved },
  "view-deleted": { text: m.flash_view_deleted },
  "view-refused": { text: m.flash_view_refused, isProblem: true },
  "thrown-away": { text: m.flash_thrown_away, isAlert: true },
  "class-added": { text: m.flash_class_added, about: "class" },
  "class-saved": { text: m.flash_class_saved, about: "class" },
  "class-now-closed": { text: m.flash_class_closed, about: "class", undo: undoneOn("classes", "reopen") },
  "class-reopened": { text: m.flash_class_reopened, about: "class", undo: undoneOn("classes", "close") },
  "class-deleted": { title: m.flash_deleted, text: m.flash_class_deleted },
  "class-selected": { text: m.flash_class_selected, about: "class" },
  "class-unselected": { text: m.flash_class_unselected, about: "class", undo: undoneOn("selectedClasses", "select") },
  "class-enrolled": { text: m.flash_class_enrolled, about: "class" },
  "class-given-up": { text: m.flash_class_given_up, about: "class" },
  "student-enrolled": { text: m.flash_student_enrolled, about: "account" },
  "student-has-seat": { text: m.flash_student_has_seat, about: "account" },
  "student-removed": { text: m.flash_student_removed },
  "payment-recorded": { text: m.flash_payment_recorded },
  "payment-voided": { text: m.flash_payment_voided },
  "class-gone": { text: m.flash_class_gone, isProblem: true },
  "class-has-no-seat": { text: m.flash_class_full, isProblem: true },
  "class-shut": { text: m.flash_class_shut, isProblem: true },
  "class-list-long": { text: m.flash_class_list_long, isProblem: true },
  "account-admin": { text: m.flash_staff_admin, about: "account" },
  "account-moderator": { text: m.flash_staff_moderator, about: "account" },
  "account-student": { text: m.flash_staff_student, about: "account" },
  "account-confirmed": { text: m.flash_staff_confirmed, about: "account" },
  "account-suspended": { text: m.flash_staff_suspended, about: "account" },
  "account-restored": { text: m.flash_staff_restored, about: "account" },
  "account-signed-out": { text: m.flash_staff_signed_out, about: "account" },
  "account-factors-taken": { text: m.flash_staff_factors_taken, about: "account" },
  "account-deleted": { title: m.flash_deleted, text: m.flash_staff_deleted },
  "account-invited": { text: m.flash_staff_invited },
  "change-held": { text: m.flash_change_held, about: "moment", isAlert: true },
  "change-agreed": { text: m.flash_change_agreed },
  "change-refused": { text: m.flash_change_refused },
  "change-gone": { text: m.flash_change_gone, isProblem: true },
  "change-own": { text: m.flash_change_own, isProblem: true },
  "invitation-withdrawn": { text: m.flash_invitation_withdrawn },
  "invitation-gone": { text: m.flash_invitation_gone, isProblem: true },
  "organisation-saved": { text: m.notice_saved },
  "organisation-goes-on": { text: m.audit_organisation_let_go_on },
  "account-gone": { text: m.flash_staff_gone, isProblem: true },
  "report-answered": { text: m.flash_report_answered },
  "mail-kept": { text: m.flash_mail_kept, isAlert: true },
  "mail-late": { text: m.flash_mail_late, isAlert: true },
  "report-answered-there": { text: m.flash_report_answered_there },
  "report-closed": { text: m.flash_report_closed },
  "number-marked": { text: m.flash_number_marked },
  "number-mark-ended": { text: m.flash_number_mark_ended },
  "report-gone": { text: m.flash_report_gone, isProblem: true },
  "post-added": { text: m.flash_post_added },
  "post-saved": { text: m.flash_post_saved },
  "post-deleted": { title: m.flash_deleted, text: m.flash_post_deleted },
  "post-gone": { text: m.flash_post_gone, isProblem: true },
  "settings-saved": { text: m.flash_settings_saved },
  "own-field-saved": { text: m.flash_own_field_saved },
  "own-field-removed": { text: m.flash_own_field_removed },
  "own-values-leave": { text: m.flash_own_values },
  "own-files-leave": { text: m.flash_own_files },
  "kind-off": { text: m.flash_kind_off },
  "kind-on": { text: m.flash_kind_on },
  "set-chosen": { text: m.flash_set_chosen },
  "office-looked": { text: m.flash_office_looked },
  "office-left": { text: m.flash_office_left },
  "offices-full": { text: m.flash_offices_full, isProblem: true },
  "own-paper-saved": { text: m.flash_own_paper_saved },
  "own-paper-removed": { text: m.flash_own_paper_removed },
  "webhook-removed": { text: m.flash_webhook_removed },
  "provider-answers": { text: m.flash_provider_answers },
  "webhook-sent": { text: m.flash_webhook_sent },
  "api-key-revoked": { text: m.flash_api_key_revoked },
  "mail-server-removed": { text: m.flash_mail_server_removed },
  "mail-server-tried": { text: m.flash_mail_server_tried, isAlert: true },
  "mail-server-saved": { text: m.flash_mail_server_saved },
  "settings-kept": { text: m.flash_settings_kept },
  "chain-check-running": { text: m.flash_chain_check_running, isProblem: true },
  "no-record": { text: m.flash_no_record, isProblem: true },
  "backup-running": { text: m.flash_backup_running, isProblem: true },
  "text-saved": { text: m.flash_text_saved },
  "text-reset": { text: m.flash_text_reset },
  "export-too-large": { text: m.flash_export_too_large, isProblem: true },
  "bulk-none": { text: m.flash_bulk_none, isProblem: true },
  "bulk-too-many": { text: m.flash_bulk_too_many, isProblem: true },
  "bulk-busy": { text: m.flash_bulk_busy, isProblem: true },
  "bulk-over": { text: m.flash_bulk_over, isProblem: true },
  "bulk-gone": { text: m.flash_bulk_gone, isProblem: true },
} as const satisfies Record<string, FlashWords> & Partial<Record<ErrorId, never>>;

/** An ErrorId says with the usual words why an action was not done. */
export type FlashMessageId = keyof typeof messages | ErrorId;

/** The flash messages of an action for errors that it explains in its own words. */
export type FlashProblems = Partial<Record<ErrorId, FlashMessageId>>;

export const isFlashMessageId = (text: string): text is FlashMessageId => isOwn(text) || hasWords(text);

const isOwn = (text: string): text is keyof typeof messages => Object.hasOwn(messages, text);

/** The classes with which a message fades out where scripts run. A problem, and what can be undone, stays. */
export function fading(message: FlashMessageId): string {
  const { lasts, undo, isProblem } = wordsOf(message);
  if (undo || isProblem || lasts === "until-next-page") return "";
  return `scripted:animate-leave ${lasts === "longer" ? "" : "scripted:[animation-delay:1s]"}`;
}

export const wordsOf = (message: FlashMessageId): FlashWords =>
  isOwn(message) ? messages[message] : { text: () => problemWords(buttonProblem(message)), isProblem: true };

/** The usual words of these problems speak of something that was typed or sent. A button has neither. */
const buttonProblem = (problem: ErrorId): ErrorId =>
  ["invalid", "not-signed-in", "too-many-requests"].includes(problem) ? "internal" : problem;

export type PublicFlash = {
  message: FlashMessageId;
  at: number;
};

export type FlashMessage = PublicFlash & {
  id: string;
  name: string;
  samePerson?: readonly OtherRecord[];
};
