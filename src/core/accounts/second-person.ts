/** Who gave each person their role, and when, within the last days (`newcomerMs`). The operator's command line gives no ties. */
export type RoleGifts = ReadonlyMap<string, { by: string; at: number }>;

/** Who gave a person their role, who gave that one theirs, and so on. */
function giversOf(gifts: RoleGifts, person: string): string[] {
  const givers = new Set<string>();
  for (let gift = gifts.get(person); gift && !givers.has(gift.by); gift = gifts.get(gift.by)) givers.add(gift.by);
  return [...givers];
}

/** True if one got their role from the other a few days ago, the other way round, or both from the same person. */
function areTied(gifts: RoleGifts, one: string, other: string): boolean {
  const [givers, others] = [giversOf(gifts, one), giversOf(gifts, other)];
  return others.includes(one) || givers.some((giver) => giver === other || others.includes(giver));
}

/** True if this account is a second person beside these: it is none of them, and tied to none of them. */
export const isSecondPerson = (gifts: RoleGifts, person: string, others: readonly string[]): boolean =>
  others.every((other) => other !== person && !areTied(gifts, person, other));
