/** The rules of UAX #9 that give each letter the direction in which it is written. */

export type Kind = "L" | "R" | "AL" | "EN" | "ES" | "ET" | "AN" | "CS" | "NSM" | "BN" | "WS" | "ON";

/** The first that matches. Digits of Persian and Urdu are European numbers for this purpose. */
const patterns: readonly [Kind, RegExp][] = [
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

export const kindOf = (letter: string): Kind => patterns.find(([, pattern]) => pattern.test(letter))?.[0] ?? "ON";

const sideOf = (level: number): "L" | "R" => (level % 2 === 1 ? "R" : "L");

/** Rules W1 to W7: marks follow their letter, and signs the numbers that they belong to. */
export function withWeak(given: readonly Kind[], base: number): Kind[] {
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
export function withNeutrals(letters: readonly string[], given: readonly Kind[], base: number): Kind[] {
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
