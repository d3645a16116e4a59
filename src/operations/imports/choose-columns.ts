import { PortalError } from "#core/errors.ts";
import { type ColumnMeaning, type Columns, isTakenOften, keyFields } from "#core/imports/import-fields.ts";
import type { FoundTable } from "#core/imports/find-table.ts";
import { headsOfLaterSheets, type Layout, layoutOf, partsOf, rangeOf, readingsOf } from "#core/imports/join-sheets.ts";
import { isLastDayOff } from "#core/records/last-days.ts";
import { usedOf } from "#core/own-fields/own-field.ts";
import type { Settings } from "#core/settings/settings.ts";
import { ownHeadsOf } from "#core/imports/own-heads.ts";
import { namesOther } from "#core/imports/recognise-heading.ts";
import { cellText, tableLimits } from "#core/imports/table.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayInBulk } from "#core/accounts/permissions.ts";
import type { Reader, Writer } from "#storage/database/database.ts";
import { type BulkRun, deleteItems } from "#storage/database/records/bulk-runs.ts";
import { unmatchUploads } from "#storage/database/records/imports.ts";
import { rowById, updateRow } from "#storage/database/rows.ts";
import { afterCommit } from "#storage/database/transaction.ts";
import { changeOwnRun, refuseSecond } from "../bulk/begin-run.ts";
import { ownRun } from "../bulk/read-run.ts";
import { doOnce } from "../portal/do-once.ts";
import type { Portal } from "../portal/portal.ts";
import { discardImport } from "./receive-import.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { aboutFile, sealedAbout } from "../bulk/about-file.ts";
import { neededOfNew } from "./problems-of-table.ts";
import { rememberChanged, withRemembered } from "./remembered-columns.ts";
import { choiceOf, sheetsOf, storedChoiceOf } from "../bulk/rows-of-import.ts";

const samplesShown = 3;

/**
 * Returns the table in a received file: its columns with some of their cells and what each contains, as chosen before or
 * guessed, and what is not read of the file.
 */
export async function readColumns(portal: Portal, actor: Actor, id: string, headsAt?: number) {
  authorize(mayInBulk(actor, "import"), actor);
  const { read } = portal.database;
  const { file, before, layout, fields, off } = await tableOf(portal, read, await ownRun(portal, actor, id), headsAt);
  const { main, others, unread } = layout;
  const readings = readingsOf(layout);
  const samples = main.sheet.top.slice(main.at + 1);
  return {
    needed: neededOfNew(await currentSettings(portal)),
    headsAt: headsIndex(main),
    takesNumbers: file.takes_numbers === 1,
    isMonthFirst: before?.isMonthFirst ?? false,
    /** The row of the headings in its sheet, and the first rows that could be the headings instead. */
    headRow: main.sheet.top[main.at]?.row ?? 1,
    possibleHeads: main.sheet.top.slice(0, 20).map(({ row }, at) => ({ at: main.sheet.from + at, row })),
    rowCount: rowsIn([main, ...others]),
    sheets: [main, ...others].map(({ sheet }) => sheet.name),
    left: leftIn(layout, fields),
    /** The headings of what this site does not ask for. */
    off,
    unread: unread.map((table) => ({ ...unreadOf(table), at: headsIndex(table) })),
    columns: main.headings.map(({ whole }, at) => ({
      head: whole,
      field: fields[at] ?? null,
      /** True if nothing in the column tells whether its days begin with the day or the month. */
      hasEitherOrder: readings[at]?.dayOrder === null,
      samples: samples
        .map(({ cells }) => cellText(cells[at]))
        .filter((text) => text !== "")
        .slice(0, samplesShown),
    })),
  };
}

const sheetOf = (table: FoundTable) => ({ name: table.sheet.name, range: rangeOf(table) });
const unreadOf = ({ sheet }: FoundTable) => ({ name: sheet.name, rowCount: sheet.rowCount });
const headsIndex = ({ sheet, at }: FoundTable) => sheet.from + at;
const rowsIn = (tables: readonly FoundTable[]) =>
  tables.map(rangeOf).reduce((sum, [first, last]) => sum + last - first + 1, 0);

/** The columns of which nobody said what they contain. */
const leftIn = ({ main }: Layout, columns: Columns) =>
  main.left.filter(({ at }) => (columns[at] ?? null) === null).map(({ head, rows }) => ({ head, rows }));

/** Finds the table in a file, and what its columns contain: as chosen before, or else as far as can be told. */
async function tableOf(portal: Portal, reader: Reader, run: BulkRun, headsAt?: number) {
  const file = await rowById(reader, "import_file", run.id);
  // If the file has no rows, it is still being read, or the process died while reading it.
  if (run.state !== "received" || !file || file.row_count === 0) throw new PortalError("stale");
  const before = file.columns === "" ? null : choiceOf(file);
  const settings = await currentSettings(portal);
  const { ownFields, ownPapers, secondNumber } = settings;
  const chosen = headsAt ?? (before ? file.heads_at : undefined);
  const layout = layoutOf(
    await sheetsOf(portal, reader, file),
    chosen,
    ownHeadsOf(usedOf(ownFields), usedOf(ownPapers), secondNumber),
  );
  if (!layout) throw new PortalError("stale");
  const namesSecond = namesOther(secondNumber);
  const recognised = await withRemembered(portal, reader, layout.main, namesSecond);
  const guessed = recognised.map((field) => (field !== null && isNotHere(settings, field) ? null : field));
  const off = layout.main.headings.filter((_, at) => recognised[at] !== guessed[at]).map(({ whole }) => whole);
  const isAsBefore = before !== null && file.heads_at === headsIndex(layout.main);
  return { file, before, layout, guessed, off, namesSecond, fields: isAsBefore ? before.columns : guessed };
}

const isNotHere = (settings: Settings, field: ColumnMeaning): boolean =>
  isLastDayOff(settings, field) || (field === "irccNumber" && settings.secondNumber.isAbsent);

export type ColumnChoice = {
  headsAt: number;
  columns: Columns;
  /** If true, numbers are taken although a spreadsheet treated them as amounts. */
  takesNumbers?: boolean;
  /** How to read days that could be read in both orders. */
  isMonthFirst?: boolean;
  /** If true, the import begins as soon as its rows are checked, and nobody reviews the check first. */
  begins?: boolean;
};

/** Stores what each column contains. The rows are then checked in the background. */
export async function chooseColumns(portal: Portal, actor: Actor, id: string, choice: ColumnChoice): Promise<void> {
  authorize(mayInBulk(actor, "import"), actor);
  const run = await ownRun(portal, actor, id);
  await storeChoice(portal, actor, await tableOf(portal, portal.database.read, run, choice.headsAt), choice);
}

type TableOfFile = Awaited<ReturnType<typeof tableOf>>;

async function storeChoice(
  portal: Portal,
  actor: Actor,
  { file, layout, guessed, namesSecond }: TableOfFile,
  choice: Omit<ColumnChoice, "headsAt">,
) {
  const { columns, begins = false, takesNumbers = false, isMonthFirst = false } = choice;
  refuseUnusable(columns);
  const tables = [layout.main, ...layout.others];
  if (rowsIn(tables) > tableLimits.rows) throw new PortalError("too-many-rows");
  const unclear = isMonthFirst ? "month-first" : "day-first";
  const readings = readingsOf(layout).map((reading) => ({ ...reading, dayOrder: reading.dayOrder ?? unclear }));
  const stored = JSON.stringify({ columns, readings, parts: partsOf(layout), isMonthFirst });
  await changeOwnRun(portal, actor, file.id, async (writer, run) => {
    if (run.state !== "received") throw new PortalError("stale");
    await refuseSecond(writer, run);
    const how = { begins: begins ? 1 : 0, takes_numbers: takesNumbers ? 1 : 0 } as const;
    const sheets = { sheets: tables.map(sheetOf), unread: layout.unread.map(unreadOf) };
    const about = {
      ...aboutFile(portal, file),
      ...sheets,
      more: headsOfLaterSheets(layout),
      left: leftIn(layout, columns),
    };
    const names = { sealed_name: sealedAbout(portal, file, about) };
    await updateRow(writer, "import_file", file.id, {
      heads_at: headsIndex(layout.main),
      columns: stored,
      ...how,
      ...names,
    });
    await updateRow(writer, "bulk_run", file.id, { state: "checking", begun_at: portal.now() });
    await rememberChanged(writer, run.registry, layout.main, { guessed, columns, namesSecond });
  });
  await afterCommit(portal, ({ events }) => events.emit("bulk-run-begun"));
}

/** Throws the dry run of an import away, which is then in this state. */
async function discardCheck(writer: Writer, { id, kind, state: before }: BulkRun, state: "checking" | "received") {
  if (kind !== "import" || before !== "asked") throw new PortalError("stale");
  await deleteItems(writer, id);
  await unmatchUploads(writer, id);
  await updateRow(writer, "bulk_run", id, { state, process: "" });
}

/** Checks the rows again and takes numbers as they are shown, although a spreadsheet treated them as amounts. */
export const takeNumbers = (portal: Portal, actor: Actor, id: string): Promise<void> =>
  checkAgain(portal, actor, id, (writer) => updateRow(writer, "import_file", id, { takes_numbers: 1 }));

/** Checks the rows again and takes passport numbers that are unlike the others of their column. */
export const takeUnusual = (portal: Portal, actor: Actor, id: string): Promise<void> =>
  checkAgain(portal, actor, id, async (writer) => {
    const file = await rowById(writer, "import_file", id);
    if (!file) throw new PortalError("stale");
    const columns = JSON.stringify({ ...storedChoiceOf(file), takesUnusual: true });
    await updateRow(writer, "import_file", id, { columns });
  });

async function checkAgain(portal: Portal, actor: Actor, id: string, change: (writer: Writer) => Promise<void>) {
  await changeOwnRun(portal, actor, id, async (writer, run) => {
    await refuseSecond(writer, run);
    await discardCheck(writer, run, "checking");
    await change(writer);
  });
  await afterCommit(portal, ({ events }) => events.emit("bulk-run-begun"));
}

/** Goes back from the dry run to the choice of the columns. */
export const changeColumns = (portal: Portal, actor: Actor, id: string): Promise<void> =>
  changeOwnRun(portal, actor, id, (writer, run) => discardCheck(writer, run, "received"));

/** Chooses the guessed columns, for programs. */
export async function takeGuessedColumns(
  portal: Portal,
  actor: Actor,
  id: string,
  how: Pick<ColumnChoice, "begins">,
): Promise<void> {
  authorize(mayInBulk(actor, "import"), actor);
  const table = await tableOf(portal, portal.database.read, await ownRun(portal, actor, id));
  await storeChoice(portal, actor, table, { columns: table.guessed, ...how });
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
  const chosen = columns.filter((field): field is ColumnMeaning => field !== null);
  const once = chosen.filter((field) => !isTakenOften(field));
  if (new Set(once).size < once.length) throw new PortalError("invalid", { fields: { columns: "sent-twice" } });
  if (!keyFields.some((key) => chosen.includes(key))) throw new PortalError("no-number-column");
}
