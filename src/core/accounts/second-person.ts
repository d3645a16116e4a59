import { newcomerMs } from "./held-changes.ts";

/** Who gave whom a role within the last days (`newcomerMs`). The operator's command line gives no ties. */
export type RoleGift = { to: string; by: string; at: number };

/** The person, who gave them a role, who gave that one theirs, and so on. */
function circleOf(gifts: readonly RoleGift[], person: string, circle = new Set<string>()): Set<string> {
  circle.add(person);
  for (const { to, by } of gifts) if (to === person && !circle.has(by)) circleOf(gifts, by, circle);
  return circle;
}

/**
 * True if this account is a second person beside these: it is none of them, none of them got a role from it a few days ago
 * or the other way round, and none got theirs from the same person.
 */
export function isSecondPerson(gifts: readonly RoleGift[], person: string, others: readonly string[]): boolean {
  const circle = circleOf(gifts, person);
  return others.every((other) => circle.isDisjointFrom(circleOf(gifts, other)));
}

const giftsAt = (gifts: readonly RoleGift[], time: number) => gifts.filter(({ at }) => at > time - newcomerMs);

/** From when on the person is a second one beside these, as far as roles tell. Null if never: they are one of them. */
export function freeFrom(gifts: readonly RoleGift[], person: string, others: readonly string[]): number | null {
  const ends = gifts.map(({ at }) => at + newcomerMs).toSorted((one, other) => one - other);
  return ends.find((end) => isSecondPerson(giftsAt(gifts, end), person, others)) ?? null;
}
