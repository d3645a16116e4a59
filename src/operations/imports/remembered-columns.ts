import { createHash } from "node:crypto";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayInBulk } from "#core/accounts/permissions.ts";
import { isKnown } from "#core/imports/columns.ts";
import { normalisedHead } from "#core/imports/normalised-head.ts";
import { type Columns, type Heading, isColumnMeaning } from "#core/imports/import-fields.ts";
import type { FoundTable } from "#core/imports/find-table.ts";
import { isOwnName } from "#core/own-fields/own-field.ts";
import { isOwnLastDay } from "#core/records/last-days.ts";
import { holdsRecordNumber } from "#core/records/numbers.ts";
import type { Reader, Writer } from "#storage/database/database.ts";
import { deleteRememberedColumn, rememberedColumns } from "#storage/database/records/imports.ts";
import { putRow } from "#storage/database/rows.ts";
import type { Portal } from "../portal/portal.ts";

/** The longest heading that is remembered, in characters: it is part of a key of a database table. */
const maxHeadingLength = 200;

/** A choice is remembered for one row of headings. Its key begins with the hash of that row and the place of the column. */
const rowKey = ({ headings }: FoundTable): string =>
  createHash("sha256")
    .update(headings.map(({ whole }) => normalisedHead(whole)).join("|"))
    .digest("hex")
    .slice(0, 32);

const keyOf = (row: string, at: number, { whole }: Heading): string =>
  `${row}:${at} ${whole.slice(0, maxHeadingLength)}`;

async function rememberedFor({ registry }: Portal, reader: Reader, row: string) {
  const rows = await rememberedColumns(reader, registry, `${row}:`);
  return new Map(rows.map(({ head, field }) => [head, isColumnMeaning(field) ? field : null]));
}

/** The columns of a table. What somebody said of a column before counts only where its heading says nothing. */
export async function withRemembered(
  portal: Portal,
  reader: Reader,
  table: FoundTable,
  namesSecond: boolean,
): Promise<Columns> {
  const row = rowKey(table);
  const remembered = await rememberedFor(portal, reader, row);
  const columns = [...table.columns];
  for (const [at, heading] of table.headings.entries()) {
    const guessed = columns[at] ?? "";
    const isOwn = isOwnName(guessed) || isOwnLastDay(guessed) || (namesSecond && guessed === "irccNumber");
    const isSaid = isOwn || isKnown(heading, namesSecond);
    const meaning = isSaid ? undefined : remembered.get(keyOf(row, at, heading));
    if (meaning !== undefined && !(meaning !== null && columns.includes(meaning))) columns[at] = meaning;
  }
  return columns;
}

/** Remembers what a person said otherwise than it was guessed, of columns whose headings say nothing. */
export async function rememberChanged(
  writer: Writer,
  registry: string,
  table: FoundTable,
  { guessed, columns, namesSecond }: Record<"guessed" | "columns", Columns> & { namesSecond: boolean },
): Promise<void> {
  // A table without headings begins with the data of a person, which must not be remembered.
  if (table.headings.some(({ own }) => holdsRecordNumber(own))) return;
  const row = rowKey(table);
  for (const [at, heading] of table.headings.entries()) {
    const field = columns[at] ?? null;
    if (heading.own === "" || isKnown(heading, namesSecond) || field === (guessed[at] ?? null)) continue;
    await putRow(writer, "import_column", ["registry", "head"], {
      registry,
      head: keyOf(row, at, heading),
      field: field ?? "",
    });
  }
}

/** What is remembered, for the people who may forget it. What version 1.0 remembered counts no more. */
export async function readRemembered({ database, registry }: Portal, actor: Actor) {
  authorize(mayInBulk(actor, "import"), actor);
  const rows = await rememberedColumns(database.read, registry);
  const remembered = rows.flatMap(({ head: key, field }) => {
    const [, heading] = /^[0-9a-f]{32}:\d+ (.*)$/su.exec(key) ?? [];
    return heading === undefined ? [] : [{ key, heading, meaning: isColumnMeaning(field) ? field : null }];
  });
  return remembered.toSorted((one, other) => one.heading.localeCompare(other.heading));
}

export async function forgetColumn(
  { database, registry }: Portal,
  actor: Actor,
  { key }: { key: string },
): Promise<void> {
  authorize(mayInBulk(actor, "import"), actor);
  await database.write((writer) => deleteRememberedColumn(writer, registry, key));
}
