import type { ListedAccount } from "./listed-account.ts";
import { isStaffRole } from "./roles.ts";

/**
 * Why somebody loses their access. If they are suspected, the holders' pages that were opened with their cards are frozen
 * until somebody else has seen the person.
 */
export const departures = ["left", "suspected"] as const;
export type Departure = (typeof departures)[number];

/** The answer of whoever takes the access away. `spared`: the records whose pages are not frozen all the same. */
export type Leaving = { why?: Departure | undefined; spared?: readonly string[] | undefined };

/** Without an answer, the safe one counts for everybody who works here until now. Others have been asked about before. */
export const departureOf = ({ role, suspended }: ListedAccount, { why }: Leaving): Departure =>
  why ?? (isStaffRole(role) && !suspended ? "suspected" : "left");

/** The answer as a held change contains it. */
export const givenAnswer = ({ why, spared = [] }: Leaving): { why?: Departure; spared?: readonly string[] } => ({
  ...(why !== undefined && { why }),
  ...(spared.length > 0 && { spared }),
});
