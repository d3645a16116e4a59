import { type BulkKind, undoableForMs } from "#core/records/bulk-run.ts";
import { isOwnName } from "#core/own-fields/own-field.ts";
import { everyLabel, type OwnDeclared } from "#core/own-fields/own-paper.ts";
import { isLastDayField } from "#core/records/last-days.ts";
import type { NewValue } from "#core/records/new-value.ts";
import type { AccountActor } from "#core/accounts/actor.ts";
import { wordsOfOwn } from "#i18n/own-field-words.ts";
import { messageCount, writtenCount, writtenDay, writtenMoment, writtenTime } from "#i18n/written.ts";
import { readReview } from "#operations/bulk/review-run.ts";
import { valueOfRun } from "#operations/bulk/value-of-run.ts";
import {
  readLeftOfFile,
  countShownKept,
  doneBy,
  isUndoRun,
  readRun,
  readWarnings,
  type RunCounts,
} from "#operations/bulk/read-run.ts";
import { possibleAssignees } from "#operations/records/assign-record.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { readDoubtfulNumbers, readMissingColumns, readUnseenDays } from "#operations/imports/problems-of-table.ts";
import { readUploads, type ShownUpload } from "#operations/imports/uploads-of-import.ts";
import type { ShownUploads, ShownWarning } from "../imports/import-plan.tsx";
import { isolated } from "#core/texts/isolated.ts";
import { placeOfRow } from "../imports/import-words.ts";
import { fieldLabel } from "../record-list/particulars.ts";
import type { ShownNewValue, ShownRun } from "./shown-run.ts";

type Given = { fourEyes: boolean } & OwnDeclared;

export async function shownRun(portal: Portal, actor: AccountActor, id: string, settings: Given) {
  const { fourEyes } = settings;
  const { run, counts, undo, isUndoable, names, plan, rowsToCheck } = await readRun(portal, actor, id);
  const { kind, state, undoes, ended_at: endedAt } = run;
  const newValue = await valueOfRun(portal, run);
  const shown: ShownRun = {
    id,
    kind,
    state,
    isUndo: isUndoRun(run),
    names,
    ...figures(counts, kind),
    ...(rowsToCheck !== null && { all: messageCount(rowsToCheck), open: messageCount(rowsToCheck - counts.all) }),
    plan: plan && {
      create: messageCount(plan.create),
      update: messageCount(plan.update),
      unchanged: messageCount(counts.already),
      refused: messageCount(leftOutOf(counts, kind)),
      hasRefused: leftOutOf(counts, kind) > counts["no-person"],
    },
    // Not read while the run works, because the page then reloads again and again.
    warnings: plan && state !== "running" ? shownWarnings(await readWarnings(portal, actor, id)) : [],
    left: plan && state !== "running" ? shownLeft(await readLeftOfFile(portal, actor, id)) : [],
    unseenDays: plan && state !== "running" ? await readUnseenDays(portal, actor, id) : [],
    shownKept: messageCount(await countShownKept(portal, run)),
    missing: plan && state !== "running" ? await readMissingColumns(portal, actor, id) : [],
    ...shownDoubtful(await readDoubtfulNumbers(portal, actor, id)),
    scans: plan && shownUploads(await readUploads(portal, actor, id)),
    undone: kind === "import" ? undoneBy(undoes === null ? undo?.counts : counts) : null,
    newValue: newValue && shownNewValue(newValue, settings),
    review: kind === "approve" && fourEyes ? await shownReview(portal, actor, id) : null,
    assignees: kind === "assign" && state === "asked" ? await possibleAssignees(portal, actor) : [],
    undo: undo && {
      id: undo.run.id,
      isDeletion: undo.run.kind === "erase",
      state: undo.run.state,
      ...figures(undo.counts, undo.run.kind),
    },
    undoableUntil: isUndoable && endedAt !== null ? until(endedAt + undoableForMs(kind), kind) : null,
  };
  return shown;
}

export function shownNewValue({ field, value }: NewValue, declared: OwnDeclared): ShownNewValue {
  const label = fieldLabel(field, everyLabel(declared));
  if (!isOwnName(field)) {
    const written = isLastDayField(field) && value !== "" ? writtenDay(value) : value;
    return { field, value, label, written };
  }
  const written = value && isolated(wordsOfOwn(declared.ownFields, field, value));
  return { field, value, label: isolated(label), written };
}

/** The page shows at most this many of the files left out; the report lists all of them. */
const maxUploadsShown = 100;

function shownUploads(uploads: readonly ShownUpload[]): ShownUploads | null {
  if (uploads.length === 0) return null;
  const leftOut = uploads.flatMap(({ name, problem }, at) =>
    problem === null ? [] : [{ id: String(at), name: name ?? "", problem }],
  );
  return {
    taken: messageCount(uploads.length - leftOut.length),
    leftOut: messageCount(leftOut.length),
    rows: leftOut.slice(0, maxUploadsShown),
  };
}

const warnedRowsNamed = 10;

/** Groups warnings about the same problem with the same field. */
function shownWarnings(rows: Awaited<ReturnType<typeof readWarnings>>): ShownWarning[] {
  const all = rows.flatMap(({ sheet, sourceRow, problems }) =>
    Object.entries(problems).map(([field, problem]) => ({ field, problem, row: placeOfRow(sheet, sourceRow ?? 0) })),
  );
  return [...Map.groupBy(all, ({ field, problem }) => `${field} ${problem}`)].flatMap(([id, same]) => {
    const [first] = same;
    const named = same.slice(0, warnedRowsNamed).map(({ row }) => row);
    const more = same.length > warnedRowsNamed ? " …" : "";
    return first ? [{ id, ...first, rows: messageCount(same.length), named: named.join(", ") + more }] : [];
  });
}

const shownDoubtful = ({ changed, unusual, first }: Awaited<ReturnType<typeof readDoubtfulNumbers>>) => ({
  changedNumbers: messageCount(changed),
  unusualNumbers: { rows: messageCount(unusual), first },
});

const shownLeft = ({ columns }: Awaited<ReturnType<typeof readLeftOfFile>>) =>
  columns.map(({ head, rows }) => ({ head, rows: messageCount(rows) }));

function undoneBy(counts: RunCounts | undefined): ShownRun["undone"] {
  if (!counts) return null;
  const { all, open, done, already, changed, gone } = counts;
  return {
    reversed: writtenCount(done + already),
    kept: writtenCount(changed),
    failed: writtenCount(all - open - done - already - changed - gone),
    gone: gone === 0 ? null : writtenCount(gone),
  };
}

async function shownReview(portal: Portal, actor: AccountActor, id: string) {
  const { waiting, first } = await readReview(portal, actor, id);
  return { waiting: messageCount(waiting), first };
}

/** Formats the end of the time for an undo. An import can be undone for a week, so its day is enough. */
const until = (at: number, kind: BulkKind) => (kind === "import" ? writtenMoment(at) : writtenTime(at));

/** How many records were left out. Rows of an import that change nothing do not count: nothing is wrong with them. */
const leftOutOf = (counts: RunCounts, kind: BulkKind) =>
  counts.all - counts.open - doneBy(kind, counts) - (kind === "import" ? counts.already : 0);

const figures = (counts: RunCounts, kind: BulkKind) => ({
  all: messageCount(counts.all),
  open: messageCount(counts.open),
  done: messageCount(doneBy(kind, counts)),
  leftOut: messageCount(leftOutOf(counts, kind)),
});
