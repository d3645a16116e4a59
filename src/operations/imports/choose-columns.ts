import { PortalError } from "#core/errors.ts";
import {
  type Columns,
  findHeads,
  guessColumns,
  headsOf,
  importedParticulars,
  type ImportField,
  isImportField,
  keyFields,
  normalisedHead,
} from "#core/imports/columns.ts";
import { cellText } from "#core/imports/table.ts";
import { particularsSchema } from "#core/records/candidate-record.ts";
import { holdsRecordNumber } from "#core/records/numbers.ts";
import type { Actor } from "#core/accounts/actor.ts";
import type { Settings } from "#core/settings/settings.ts";
import { authorize, mayInBulk } from "#core/accounts/permissions.ts";
import type { Reader } from "#storage/database/database.ts";
import { deleteItems } from "#storage/database/records/bulk-runs.ts";
import { rememberedColumns, unmatchUploads } from "#storage/database/records/imports.ts";
import { putRow, rowById, updateRow } from "#storage/database/rows.ts";
import { afterCommit } from "#storage/database/transaction.ts";
import { changeOwnRun, refuseSecond } from "../bulk/begin-run.ts";
import { ownRun } from "../bulk/read-run.ts";
import { doOnce } from "../do-once.ts";
import type { Portal } from "../portal.ts";
import { discardImport } from "./receive-import.ts";
import { currentSettings } from "../settings/current-settings.ts";
import { columnsOfImport, rowsOfPart } from "./rows-of-import.ts";

const samplesShown = 3;

/** The longest head that is remembered, in characters: it is a key of a database table. */
const maxHeadingLength = 200;

/** Returns the columns of a received file, with some of their rows and the field of each, as chosen before or guessed. */
export async function readColumns(portal: Portal, actor: Actor, id: string, headsAt?: number) {
  authorize(mayInBulk(actor, "import"), actor);
  const run = await ownRun(portal, actor, id);
  const { read } = portal.database;
  const file = await rowById(read, "import_file", id);
  // If the file has no rows, it is still being read, or the process died while reading it.
  if (run.state !== "received" || !file || file.row_count === 0) throw new PortalError("stale");
  const rows = await rowsOfPart(portal, read, file, 0);
  const remembered = await columnsBefore(portal, read);
  const before = file.columns === "" ? null : { headsAt: file.heads_at, fields: columnsOfImport(file) };
  const isThere = headsAt !== undefined && headsAt >= 0 && headsAt < rows.length;
  const at = isThere ? headsAt : (before?.headsAt ?? findHeads(rows, remembered));
  const heads = headsOf(rows, at, remembered);
  const samples = rows.slice(at + 1, at + 1 + samplesShown);
  const width = Math.max(heads.length, ...samples.map(({ cells }) => cells.length));
  const fields = before?.headsAt === at ? before.fields : guessColumns(heads, remembered);
  return {
    needed: neededOfNew(await currentSettings(portal)),
    headsAt: at,
    takesNumbers: file.takes_numbers === 1,
    /** The row of the heads in the file, and the first rows that could be the heads instead. */
    headRow: rows[at]?.row ?? 1,
    possibleHeads: rows.slice(0, 20).map(({ row }, index) => ({ at: index, row })),
    rowCount: file.row_count - at - 1,
    columns: Array.from({ length: width }, (_, column) => ({
      head: cellText(heads[column]),
      field: fields[column] ?? null,
      samples: samples.map(({ cells }) => cellText(cells[column])),
    })),
  };
}

/** The fields that a new record cannot be without. */
const neededOfNew = ({ irccNumberIsOptional }: Settings) =>
  importedParticulars.filter(
    (field) =>
      !particularsSchema.shape[field].safeParse(undefined).success || (field === "irccNumber" && !irccNumberIsOptional),
  );

async function columnsBefore({ registry }: Portal, reader: Reader) {
  const rows = await rememberedColumns(reader, registry);
  return new Map(rows.map(({ head, field }) => [head, isImportField(field) ? field : null]));
}

export type ColumnChoice = {
  headsAt: number;
  columns: Columns;
  /** If true, numbers are taken although a spreadsheet treated them as amounts. */
  takesNumbers?: boolean;
  /** If true, the import begins as soon as its rows are checked, and nobody reviews the check first. */
  begins?: boolean;
};

/** Stores what each column is. The rows are then checked in the background. */
export async function chooseColumns(portal: Portal, actor: Actor, id: string, choice: ColumnChoice): Promise<void> {
  const { columns, headsAt, begins = false, takesNumbers = false } = choice;
  const { columns: shown } = await readColumns(portal, actor, id, headsAt);
  refuseUnusable(columns);
  await changeOwnRun(portal, actor, id, async (writer, run) => {
    if (run.state !== "received") throw new PortalError("stale");
    await refuseSecond(writer, run);
    const how = { begins: begins ? 1 : 0, takes_numbers: takesNumbers ? 1 : 0 } as const;
    await updateRow(writer, "import_file", id, { heads_at: headsAt, columns: JSON.stringify(columns), ...how });
    await updateRow(writer, "bulk_run", id, { state: "checking", begun_at: portal.now() });
    // A table without heads begins with the data of a person, which must not be remembered.
    const areHeads = !shown.some(({ head }) => holdsRecordNumber(head));
    for (const [at, { head }] of areHeads ? shown.entries() : []) {
      const plain = normalisedHead(head);
      if (plain !== "" && plain.length <= maxHeadingLength)
        await putRow(writer, "import_column", ["registry", "head"], {
          registry: run.registry,
          head: plain,
          field: columns[at] ?? "",
        });
    }
  });
  await afterCommit(portal, ({ events }) => events.emit("bulk-run-begun"));
}

/** Goes back from the dry run to the choice of the columns. */
export const changeColumns = (portal: Portal, actor: Actor, id: string): Promise<void> =>
  changeOwnRun(portal, actor, id, async (writer, { kind, state }) => {
    if (kind !== "import" || state !== "asked") throw new PortalError("stale");
    await deleteItems(writer, id);
    await unmatchUploads(writer, id);
    await updateRow(writer, "bulk_run", id, { state: "received", process: "" });
  });

/** Chooses the guessed columns, for programs. */
export async function takeGuessedColumns(
  portal: Portal,
  actor: Actor,
  id: string,
  how: Pick<ColumnChoice, "begins">,
): Promise<void> {
  const { headsAt, columns } = await readColumns(portal, actor, id);
  await chooseColumns(portal, actor, id, { headsAt, columns: columns.map(({ field }) => field), ...how });
}

/**
 * Imports with the guessed columns, once for each key of a program. Returns the id of the first import, which may be an
 * earlier one.
 */
export async function importOnce(
  portal: Portal,
  actor: Actor,
  { id, sha256 }: { id: string; sha256: string },
  { begins, key }: { begins: boolean; key: string | undefined },
): Promise<string> {
  try {
    const first = await doOnce(portal, actor, { key, body: { sha256, begins } }, (once) =>
      once(async (within) => {
        await takeGuessedColumns(within, actor, id, { begins });
        return id;
      }),
    );
    if (first !== id) await discardImport(portal, id);
    return first;
  } catch (error) {
    await discardImport(portal, id);
    throw error;
  }
}

function refuseUnusable(columns: Columns): void {
  const chosen = columns.filter((field): field is ImportField => field !== null);
  if (new Set(chosen).size < chosen.length) throw new PortalError("invalid", { fields: { columns: "sent-twice" } });
  if (!keyFields.some((key) => chosen.includes(key))) throw new PortalError("no-number-column");
}
