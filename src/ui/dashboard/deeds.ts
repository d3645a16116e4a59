import { m } from "#i18n/compiled/messages.js";

type DeedWords = {
  title?: () => string;
  text: (names: { name: string }) => string;
  /** Whose name it says. */
  about?: "candidate";
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
} as const satisfies Record<string, DeedWords>;

export type DeedId = keyof typeof deeds;

export const isDeedId = (text: string): text is DeedId => Object.hasOwn(deeds, text);

export const wordsOf = (deed: DeedId): DeedWords => deeds[deed];

/** What happened to whom, told once. */
export type Told = { deed: DeedId; id: string; name: string; at: number };
