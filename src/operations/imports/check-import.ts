import { setTimeout as delay } from "node:timers/promises";
import { type FieldProblems, isUnavailable, isPortalError } from "#core/errors.ts";
import { keyFields } from "#core/imports/import-fields.ts";
import { cellsInTable, isBelowPeople, repeatsHeads } from "#core/imports/join-sheets.ts";
import { isTotalOrNote, lostOf, readRow, type RowProblems, withoutLost } from "#core/imports/row.ts";
import { type NumberForm, recordNumber, recordSecond } from "#core/records/numbers.ts";
import type { AccountActor } from "#core/accounts/actor.ts";
import type { BulkOutcome } from "#core/records/bulk-run.ts";
import { isFieldName, recordFields } from "#core/records/record-fields.ts";
import { type BulkRun, deleteItems, insertItems } from "#storage/database/records/bulk-runs.ts";
import type { Writer } from "#storage/database/database.ts";
import { rowById, rowForChange, updateRow } from "#storage/database/rows.ts";
import { afterCommit, rolledBack } from "#storage/database/transaction.ts";
import { noteEndOfRun } from "../alerts/mail-alerts.ts";
import type { JobSignals } from "../portal/queue.ts";
import type { ImageChanges } from "../images/attach-images.ts";
import type { Portal } from "../portal/portal.ts";
import { lockRecords } from "../records/record-entity.ts";
import { importRow, type ImportedRow, ownersOfNumbers, recordOfRow } from "./import-row.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { type EarlierRow, writtenProblems } from "../bulk/problems-of-row.ts";
import { matchUploads, prepareUploads, type WriteWhileOurs } from "./match-uploads.ts";
import { headingRows, readingOf, rowsInPart, rowsOfPart } from "../bulk/rows-of-import.ts";
import { imagesOfRows } from "./uploads-of-import.ts";

type ListedItem = Parameters<typeof insertItems>[1][number];
type Plan = Pick<ListedItem, "record_id" | "version" | "outcome" | "problems">;

/** A pause after each part, so that requests are answered in between: SQLite works in the thread that answers them. */
const restMs = 1;

type TakenRun = { actor: AccountActor; run: BulkRun };

/**
 * The dry run of an import: does for each row what the import will do until it saves the row, and rolls it back. A
 * process that takes over from a process that died starts again: nothing has changed.
 */
export async function checkImport(
  portal: Portal,
  { actor, run }: TakenRun,
  { stopping, report }: JobSignals,
): Promise<void> {
  const { database } = portal;
  const file = await rowById(database.read, "import_file", run.id);
  if (!file) return;
  const write: WriteWhileOurs = (work) =>
    stopping.aborted ? Promise.resolve(false) : writeWhileOurs(portal, run, work);
  if (!(await write((writer) => deleteItems(writer, run.id)))) return;
  const check = { portal, actor, seen: new Map<string, EarlierRow>(), report };
  const uploads = { ...check, file, write };
  const hasUploads = await matchUploads(uploads);
  const choice = await readingOf(portal, file);
  const headings = (await headingRows(portal, database.read, file)).at(-1)?.cells ?? [];
  for (let part = 0; part * rowsInPart < file.row_count; part += 1) {
    const rows = (await rowsOfPart(portal, database.read, file, part))
      .flatMap(({ row, cells: inFile }, at) => {
        const seq = part * rowsInPart + at + 1;
        const cells = cellsInTable(choice.parts, seq, inFile);
        if (!cells) return [];
        const isForNobody =
          isTotalOrNote(choice.columns, cells, isBelowPeople(choice.parts, seq)) || repeatsHeads(headings, cells);
        return [{ seq, source_row: row, isForNobody, ...readRow(choice, cells) }];
      })
      .map((row) => ({ ...row, ...repeatedIn(check.seen, row, choice.numberForm ?? null) }));
    if (rows.length === 0) continue;
    const usable = rows.filter(({ isForNobody, problems }) => !isForNobody && isEmpty(problems));
    if (hasUploads && !(await prepareUploads(uploads, usable))) return;
    const images = await imagesOfRows(database.read, run.id, hasUploads ? usable.map(({ seq }) => seq) : []);
    const plans = await plansOf(
      check,
      rows.map((row) => ({ ...row, images: images.get(row.seq) })),
    );
    const items = rows.flatMap(({ seq, source_row }, at): ListedItem[] => {
      const plan = plans[at];
      return plan ? [{ run_id: run.id, seq, source_row, ...plan }] : [];
    });
    await delay(restMs);
    if (!(await write((writer) => insertItems(writer, items)))) return;
  }
  const settings = await currentSettings(portal);
  await write(async (writer) => {
    await updateRow(writer, "bulk_run", run.id, { state: file.begins === 1 ? "running" : "asked" });
    if (file.begins === 0) await noteEndOfRun(portal, writer, run, settings);
  });
  if (file.begins === 1) await afterCommit(portal, ({ events }) => events.emit("bulk-run-begun"));
}

/** Returns false once somebody has stopped the check, or another process has it. */
const writeWhileOurs = (
  { database, processId }: Portal,
  run: BulkRun,
  work: (writer: Writer) => Promise<void>,
): Promise<boolean> =>
  database.write(async (writer) => {
    const now = await rowForChange(database, writer, "bulk_run", run.id);
    if (now?.state !== "checking" || now.process !== processId) return false;
    await work(writer);
    return true;
  });

/** `seen`: the first row that has each number. */
type Check = { portal: Portal; actor: AccountActor; seen: Map<string, EarlierRow>; report: JobSignals["report"] };
type ReadRow = ReturnType<typeof readRow> & {
  isForNobody: boolean;
  earlier: EarlierRow | undefined;
  images?: ImageChanges | undefined;
};

/**
 * Plans several rows in one transaction, so that one query serves all of them. If a row fails, each row is planned separately.
 */
async function plansOf(check: Check, rows: readonly ReadRow[]): Promise<Plan[]> {
  try {
    return await rolledBack(check.portal, async (within, writer) => {
      const settings = await currentSettings(within);
      const ownersOf = await ownersOfNumbers(
        within,
        rows.map(({ input }) => input),
        settings,
      );
      const found = rows.map((row) => ({ ...row, target: recordOfRow(ownersOf, row.input, settings) ?? null }));
      const records = await lockRecords(
        within,
        writer,
        found.flatMap(({ target }) => target?.id ?? []),
      );
      return Array.fromAsync(found, (row) =>
        planOf(within, check.actor, {
          ...row,
          prefetched: { settings, ownersOf, before: records.get(row.target?.id ?? "") },
        }),
      );
    });
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (rows.length > 1) return (await Array.fromAsync(rows, (row) => plansOf(check, [row]))).flat();
    check.report(error);
    return [leftOut("failed", {})];
  }
}

async function planOf(
  portal: Portal,
  actor: AccountActor,
  { problems, warnings, isForNobody, earlier, ...row }: ReadRow & ImportedRow,
): Promise<Plan> {
  if (isForNobody) return leftOut("no-person", {});
  const { target } = row;
  // Whoever corrects the row is told of the cells that it would have lost, too.
  const wrong = { ...lostOf(warnings), ...problems };
  try {
    const { modified } = await importRow(portal, actor, { ...row, isDryRun: true });
    if (!isEmpty(problems)) return leftOut("refused", wrong, earlier);
    const outcome = modified === 1 ? null : "already";
    const warned = isEmpty(warnings) ? null : JSON.stringify(warnings);
    return { record_id: target?.id ?? "", version: target?.version ?? 0, outcome, problems: warned };
  } catch (error) {
    // Values that cannot be used, and numbers that another record has: all of them are reported at once.
    const unusable = isPortalError(error) ? error.fields : undefined;
    if (!unusable) throw error;
    if (!Object.keys(unusable).every((field) => isOptional(field, target)))
      return leftOut("refused", { ...unusable, ...wrong }, earlier);
    const lost = { ...warnings, ...unusable };
    const input = withoutLost(row.input, lost);
    return planOf(portal, actor, { ...row, input, problems, warnings: lost, isForNobody, earlier });
  }
}

/** A cell that no record needs costs only itself. A record that is there keeps what it has. */
const isOptional = (field: string, target: ImportedRow["target"]): boolean =>
  isFieldName(field) &&
  field !== "name" &&
  recordFields[field].type === "text" &&
  (target !== null || recordFields[field].needed === "never");

const isEmpty = (problems: FieldProblems) => Object.keys(problems).length === 0;

const leftOut = (outcome: BulkOutcome, problems: FieldProblems, earlier?: EarlierRow): Plan => ({
  record_id: "",
  version: 0,
  outcome,
  problems: writtenProblems(problems, earlier),
});

/** If several rows have the same number, only the first one counts. */
function repeatedIn(
  seen: Map<string, EarlierRow>,
  {
    input,
    problems: found,
    seq,
    source_row,
  }: Pick<ReadRow, "input" | "problems"> & { seq: number; source_row: number },
  form: NumberForm,
): { problems: RowProblems; earlier: EarlierRow | undefined } {
  const problems = { ...found };
  let earlier: EarlierRow | undefined;
  for (const field of keyFields) {
    const typed = input[field] ?? "";
    const number = field === "irccNumber" ? recordSecond(typed, form) : recordNumber(typed);
    if (number === null) continue;
    const key = `${field} ${number}`;
    const first = seen.get(key);
    if (first) {
      problems[field] = "number-repeated";
      earlier ??= first;
    } else seen.set(key, { seq, row: source_row });
  }
  return { problems, earlier };
}
