import type { ErrorId } from "#core/errors.ts";
import type { FlashMessageId } from "../frame/flash-messages.ts";

/** What is told where something about a class was not done. */
export const classProblems: Partial<Record<ErrorId, FlashMessageId>> = {
  "not-found": "class-gone",
  "class-full": "class-full",
  "class-closed": "class-shut",
  "class-in-use": "class-in-use",
  "too-many-requests": "class-list-long",
};
