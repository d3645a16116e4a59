import { saidIn } from "./cell-text.ts";
import { type Columns, hasColumnFor, nameAndFather } from "./import-fields.ts";
import type { Cell } from "./table.ts";

const letter = String.raw`[\p{L}\p{M}]`;
const words = (...texts: readonly string[]) =>
  new RegExp(String.raw`(?<!${letter})(?:${texts.join("|")})(?!${letter})[\s.:,ঃ–—-]*`, "iu");

/** What stands in a cell between a name and the father's: "Arvind Kumar S/O Vinod Kumar". */
const beforeFather = words(
  String.raw`[sd]\s?[/.]\s?(?:[sd]\s?[/.]\s?)?o\.?`,
  "(?:son|daughter) of",
  "সন্তান",
  "পিতা",
  "पुत्री?(?: श्री)?",
  "सुपुत्री?(?: श्री)?",
  "ولد",
  "دختر",
);
/** The same before a husband, or somebody who takes care: neither is the father. */
const beforeOther = words(String.raw`[wch]\s?[/.]\s?o\.?`, "(?:wife|husband) of", "care of", "पत्नी(?: श्री)?", "زوجہ");

const trimmed = (text: string) => text.replaceAll(/^[\s,;:(/–—-]+|[\s,;:()/–—-]+$/gu, "");

/** The name in such a cell, and the father's where it says one. Null for a cell with one name alone. */
export function namesIn(text: string): { name: string; father: string } | null {
  const [before, isFather] = [[beforeFather, true] as const, [beforeOther, false] as const].find(([said]) =>
    said.test(text),
  ) ?? [beforeFather, false];
  const [name = "", ...rest] = text.split(before);
  const [other = "", ...more] = rest;
  if (more.length > 0 || trimmed(name) === "" || trimmed(other) === "") return null;
  return { name: trimmed(name), father: isFather ? trimmed(other) : "" };
}

/**
 * A column whose cells have the person and the father, if no other column has one of them. A heading for both without such
 * cells says too little: they are asked for.
 */
export function withNameAndFather(columns: Columns, samples: readonly (readonly Cell[])[]): Columns {
  const areBoth = (at: number) => {
    const said = samples.map((cells) => saidIn(cells[at])).filter((text) => text !== "");
    return said.length > 0 && said.filter((text) => namesIn(text) !== null).length >= 0.5 * said.length;
  };
  const others = columns.map((meaning) => (meaning === nameAndFather ? null : meaning));
  const isOnly = (at: number) =>
    !hasColumnFor(others.with(at, null), "name") && !hasColumnFor(others, "fatherName") && areBoth(at);
  return columns.map((meaning, at) =>
    meaning === nameAndFather || meaning === "name"
      ? isOnly(at)
        ? nameAndFather
        : meaning === "name"
          ? "name"
          : null
      : meaning,
  );
}
