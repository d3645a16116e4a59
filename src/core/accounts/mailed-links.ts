export type LinkPurpose = "confirm" | "reset";

const hour = 60 * 60_000;
/** How long a link works that is mailed to the owner of an account. */
export const linkLifetimes: Record<LinkPurpose, number> = { confirm: 24 * hour, reset: hour };
export const invitationMs = 48 * hour;
