import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** A font file beside the site's own, and the first and last of each row of letters that are looked for in it. */
const Listed = z.array(z.object({ name: z.string(), letters: z.array(z.number()) }));

/** The letters of the site's Bangla font: all of the script, without old signs of money and the marks of Sanskrit. */
const ofBangla = String.raw`[[\p{Script_Extensions=Bengali}&&[\u0964\u0965\u0980-\u09f3\u09f7-\u09fa\u09fc]]\p{Join_Control}\u20b9\u25cc]`;
const ofLatin = String.raw`[\n -~\u00a0-\u00ff\u02bc\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u2212]`;
const bangla = new RegExp(`(${ofBangla}+)`, "v");
const own = new RegExp(`^(?:${ofLatin}|${ofBangla})*$`, "v");

/** True if the site's own fonts have all letters of the text: western European Latin, and Bangla. */
export const isInOwnFonts = (text: string): boolean => own.test(text);

export const hasBangla = (text: string): boolean => bangla.test(text);

/** Splits a text in the site's own fonts into parts in Bangla and in Latin. */
export const banglaAndLatin = (text: string): string[] => text.split(bangla).filter((part) => part !== "");

/** They have no picture: whoever draws leaves them out, or they join their neighbours. */
const withoutPicture = /^[\p{Variation_Selector}\p{Default_Ignorable_Code_Point}\s]$/u;

let rows: { from: number; to: number; font: string }[] | null = null;

function readRows() {
  const file = fileURLToPath(import.meta.resolve("#documents/script-fonts/letters.json"));
  const listed = Listed.parse(JSON.parse(readFileSync(file, "utf8")));
  return listed
    .flatMap(({ name, letters }) =>
      letters.flatMap((from, at) => (at % 2 === 0 ? { from, to: letters[at + 1] ?? from, font: name } : [])),
    )
    .toSorted((one, other) => one.from - other.from);
}

/** Returns the font that has a letter that the site's own lack. Reads the list of fonts when it is first needed. */
export function fontOfLetter(letter: string): string | null {
  rows ??= readRows();
  const code = letter.codePointAt(0) ?? 0;
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.to ?? 0) < code) low = middle + 1;
    else high = middle;
  }
  const row = rows[low];
  return row && row.from <= code ? row.font : null;
}

/** Returns each letter of the text that no font has: a box is drawn for it. */
export function lettersWithoutFont(text: string): string[] {
  const letters = new Set(text.normalize("NFC"));
  return [...letters].filter((one) => !isInOwnFonts(one) && !withoutPicture.test(one) && fontOfLetter(one) === null);
}
