/** Why what was sent is not known to be saved. `to`: where that is mended, in another window. */
export type Trouble =
  | { why: "no-line" | "failed" | "too-large"; to?: never }
  | { why: "signed-out" | "unproved"; to: string };

/** In the place of an answer to a form. */
export type Unanswered = { unanswered: Trouble; at: number };

export const isUnanswered = (answer: unknown): answer is Unanswered =>
  typeof answer === "object" && answer !== null && "unanswered" in answer;
