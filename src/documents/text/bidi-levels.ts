/**
 * The order of letters in a line where one script is written from the right and another from the left: UAX #9 without
 * embeddings and overrides, which nobody needs in a name and which could make a text look like another one.
 */

type Kind = "L" | "R" | "AL" | "EN" | "ES" | "ET" | "AN" | "CS" | "NSM" | "BN" | "WS" | "ON";

/** The first that matches. Digits of Persian and Urdu are European numbers for this purpose. */
const kinds: readonly [Kind, RegExp][] = [
  ["L", /^\u200e$/u],
  ["R", /^\u200f$/u],
  ["EN", /^[0-9\u06f0-\u06f9]$/u],
  ["AN", /^[\u0660-\u0669\u066b\u066c]$/u],
  ["ES", /^[+\u2212-]$/u],
  ["ET", /^[#%\p{Sc}°‰\u066a]$/u],
  ["CS", /^[,./:\u00a0\u060c]$/u],
  ["WS", /^\s$/u],
  ["NSM", /^[\p{Mn}\p{Me}]$/u],
  ["BN", /^[\p{Cf}\p{Cc}]$/u],
  ["AL", /^[\p{Script_Extensions=Arabic}\p{Script_Extensions=Syriac}\p{Script_Extensions=Thaana}]$/u],
  ["R", /^[\p{Script=Hebrew}\p{Script=Nko}\u0590-\u05ff\u07c0-\u085f\ufb1d-\ufb4f]$/u],
  ["L", /^[\p{L}\p{N}\p{Mc}]$/u],
];

const kindOf = (letter: string): Kind => kinds.find(([, pattern]) => pattern.test(letter))?.[0] ?? "ON";

const fromTheRight = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export const hasLettersFromTheRight = (text: string): boolean => fromTheRight.test(text);

/** Text that is part of a sentence, which keeps its own order and leaves that of the sentence alone. */
export const isolated = (text: string): string => (hasLettersFromTheRight(text) ? `\u2068${text}\u2069` : text);

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

const sideOf = (level: number): "L" | "R" => (level % 2 === 1 ? "R" : "L");

/** Rules W1 to W7: marks follow their letter, and signs the numbers that they belong to. */
function withWeak(given: readonly Kind[], base: number): Kind[] {
  const kinds = [...given];
  for (const [at, kind] of kinds.entries())
    if (kind === "NSM" || kind === "BN") kinds[at] = kinds[at - 1] ?? sideOf(base);
  let strong: Kind = sideOf(base);
  for (const [at, kind] of kinds.entries()) {
    if (kind === "L" || kind === "R" || kind === "AL") strong = kind;
    if (kind === "EN" && strong === "AL") kinds[at] = "AN";
  }
  for (const [at, kind] of kinds.entries()) {
    if (kind === "AL") kinds[at] = "R";
    const [before, after] = [kinds[at - 1], kinds[at + 1]];
    if (
      before === after &&
      ((kind === "ES" && before === "EN") || (kind === "CS" && (before === "EN" || before === "AN")))
    )
      kinds[at] = before ?? "ON";
  }
  joinTerminators(kinds);
  strong = sideOf(base);
  for (const [at, kind] of kinds.entries()) {
    if (kind === "ES" || kind === "ET" || kind === "CS") kinds[at] = "ON";
    if (kind === "L" || kind === "R") strong = kind;
    if (kind === "EN" && strong === "L") kinds[at] = "L";
  }
  return kinds;
}

/** Rule W5: "%" and "৳" next to a number are part of it. */
function joinTerminators(kinds: Kind[]): void {
  for (let at = 0; at < kinds.length; at += 1) {
    if (kinds[at] !== "ET") continue;
    let end = at;
    while (kinds[end] === "ET") end += 1;
    if (kinds[at - 1] === "EN" || kinds[end] === "EN") kinds.fill("EN", at, end);
    at = end;
  }
}

/** Rules N0 to N2: brackets, spaces and signs take the direction of both their sides, or else that of the whole. */
function withNeutrals(letters: readonly string[], given: readonly Kind[], base: number): Kind[] {
  const kinds = [...given];
  for (const [open, close] of bracketPairs(letters)) {
    const side = sideOfBrackets(kinds, open, close, base);
    if (side) [kinds[open], kinds[close]] = [side, side];
  }
  const isNeutral = (at: number) => kinds[at] === "ON" || kinds[at] === "WS";
  for (let at = 0; at < kinds.length; at += 1) {
    if (!isNeutral(at)) continue;
    let end = at;
    while (end < kinds.length && isNeutral(end)) end += 1;
    const [before, after] = [
      at === 0 ? sideOf(base) : asSide(kinds[at - 1]),
      end === kinds.length ? sideOf(base) : asSide(kinds[end]),
    ];
    kinds.fill(before === after && before ? before : sideOf(base), at, end);
    at = end;
  }
  return kinds;
}

const asSide = (kind: Kind | undefined): "L" | "R" | null =>
  kind === "L" ? "L" : kind === "R" || kind === "EN" || kind === "AN" ? "R" : null;

function sideOfBrackets(kinds: readonly Kind[], open: number, close: number, base: number): "L" | "R" | null {
  const own = sideOf(base);
  const inside = kinds.slice(open + 1, close).map(asSide);
  if (inside.includes(own)) return own;
  if (inside.every((side) => side === null)) return null;
  const before =
    kinds
      .slice(0, open)
      .map(asSide)
      .findLast((side) => side !== null) ?? own;
  return before;
}

const brackets = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
  ["「", "」"],
  ["（", "）"],
]);

function bracketPairs(letters: readonly string[]): [number, number][] {
  const pairs: [number, number][] = [];
  const open: { close: string; at: number }[] = [];
  for (const [at, letter] of letters.entries()) {
    const close = brackets.get(letter);
    if (close !== undefined) open.push({ close, at });
    const match = open.findLastIndex((one) => one.close === letter);
    if (match === -1) continue;
    pairs.push([open[match]?.at ?? 0, at]);
    open.length = match;
  }
  return pairs.toSorted(([a], [b]) => a - b);
}

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
