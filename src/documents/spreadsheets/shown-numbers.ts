import { eachMatch } from "./each-match.ts";
import { columnOf } from "./merged-cells.ts";
import type { ZipEntry } from "./open-zip.ts";

/** What numbers look like in a sheet where they are not shown as they are stored, by row and column from 0. */
export type ShownNumbers = Map<number, Map<number, string>>;

/** Writes a whole number as a spreadsheet shows it. */
type NumberFormat = (digits: string) => string;

/** More than tables may have. A hostile file may have any number of cells. */
const mostCells = 500_000;

/** The value of an attribute in an opening tag. */
export const attribute = (tag: string, name: string): string =>
  new RegExp(String.raw`(?:^|\s)${name}="([^"]*)"`, "u").exec(tag)?.[1] ?? "";

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#34": '"' };
const plain = (text: string) => text.replaceAll(/&([a-z]+|#34);/g, (_, name: string) => entities[name] ?? "");

/** The parts of a format: quoted and escaped letters, places for digits, and signs that stand for themselves. */
const formatParts = /"([^"]*)"|\\(.)|[_*].|([0#?])|([-+ ()'])/gu;

/** Reads a format such as 00000000, "A"0000000 or 0000-0000. Null for one that shows anything but all digits of a number. */
export function numberFormat(code: string): NumberFormat | null {
  const [section = ""] = code.split(";");
  const format = section.replaceAll(/\[(?:\$[^\]]*|[a-z]{3,}\d*)\]/gi, "");
  if (format.replaceAll(formatParts, "") !== "") return null;
  const parts = [...format.matchAll(formatParts)].map(([, quoted, escaped, place, sign]) => ({
    place,
    text: quoted ?? escaped ?? sign ?? "",
  }));
  const places = parts.filter(({ place }) => place !== undefined).length;
  const isPlain = places === parts.length && parts.filter(({ place }) => place === "0").length <= 1;
  return places === 0 || isPlain ? null : (digits) => shownIn(parts, digits, places);
}

/** Digits fill the places from the right. Those for which there is no place stand at the first one. */
function shownIn(
  parts: readonly { place: string | undefined; text: string }[],
  digits: string,
  places: number,
): string {
  const padded = digits.padStart(places, " ");
  const more = padded.length - places;
  let at = 0;
  const shown = parts.map(({ place, text }) => {
    if (place === undefined) return text;
    const own = at === 0 ? padded.slice(0, more + 1) : (padded[at + more] ?? "");
    at += 1;
    return own.trim() === "" ? (place === "0" ? "0" : "") : own.trim();
  });
  return shown.join("").trim();
}

/** The formats of the cells of a workbook, by the number of their style. */
export async function formatsOf(entries: readonly ZipEntry[]): Promise<Map<string, NumberFormat>> {
  const styles = entries.find(({ name }) => /^xl\/styles\.xml$/i.test(name));
  const formats = new Map<string, NumberFormat>();
  if (!styles) return formats;
  const codes = new Map<string, NumberFormat>();
  let [isOfCells, style] = [false, 0];
  await eachMatch(
    styles,
    /<(\/?)(?:\w+:)?(numFmt|cellXfs|xf)(\s[^<>]*|\/)?>/gu,
    ([, closing, tag, attributes = ""]) => {
      if (tag === "cellXfs") isOfCells = closing === "";
      const format = numberFormat(plain(attribute(attributes, "formatCode")));
      if (tag === "numFmt" && format) codes.set(attribute(attributes, "numFmtId"), format);
      if (tag !== "xf" || closing !== "" || !isOfCells) return;
      const used = codes.get(attribute(attributes, "numFmtId"));
      if (used) formats.set(String(style), used);
      style += 1;
    },
  );
  return formats;
}

const wholeNumber = /^\d{1,15}$/;

/** A cell of a workbook that has a style and a value. */
const styledCell =
  /<(?:\w+:)?c(\s[^<>]*?\ss="\d+"[^<>]*|\ss="\d+"[^<>]*)>\s*(?:<(?:\w+:)?f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/(?:\w+:)?f>)\s*)?<(?:\w+:)?v>([^<]*)</gu;

/** The numbers of one sheet of a workbook that have one of these formats. */
export async function shownInSheet(sheet: ZipEntry, formats: ReadonlyMap<string, NumberFormat>): Promise<ShownNumbers> {
  const shown: ShownNumbers = new Map();
  const note = cellNoter(shown);
  await eachMatch(sheet, styledCell, ([, attributes = "", value = ""]) => {
    const format = formats.get(attribute(attributes, "s"));
    const [, letters = "", row = ""] = /^([A-Z]{1,3})(\d+)$/.exec(attribute(attributes, "r")) ?? [];
    if (!format || letters === "" || !["", "n"].includes(attribute(attributes, "t")) || !wholeNumber.test(value))
      return;
    note(Number(row) - 1, columnOf(letters), format(value));
  });
  return shown;
}

function cellNoter(shown: ShownNumbers) {
  let count = 0;
  return (row: number, column: number, text: string) => {
    if ((count += 1) > mostCells) return;
    const cells = shown.get(row) ?? new Map<number, string>();
    shown.set(row, cells.set(column, text));
  };
}

/** The tags of an OpenDocument sheet that say where a cell is, and the texts that are shown. */
const odsParts =
  /<table:(table|table-row|table-cell|covered-table-cell)(\s[^<>]*?)?(\/?)>|<(\/table:table-row)>|<text:p(?:\s[^<>]*)?>([^<]*)</gu;

/** The numbers of each sheet of an OpenDocument file that are shown with zeros or letters before them. */
export async function shownInOds(content: ZipEntry): Promise<ShownNumbers[]> {
  const sheets: { shown: ShownNumbers; note: ReturnType<typeof cellNoter> }[] = [];
  let [row, rows, column, columns, value] = [0, 0, 0, 0, ""];
  await eachMatch(content, odsParts, ([, tag = "", attributes = "", , rowEnd, text]) => {
    const times = timesOf(attributes);
    if (tag === "table") {
      const shown: ShownNumbers = new Map();
      sheets.push({ shown, note: cellNoter(shown) });
      [row, rows] = [0, 0];
    } else if (tag === "table-row") [row, rows, column, columns, value] = [row + rows, times, 0, 0, ""];
    else if (tag !== "") {
      [column, columns] = [column + columns, times];
      value = attributes.includes('value-type="float"') ? attribute(attributes, "office:value") : "";
    } else if (rowEnd === undefined && value !== "" && isMore(text ?? "", value))
      sheets.at(-1)?.note(row, column, (text ?? "").trim());
  });
  return sheets.map(({ shown }) => shown);
}

const timesOf = (attributes: string) =>
  attributes.includes("repeated") ? Number(attribute(attributes, "table:number-(?:rows|columns)-repeated")) : 1;

/** True for "A01234567" where 1234567 is stored. */
function isMore(text: string, value: string): boolean {
  const shown = text.replaceAll(/[\s()+-]/g, "");
  const before = shown.slice(0, -value.length);
  return wholeNumber.test(value) && shown.endsWith(value) && /^(?:[A-Z]{0,3}0+|[A-Z]{1,3})$/i.test(before);
}
