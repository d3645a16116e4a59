/** Why what was sent is not known to be saved. `to`: where that is mended, in another window. */
export type FailureReason =
  | { why: "no-line" | "failed" | "too-large"; to?: never }
  | { why: "signed-out" | "unproved"; to: string };

/** In the place of an answer to a form. */
export type Failure = { failure: FailureReason; at: number };

export const isFailure = (answer: unknown): answer is Failure =>
  typeof answer === "object" && answer !== null && "failure" in answer;
