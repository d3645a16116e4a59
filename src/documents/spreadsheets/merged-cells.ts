import { eachMatch } from "./each-match.ts";
import type { ZipEntry } from "./open-zip.ts";

/** For each row from 0, the columns whose cell is that of the row above, because both are one merged cell. */
type MergedBelow = ReadonlyMap<number, ReadonlySet<number>>;

/** Where so many columns are merged over the same rows, they are headings, or a person has several rows. */
const fewestAlike = 3;
/** More than tables may have. */
const mostRows = 100_000;

const mergedCell = /<(?:\w+:)?mergeCell\s[^<>]*?ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/gu;

/** Finds the cells of a sheet that say the same for several rows, such as a district beside its people. */
export async function mergedBelow(sheet: ZipEntry): Promise<MergedBelow> {
  const columns = new Map<string, number[]>();
  await eachMatch(sheet, mergedCell, ([, letters = "", first = "", last = "", end = ""]) => {
    if (letters !== last || first === end) return;
    const rows = `${first}:${end}`;
    const merged = columns.get(rows) ?? [];
    merged.push(columnOf(letters));
    columns.set(rows, merged);
  });
  const below = new Map<number, Set<number>>();
  for (const [rows, merged] of columns) {
    const [first = 0, last = 0] = rows.split(":").map(Number);
    if (merged.length >= fewestAlike || last - first > mostRows) continue;
    for (let row = first; row < last; row += 1) {
      const ofRow = below.get(row) ?? new Set();
      for (const column of merged) ofRow.add(column);
      below.set(row, ofRow);
    }
  }
  return below;
}

/** The column with these letters, from 0. */
export const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
