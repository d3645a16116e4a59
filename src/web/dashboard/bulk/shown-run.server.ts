import { type BulkKind, undoableForMs } from "#core/records/bulk-run.ts";
import type { StaffActor } from "#core/staff/actor.ts";
import { writtenCount, writtenMoment, writtenTime } from "#i18n/written.ts";
import { readReview } from "#operations/bulk/review-run.ts";
import { readRun, type RunCounts } from "#operations/bulk/read-run.ts";
import { possibleAssignees } from "#operations/records/assign-record.ts";
import type { Portal } from "#operations/portal.ts";
import type { ShownRun } from "./shown-run.ts";

export async function shownRun(portal: Portal, actor: StaffActor, id: string, fourEyes: boolean): Promise<ShownRun> {
  const { run, counts, undo, isUndoable, names, plan, rowsToCheck } = await readRun(portal, actor, id);
  const { kind, state, undoes, ended_at: endedAt } = run;
  return {
    id,
    kind,
    state,
    isUndo: undoes !== null,
    names,
    ...figures(counts, kind),
    ...(rowsToCheck !== null && { all: counted(rowsToCheck), open: counted(rowsToCheck - counts.all) }),
    plan: plan && { ...mapped(plan), unchanged: counted(counts.already), refused: counted(leftOutOf(counts, kind)) },
    review: kind === "approve" && fourEyes ? await shownReview(portal, actor, id) : null,
    assignees: kind === "assign" && state === "asked" ? await possibleAssignees(portal, actor) : [],
    undo: undo && { id: undo.run.id, state: undo.run.state, ...figures(undo.counts, kind) },
    undoableUntil: isUndoable && endedAt !== null ? until(endedAt + undoableForMs(kind), kind) : null,
  };
}

async function shownReview(portal: Portal, actor: StaffActor, id: string) {
  const { waiting, first } = await readReview(portal, actor, id);
  return { waiting: counted(waiting), first };
}

/** A week is told by its day. */
const until = (at: number, kind: BulkKind) => (kind === "import" ? writtenMoment(at) : writtenTime(at));

const mapped = ({ create, update }: { create: number; update: number }) => ({
  create: counted(create),
  update: counted(update),
});

/** Rows that change nothing are as they should be. */
const leftOutOf = ({ all, open, done, already }: RunCounts, kind: BulkKind) =>
  all - open - done - (kind === "import" ? already : 0);

const figures = (counts: RunCounts, kind: BulkKind) => ({
  all: counted(counts.all),
  open: counted(counts.open),
  done: counted(counts.done),
  leftOut: counted(leftOutOf(counts, kind)),
});

const counted = (count: number) => ({ count, written: writtenCount(count) });
