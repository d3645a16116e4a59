import { m } from "#i18n/compiled/messages.js";

type DeedWords = {
  title?: () => string;
  text: (names: { name: string }) => string;
  /** Whose name it says. */
  about?: "candidate" | "class";
  /** The form that takes it back. */
  undo?: { action: string; does: string };
  /** Stays on the page until the next one, and is no toast. */
  stays?: boolean;
  isProblem?: boolean;
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
  "date-changed": { text: m.told_date_changed, stays: true },
  "date-kept": { text: m.told_date_kept, stays: true },
  "four-eyes": { text: m.four_eyes_own, isProblem: true },
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
  "payment-recorded": { text: m.told_payment_recorded },
  "payment-voided": { text: m.told_payment_voided },
  "class-gone": { text: m.told_class_gone, isProblem: true },
  "class-full": { text: m.told_class_full, isProblem: true },
  "class-shut": { text: m.told_class_shut, isProblem: true },
  "class-in-use": { text: m.told_class_in_use, isProblem: true },
  "class-list-long": { text: m.told_class_list_long, isProblem: true },
} as const satisfies Record<string, DeedWords>;

export type DeedId = keyof typeof deeds;

export const isDeedId = (text: string): text is DeedId => Object.hasOwn(deeds, text);

export const wordsOf = (deed: DeedId): DeedWords => deeds[deed];

/** What happened to whom, told once. */
export type Told = { deed: DeedId; id: string; name: string; at: number };
