import { m } from "#i18n/compiled/messages.js";

type DeedWords = {
  title?: () => string;
  text: (names: { name: string }) => string;
  /** Whose name it says. */
  about?: "candidate" | "class" | "staff";
  /** The form that takes it back. */
  undo?: { action: string; does: string };
  isProblem?: boolean;
  /** Stays on the page, and is read out at once. */
  isAlert?: boolean;
  /** Where one may go on. */
  links?: readonly { label: (names: { name: string }) => string; address: (id: string) => string }[];
};

/** Everything that may have happened on a page of the dashboard, in the words of the page after it. */
const deeds = {
  hidden: {
    text: m.told_hidden,
    about: "candidate",
    undo: { action: "/dashboard/update", does: "unhide" },
  },
  unhidden: {
    text: m.told_unhidden,
    about: "candidate",
    undo: { action: "/dashboard/update", does: "hide" },
  },
  deleted: { title: m.told_deleted, text: m.told_deleted_text },
  approved: {
    text: m.told_approved,
    about: "candidate",
    undo: { action: "/dashboard/Control_Post", does: "unapprove" },
  },
  unapproved: { text: m.told_unapproved, about: "candidate" },
  "sent-back": { text: m.told_sent_back, about: "candidate" },
  "date-changed": { text: m.told_date_changed, isAlert: true },
  "menus-saved": { text: m.told_menus_saved, isAlert: true },
  "date-kept": { text: m.told_date_kept, isAlert: true },
  "four-eyes": { text: m.four_eyes_own, isProblem: true },
  added: {
    text: m.told_added,
    about: "candidate",
    isAlert: true,
    links: [
      { label: () => m.add_another(), address: () => "#passportNumber" },
      { label: m.see_record_of, address: (id) => `/Update_A_User/${id}` },
    ],
  },
  updated: { text: m.told_updated, isAlert: true },
  "thrown-away": { text: m.told_thrown_away, isAlert: true },
  gone: { text: m.told_gone, isProblem: true },
  stale: { text: m.told_stale, isProblem: true },
  refused: { text: m.told_refused, isProblem: true },
  failed: { text: m.told_failed, isProblem: true },
  "class-added": { text: m.told_class_added, about: "class" },
  "class-saved": { text: m.told_class_saved, about: "class" },
  "class-closed": { text: m.told_class_closed, about: "class", undo: { action: "/dashboard/classes", does: "reopen" } },
  "class-reopened": {
    text: m.told_class_reopened,
    about: "class",
    undo: { action: "/dashboard/classes", does: "close" },
  },
  "class-deleted": { title: m.told_deleted, text: m.told_class_deleted },
  "class-selected": { text: m.told_class_selected, about: "class" },
  "class-unselected": {
    text: m.told_class_unselected,
    about: "class",
    undo: { action: "/dashboard/my-selected-classes", does: "select" },
  },
  "class-enrolled": { text: m.told_class_enrolled, about: "class" },
  "class-given-up": { text: m.told_class_given_up, about: "class" },
  "student-enrolled": { text: m.told_student_enrolled, about: "staff" },
  "student-has-seat": { text: m.told_student_has_seat, about: "staff" },
  "student-removed": { text: m.told_student_removed },
  "payment-recorded": { text: m.told_payment_recorded },
  "payment-voided": { text: m.told_payment_voided },
  "class-gone": { text: m.told_class_gone, isProblem: true },
  "class-full": { text: m.told_class_full, isProblem: true },
  "class-shut": { text: m.told_class_shut, isProblem: true },
  "class-in-use": { text: m.told_class_in_use, isProblem: true },
  "class-list-long": { text: m.told_class_list_long, isProblem: true },
  "staff-admin": { text: m.told_staff_admin, about: "staff" },
  "staff-moderator": { text: m.told_staff_moderator, about: "staff" },
  "staff-student": { text: m.told_staff_student, about: "staff" },
  "staff-confirmed": { text: m.told_staff_confirmed, about: "staff" },
  "staff-suspended": { text: m.told_staff_suspended, about: "staff" },
  "staff-restored": { text: m.told_staff_restored, about: "staff" },
  "staff-signed-out": { text: m.told_staff_signed_out, about: "staff" },
  "staff-factors-taken": { text: m.told_staff_factors_taken, about: "staff" },
  "staff-deleted": { title: m.told_deleted, text: m.told_staff_deleted },
  "staff-invited": { text: m.told_staff_invited },
  "staff-invitation-kept": { text: m.told_staff_invitation_kept, isAlert: true },
  "staff-gone": { text: m.told_staff_gone, isProblem: true },
  "staff-unconfirmed": { text: m.told_staff_unconfirmed, isProblem: true },
  "report-answered": { text: m.told_report_answered },
  "report-closed": { text: m.told_report_closed },
  "report-gone": { text: m.told_report_gone, isProblem: true },
  "post-added": { text: m.told_post_added },
  "post-saved": { text: m.told_post_saved },
  "post-deleted": { title: m.told_deleted, text: m.told_post_deleted },
  "post-gone": { text: m.told_post_gone, isProblem: true },
  "settings-saved": { text: m.told_settings_saved },
  "settings-kept": { text: m.told_settings_kept },
  "text-saved": { text: m.told_text_saved },
  "text-reset": { text: m.told_text_reset },
  "last-admin": { text: m.staff_last_admin, isProblem: true },
} as const satisfies Record<string, DeedWords>;

export type DeedId = keyof typeof deeds;

export const isDeedId = (text: string): text is DeedId => Object.hasOwn(deeds, text);

export const wordsOf = (deed: DeedId): DeedWords => deeds[deed];

/** What happened to whom, told once. */
export type Told = { deed: DeedId; id: string; name: string; at: number };
