import { hourMs } from "../durations.ts";
export type LinkPurpose = "confirm" | "reset";

/** How long a link works that is mailed to the owner of an account. */
export const linkLifetimes: Record<LinkPurpose, number> = { confirm: 24 * hourMs, reset: hourMs };

/** A session ends after this time, no matter how much it is used. */
export const longestSessionMs = 12 * hourMs;

export const invitationMs = 48 * hourMs;
