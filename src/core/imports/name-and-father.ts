import { saidIn } from "./cell-text.ts";
import { type Columns, hasColumnFor, nameAndFather } from "./import-fields.ts";
import type { Cell } from "./table.ts";

const letter = String.raw`[\p{L}\p{M}]`;
/** Signs are written as codes: a bundler cannot change them in this kind of text, and the packed program is ASCII. */
const words = (...texts: readonly string[]) =>
  String.raw`(?<!${letter})(?:${texts.join("|")})(?!(?!\u0983)${letter})[\s.:,\u0983\u2013\u2014-]*`;

/** What stands in a cell between a name and the father's: "Arvind Kumar S/O Vinod Kumar". "S. O." may be initials. */
const beforeFather = words(
  String.raw`[sd]\s?/\s?(?:[sd]\s?/\s?)?o\.?`,
  "(?:son|daughter) of",
  "সন্তান",
  "পিতা",
  "पुत्री?(?: श्री)?",
  "सुपुत्री?(?: श्री)?",
  "ولد",
  "دختر",
);
/** The same before a husband, a mother, a place, or somebody who takes care: none is the father. */
const beforeOther = words(
  String.raw`[wchr]\s?/\s?o\.?`,
  "(?:wife|husband|resident|care) of",
  "mother",
  "মাতা",
  "স্বামী",
  "माता",
  "पत्नी(?: श्री)?",
  "زوجہ",
);
const separator = new RegExp(`(${beforeFather})|${beforeOther}`, "giu");
/** What follows the father's name: the mother's, or a place. */
const afterFather =
  /[,،;&+/|(\n]|\s[\u2013\u2014-]\s|\s(?:and|ও|এবং|और|एवं|तथा|व|र|اور|و|vill(?:age)?|dist(?:rict)?|thana|গ্রাম|ग्राम)[\s.:]/iu;

const trimmed = (text: string) => text.replaceAll(/^[\s,;:(/–—-]+|[\s,;:()/–—-]+$/gu, "");

/**
 * The name in such a cell, which ends at the first of what divides it, and the father's where that is said first. A part that
 * is not there is empty. Null for a cell with one name alone.
 */
export function namesIn(text: string): { name: string; father: string } | null {
  const [first, next] = text.matchAll(separator);
  if (!first) return null;
  const after = trimmed(text.slice(first.index + first[0].length, next?.index));
  const name = trimmed(text.slice(0, first.index));
  const father = first[1] === undefined ? "" : trimmed(after.split(afterFather)[0] ?? "");
  // A number is that of a house or a telephone.
  return { name, father: /\p{Nd}/u.test(father) ? "" : father };
}

/** So many cells show both names below a heading that says both, and below one that says a name alone. */
const areEnough = { nameAndFather: 0.5, name: 0.8 };

/**
 * A column whose cells have the person and the father, if no other column has one of them. A heading for both without such
 * cells says too little: they are asked for.
 */
export function withNameAndFather(columns: Columns, samples: readonly (readonly Cell[])[]): Columns {
  const areBoth = (at: number, share: number) => {
    const said = samples.map((cells) => saidIn(cells[at])).filter((text) => text !== "");
    const both = said.map(namesIn).filter((names) => names !== null && names.name !== "");
    return both.some((names) => names?.father !== "") && both.length >= share * said.length;
  };
  const others = columns.map((meaning) => (meaning === nameAndFather ? null : meaning));
  const isOnly = (at: number, share: number) =>
    !hasColumnFor(others.with(at, null), "name") && !hasColumnFor(others, "fatherName") && areBoth(at, share);
  return columns.map((meaning, at) => {
    if (meaning !== nameAndFather && meaning !== "name") return meaning;
    if (isOnly(at, areEnough[meaning])) return nameAndFather;
    return meaning === "name" ? "name" : null;
  });
}
