import { text } from "node:stream/consumers";
import { streamOdsRows } from "hucre/ods";
import { type CellValue, streamXlsxRows } from "hucre/xlsx";
import { PortalError } from "#core/errors.ts";
import type { Cell, TableRow } from "#core/imports/table.ts";
import { openZip, type ZipEntry } from "./open-zip.ts";

const workbookLimits = {
  entries: 2000,
  bytes: 200_000_000,
  ratio: 200,
  tooLarge: "unsafe-archive",
  broken: "broken-file",
  takesBackslashes: true,
} as const;

/** Yields the rows of the first sheet that is not empty. Of a formula the saved value is used; nothing is computed. */
export async function* readWorkbook(bytes: Uint8Array): AsyncGenerator<TableRow> {
  const entries = await openZip(bytes, workbookLimits);
  const manifest = entries.find(({ name }) => name === "META-INF/manifest.xml");
  if (manifest && (await textOf(manifest)).includes(":encryption-data")) throw new PortalError("locked-table");
  if (entries.some(({ name }) => name === "content.xml")) {
    yield* readOds(bytes);
    return;
  }
  const sheets = entries.filter(({ name }) => /^xl\/worksheets\/[^/]+\.xml$/i.test(name)).length;
  if (sheets === 0) throw new PortalError("unreadable-table");
  for (let sheet = 0; sheet < sheets; sheet += 1) {
    let isEmpty = true;
    for await (const { index, values } of rowsOf(bytes, sheet)) {
      // Users format whole columns: each row then has 16,384 cells, and nearly all of them are empty.
      const last = values.findLastIndex((value) => value !== null && value !== undefined && value !== "");
      const cells = values.slice(0, last + 1).map(asCell);
      if (last !== -1) isEmpty = false;
      yield { row: index + 1, cells };
    }
    if (!isEmpty) return;
  }
}

async function textOf({ read }: ZipEntry): Promise<string> {
  try {
    return await text(await read());
  } catch (cause) {
    throw new PortalError("broken-file", { cause });
  }
}

async function* readOds(bytes: Uint8Array): AsyncGenerator<TableRow> {
  let filled: number | undefined;
  try {
    for await (const { index, values, sheetIndex = 0 } of streamOdsRows(bytes)) {
      const cells = values.map(asCell);
      if (cells.every((cell) => cell === "")) continue;
      filled ??= sheetIndex;
      if (sheetIndex !== filled) return;
      yield { row: index + 1, cells };
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

function asCell(value: CellValue | undefined): Cell {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return { day: Number.isNaN(value.getTime()) ? "" : value.toISOString().slice(0, 10) };
  return typeof value === "number" ? { number: String(value) } : String(value);
}
