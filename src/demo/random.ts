/** Returns a number from 0 up to, but not including, 1. */
export type Random = () => number;

/** Returns the same numbers for the same seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A seed derived from a text (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash;
}

export const pick = <Item>(list: readonly Item[], random: Random): Item => itemAt(list, random());

/** Picks the first items of the list most often, and the last ones seldom. */
export const pickEarly = <Item>(list: readonly Item[], random: Random): Item => itemAt(list, random() ** 1.6);

export const between = (low: number, high: number, random: Random): number =>
  low + Math.floor(random() * (high - low + 1));

function itemAt<Item>(list: readonly Item[], share: number): Item {
  const item = list[Math.floor(share * list.length)];
  if (item === undefined) throw new RangeError("There is nothing to pick from.");
  return item;
}
