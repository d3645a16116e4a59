import { undoableForMs } from "#core/records/bulk-run.ts";
import type { StaffActor } from "#core/staff/actor.ts";
import { writtenCount, writtenTime } from "#i18n/written.ts";
import { readReview } from "#operations/bulk/review-run.ts";
import { readRun, type RunCounts } from "#operations/bulk/read-run.ts";
import { possibleAssignees } from "#operations/records/assign-record.ts";
import type { Portal } from "#operations/portal.ts";
import type { ShownRun } from "./shown-run.ts";

export async function shownRun(portal: Portal, actor: StaffActor, id: string, fourEyes: boolean): Promise<ShownRun> {
  const { run, counts, undo, isUndoable, names } = await readRun(portal, actor, id);
  const { kind, state, undoes, ended_at: endedAt } = run;
  return {
    id,
    kind,
    state,
    isUndo: undoes !== null,
    names,
    ...figures(counts),
    review: kind === "approve" && fourEyes ? await shownReview(portal, actor, id) : null,
    assignees: kind === "assign" && state === "asked" ? await possibleAssignees(portal, actor) : [],
    undo: undo && { id: undo.run.id, state: undo.run.state, ...figures(undo.counts) },
    undoableUntil: isUndoable && endedAt !== null ? writtenTime(endedAt + undoableForMs(kind)) : null,
  };
}

async function shownReview(portal: Portal, actor: StaffActor, id: string) {
  const { waiting, first } = await readReview(portal, actor, id);
  return { waiting: counted(waiting), first };
}

const figures = ({ all, open, done }: RunCounts) => ({
  all: counted(all),
  open: counted(open),
  done: counted(done),
  leftOut: counted(all - open - done),
});

const counted = (count: number) => ({ count, written: writtenCount(count) });
