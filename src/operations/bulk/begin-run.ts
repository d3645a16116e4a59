import { randomUUID } from "node:crypto";
import { PortalError } from "#core/errors.ts";
import { bulkChanges, isBulkChange, undoableForMs } from "#core/records/bulk-run.ts";
import { parseNewValue } from "#core/records/new-value.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { authorize, mayInBulk, requireRecentProof } from "#core/accounts/permissions.ts";
import {
  type BulkRun,
  endRun,
  hiddenForDeletion,
  insertFollower,
  runsIn,
  runThatUndoes,
} from "#storage/database/records/bulk-runs.ts";
import { isRowId, type Writer } from "#storage/database/database.ts";
import { rowForChange, updateRow } from "#storage/database/rows.ts";
import { afterCommit } from "#storage/database/transaction.ts";
import type { Portal } from "../portal/portal.ts";
import { keepRefusedRows } from "./keep-refused-rows.ts";
import { columnsOfValue } from "./value-of-run.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { refuseEnded } from "../portal/still-signed-in.ts";

/** What the listed records get: an assignee, or a new value of one field. */
type Given = { assignee?: string | null; field?: string | undefined; value?: string | undefined };

/** Begins to change the listed records, one after another, in the background. */
export async function beginRun(portal: Portal, actor: Actor, id: string, given: Given = {}) {
  const { assignee = null } = given;
  if (assignee !== null && !isRowId(assignee)) throw new PortalError("invalid");
  const settings = await currentSettings(portal);
  await changeOwnRun(portal, actor, id, async (writer, run) => {
    // Under the four-eyes rule, somebody must look at each record before it is approved.
    authorize(isBulkChange(run.kind) && !(run.kind === "approve" && settings.fourEyes), actor);
    if (run.kind === "delete") requireRecentProof(actor);
    if (run.state !== "asked") throw new PortalError("stale");
    await refuseSecond(writer, run);
    const value = run.kind === "update" ? await columnsOfValue(portal, id, parseNewValue(given, settings)) : {};
    await updateRow(writer, "bulk_run", id, { state: "running", begun_at: portal.now(), assignee, ...value });
  });
  await afterCommit(portal, ({ events }) => events.emit("bulk-run-begun"));
}

/** Stops a run. Records that it has not reached yet stay as they are. */
export const stopRun = (portal: Portal, actor: Actor, id: string): Promise<void> =>
  changeOwnRun(portal, actor, id, async (writer) => {
    if (await endRun(writer, id, "stopped", portal.now())) await keepRefusedRows(portal, writer, id);
  });

/**
 * Puts each record back as it was before a run, unless somebody has changed it since. Returns the id of the run that does so.
 */
export async function undoRun(portal: Portal, actor: Actor, id: string): Promise<string> {
  const undo = randomUUID();
  const now = portal.now();
  await changeOwnRun(portal, actor, id, async (writer, run) => {
    // The undo of an import deletes the records that it added.
    if (run.kind === "import") requireRecentProof(actor);
    if (!isUndoable(run, now) || (await runThatUndoes(writer, id))) throw new PortalError("stale");
    // Whatever else is under way, a deletion can be stopped.
    if (run.kind !== "delete") await refuseSecond(writer, run);
    const kind = (isBulkChange(run.kind) && bulkChanges[run.kind]) || run.kind;
    await insertFollower(writer, run, { id: undo, kind, now });
  });
  await afterCommit(portal, ({ events }) => events.emit("bulk-run-begun"));
  return undo;
}

/** Begins to delete the records that were hidden for it, once their time is over and nobody has undone that. */
export async function beginDueDeletions({ database, registry, now }: Portal): Promise<void> {
  for (const { id } of await hiddenForDeletion(database.read, registry, now())) {
    await database.write(async (writer) => {
      const run = await rowForChange(database, writer, "bulk_run", id);
      if (!run || (await runThatUndoes(writer, id))) return;
      await insertFollower(writer, run, { id: randomUUID(), kind: "erase", now: now() });
    });
  }
}

/** True for some time after the end of a run. An undo cannot itself be undone. */
export const isUndoable = ({ kind, undoes, ended_at }: BulkRun, now: number): boolean =>
  isBulkChange(kind) && undoes === null && ended_at !== null && now - ended_at < undoableForMs(kind);

type Work = (writer: Writer, run: BulkRun) => Promise<void>;

/**
 * Locks the run, and then the person's row, so that each person makes one such change at a time. For other people, the
 * run does not exist.
 */
export async function changeOwnRun(
  { database, registry }: Portal,
  actor: Actor,
  id: string,
  work: Work,
): Promise<void> {
  await database.write(async (writer) => {
    const run = await rowForChange(database, writer, "bulk_run", id);
    await rowForChange(database, writer, "person", actorId(actor));
    await refuseEnded(writer, actor);
    if (run?.registry !== registry || run.person_id !== actorId(actor)) throw new PortalError("not-found");
    authorize(mayInBulk(actor, run.kind), actor);
    await work(writer, run);
  });
}

export async function refuseSecond(writer: Writer, { registry, person_id }: BulkRun): Promise<void> {
  const running = await runsIn(writer, registry, "checking", "running");
  if (running.some((run) => run.person_id === person_id)) throw new PortalError("still-working");
}
