import { text } from "node:stream/consumers";
import { streamOdsRows } from "hucre/ods";
import { type CellValue, streamXlsxRows } from "hucre/xlsx";
import { PortalError } from "#core/errors.ts";
import { type Cell, tableLimits, type TableRow } from "#core/imports/table.ts";
import { eachMatch } from "./each-match.ts";
import { withLinesInParagraphs } from "./ods-lines.ts";
import { openZip, type ZipEntry } from "./open-zip.ts";
import { mergedBelow } from "./merged-cells.ts";
import { attribute, formatsOf, type ShownNumbers, shownInOds, shownInSheet } from "./shown-numbers.ts";

const workbookLimits = {
  entries: 2000,
  bytes: 200_000_000,
  ratio: 200,
  tooLarge: "unsafe-archive",
  broken: "broken-file",
  takesBackslashes: true,
} as const;

/** Yields the rows of all sheets. Of a formula the saved value is used; nothing is computed. */
export async function* readWorkbook(bytes: Uint8Array): AsyncGenerator<TableRow> {
  const entries = await openZip(bytes, workbookLimits);
  const manifest = entries.find(({ name }) => name === "META-INF/manifest.xml");
  if (manifest && (await textOf(manifest)).includes(":encryption-data")) throw new PortalError("locked-table");
  const content = entries.find(({ name }) => name === "content.xml");
  if (content) {
    const lines = await withLinesInParagraphs(await textOf(content));
    yield* readOds(lines ?? bytes, await namesOfSheets(content, "table:table"), await shownInOds(content));
    return;
  }
  const sheets = entries.filter(({ name }) => /^xl\/worksheets\/[^/]+\.xml$/i.test(name)).length;
  if (sheets === 0) throw new PortalError("unreadable-table");
  const workbook = entries.find(({ name }) => /^xl\/workbook\.xml$/i.test(name));
  const names = workbook ? await namesOfSheets(workbook, "(?:\\w+:)?sheet") : [];
  const formats = await formatsOf(entries);
  const files = await filesOfSheets(entries);
  for (let sheet = 0; sheet < sheets; sheet += 1) {
    const file = entries.find(({ name }) => name === files[sheet]);
    const shown = file && formats.size > 0 ? await shownInSheet(file, formats) : undefined;
    const merged = file ? await mergedBelow(file) : undefined;
    let above: readonly Cell[] = [];
    for await (const { index, values } of rowsOf(bytes, sheet)) {
      // Users format whole columns: each row then has 16,384 cells, and nearly all of them are empty.
      const last = values.findLastIndex((value) => value !== null && value !== undefined && value !== "");
      const own = cellsOf(values.slice(0, last + 1), shown?.get(index));
      const cells = withMerged(own, above, merged?.get(index));
      above = cells;
      yield { row: index + 1, cells, sheet: names[sheet] ?? String(sheet + 1) };
    }
  }
}

/** A row with the cells that are merged with those above it. An empty row stays empty. */
function withMerged(cells: Cell[], above: readonly Cell[], merged: ReadonlySet<number> | undefined): Cell[] {
  if (!merged || cells.length === 0) return cells;
  const width = Math.max(cells.length, ...merged.values().map((at) => at + 1));
  return Array.from({ length: width }, (_, at) => (merged.has(at) ? (above[at] ?? "") : (cells[at] ?? "")));
}

/** The files of the sheets of a workbook, in their order. */
async function filesOfSheets(entries: readonly ZipEntry[]): Promise<string[]> {
  const [book, links] = await Promise.all(
    [/^xl\/workbook\.xml$/i, /^xl\/_rels\/workbook\.xml\.rels$/i].map(async (path) => {
      const entry = entries.find(({ name }) => path.test(name));
      return entry ? textOf(entry) : "";
    }),
  );
  const tags = (links ?? "").match(/<Relationship\s[^>]*>/gu) ?? [];
  const targets = new Map(tags.map((tag) => [attribute(tag, "Id"), attribute(tag, "Target")]));
  return ((book ?? "").match(/<(?:\w+:)?sheet\s[^>]*>/gu) ?? []).map((tag) => {
    const target = targets.get(attribute(tag, String.raw`\w+:id`)) ?? "";
    return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
  });
}

/** Reads the names of the sheets from the file that lists them, in their order. Names that are alike get a number. */
async function namesOfSheets(list: ZipEntry, tag: string): Promise<string[]> {
  const opening = new RegExp(`<${tag}\\s[^>]*?\\bname="([^"]*)"[^>]*>`, "gu");
  const names: string[] = [];
  await eachMatch(list, opening, ([, written = ""]) => names.push(nameAt(names, written)));
  return names;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function nameAt(before: readonly string[], written: string): string {
  const name = written
    .replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => entities[entity] ?? "")
    .slice(0, tableLimits.lettersInSheetName - 10);
  return name === "" || before.includes(name) ? `${name} ${before.length + 1}`.trim() : name;
}

async function textOf({ read }: ZipEntry): Promise<string> {
  try {
    return await text(await read());
  } catch (cause) {
    throw new PortalError("broken-file", { cause });
  }
}

async function* readOds(
  bytes: Uint8Array,
  names: readonly string[],
  shown: readonly ShownNumbers[],
): AsyncGenerator<TableRow> {
  try {
    for await (const { index, values, sheetIndex = 0 } of streamOdsRows(bytes)) {
      const cells = cellsOf(values, shown[sheetIndex]?.get(index));
      if (cells.every((cell) => cell === "")) continue;
      yield { row: index + 1, cells, sheet: names[sheetIndex] ?? String(sheetIndex + 1) };
    }
  } catch (cause) {
    throw new PortalError("broken-file", { cause });
  }
}

async function* rowsOf(bytes: Uint8Array, sheet: number) {
  try {
    yield* streamXlsxRows(bytes, { sheet });
  } catch (cause) {
    throw new PortalError("broken-file", { cause });
  }
}

/** A number that is shown otherwise than it is stored is what people see: 01234567. */
const cellsOf = (values: readonly (CellValue | undefined)[], shown: ReadonlyMap<number, string> | undefined): Cell[] =>
  values.map((value, at) => (typeof value === "number" ? shown?.get(at) : undefined) ?? asCell(value));

function asCell(value: CellValue | undefined): Cell {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return { day: Number.isNaN(value.getTime()) ? "" : value.toISOString().slice(0, 10) };
  return typeof value === "number" ? { number: String(value) } : String(value);
}
