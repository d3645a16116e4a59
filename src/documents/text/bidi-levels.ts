import bidiFactory from "bidi-js";
import { once } from "#core/once-per.ts";

const bidi = once(bidiFactory);

/** Nobody needs these in a name, and they could make a text look like another one. Only isolates by the first strong letter count. */
const setDirections = /[\u202a-\u202e\u2066\u2067]/gu;
const unseen = "\u200b";

/**
 * Returns the level of each UTF-16 unit of a line where one script is written from the right and another from the left
 * (UAX #9): odd ones are written from the right. The first strong letter decides on the whole.
 */
export const bidiLevels = (text: string): number[] =>
  Array.from(bidi().getEmbeddingLevels(text.replaceAll(setDirections, unseen).replaceAll("\n", " ")).levels);

/** Rule L2: returns the parts of a line from left to right. */
export function fromLeftToRight<Part extends { level: number }>(parts: readonly Part[]): Part[] {
  const ordered = [...parts];
  const levels = parts.map(({ level }) => level);
  for (let level = Math.max(0, ...levels); level > 0; level -= 1) {
    for (let at = 0; at < ordered.length; at += 1) {
      let end = at;
      while ((ordered[end]?.level ?? -1) >= level) end += 1;
      if (end > at) ordered.splice(at, end - at, ...ordered.slice(at, end).toReversed());
      at = Math.max(at, end);
    }
  }
  return ordered;
}
