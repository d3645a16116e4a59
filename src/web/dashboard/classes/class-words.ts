import { m } from "#i18n/compiled/messages.js";
import type { OwnProblemWords } from "#design/form/problem-words.ts";
import type { FlashProblems } from "../../frame/flash/flash-messages.ts";

/** The words for why a form about a class was refused. */
export const classWords: OwnProblemWords = {
  stale: m.flash_class_stale,
  "not-found": m.flash_class_gone,
  "key-reused": m.class_payment_twice,
};

/** The flash messages for why a one-button form about a class failed. */
export const classProblems: FlashProblems = {
  "not-found": "class-gone",
  "class-full": "class-has-no-seat",
  "class-closed": "class-shut",
  "too-many-requests": "class-list-long",
};
