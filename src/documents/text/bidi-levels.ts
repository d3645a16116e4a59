import { type Kind, kindOf, withNeutrals, withWeak } from "./bidi-kinds.ts";

/**
 * The order of letters in a line where one script is written from the right and another from the left: UAX #9 without
 * embeddings and overrides, which nobody needs in a name and which could make a text look like another one.
 */

const isolate = /\u2068([^\u2068\u2069]*)\u2069?/gu;
const [openMark, closeMark] = ["\u2068", "\u2069"];

/** Returns the level of each UTF-16 unit: odd ones are written from the right. The first strong letter decides on the whole. */
export function bidiLevels(text: string, above = 0): number[] {
  const outer = text.replaceAll(isolate, (all) => "\ufffc".repeat(all.length));
  const base = baseLevel(outer, above);
  const levels = levelsWithoutIsolates(outer, base);
  for (const { 0: all, 1: inner = "", index } of text.matchAll(isolate)) {
    const start = index + openMark.length;
    const within = bidiLevels(inner, base + 1);
    for (const [at, level] of within.entries()) levels[start + at] = level;
    if (all.endsWith(closeMark)) levels[start + inner.length] = levels[index] ?? 0;
  }
  return levels;
}

/** The lowest level from `above` on, in the direction of the first strong letter. */
function baseLevel(text: string, above: number): number {
  const strong = Array.from(text, kindOf).find((kind) => kind === "L" || kind === "R" || kind === "AL");
  const isFromRight = strong === "R" || strong === "AL";
  return (above % 2 === 1) === isFromRight ? above : above + 1;
}

function levelsWithoutIsolates(text: string, base: number): number[] {
  const letters = Array.from(text);
  const resolved = withNeutrals(letters, withWeak(letters.map(kindOf), base), base);
  return resolved.flatMap((kind, at) => {
    const level = levelFor(kind, base);
    return Array.from({ length: letters[at]?.length ?? 1 }, () => level);
  });
}

const levelFor = (kind: Kind, base: number): number => {
  if (base % 2 === 0) return kind === "R" ? base + 1 : kind === "AN" || kind === "EN" ? base + 2 : base;
  return kind === "R" ? base : base + 1;
};

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
