import { setTimeout as delay } from "node:timers/promises";
import { dayMs } from "#core/durations.ts";
import { isPortalError, PortalError, throwFirst } from "#core/errors.ts";
import { uploadLifetimeMs } from "#core/images/upload-limits.ts";
import type { RowInput } from "#core/imports/row.ts";
import { type BulkChange, type BulkOutcome, isBulkChange } from "#core/records/bulk-run.ts";
import type { AccountActor } from "#core/accounts/actor.ts";
import { mayInBulk } from "#core/accounts/permissions.ts";
import {
  type BulkItem,
  type BulkRun,
  closeItem,
  deleteRunsBefore,
  endRun,
  openItems,
  runsIn,
  takeRun,
} from "#storage/database/records/bulk-runs.ts";
import type { Reader, Writer } from "#storage/database/database.ts";
import { deleteUnbegunImports } from "#storage/database/records/imports.ts";
import { rowForChange } from "#storage/database/rows.ts";
import { inTransaction } from "#storage/database/transaction.ts";
import { personWithRole } from "#storage/database/accounts/roles.ts";
import { importRow, type ImportedRow, lockedRecords, ownersOfNumbers, undoRow } from "../imports/import-row.ts";
import { inputsOf } from "../imports/rows-of-import.ts";
import { imagesOfRows } from "../imports/uploads-of-import.ts";
import type { Changed } from "../locked-change.ts";
import type { Portal } from "../portal.ts";
import { isTaken } from "../queue.ts";
import { assignRecord } from "../records/assign-record.ts";
import { decideOnRecord, hideRecord, type RecordChanged, unhideRecord } from "../records/change-record.ts";
import { noteEndOfRun } from "../alerts/mail-alerts.ts";
import { currentSettings } from "../settings/current-settings.ts";

export type Round = { stopping: AbortSignal; report: (error: unknown) => void };

/** Runs take turns: this many records of one run, then of the next. The person's role is read again before each batch. */
const batchSize = 10;

/** The batch size of an import. What the rows need from the database is prefetched once for the whole batch. */
const importBatchSize = 25;

/** A pause after each record, so that requests are answered in between: SQLite works in the thread that answers them. */
const pauseMs = 4;

/**
 * Executes all confirmed runs that no other process executes, one batch of each in turn, until no run is left. A run that
 * fails does not stop the others. Its error is thrown at the end, and the next call tries it again.
 */
export async function executeRuns(portal: Portal, round: Round): Promise<void> {
  const failed = new Map<string, unknown>();
  let isLeft = true;
  while (isLeft && !round.stopping.aborted) {
    isLeft = false;
    for (const run of await runsIn(portal.database.read, portal.registry, "running")) {
      if (round.stopping.aborted || failed.has(run.id) || !(await isOurs(portal, run))) continue;
      try {
        await executeBatch(portal, run, round);
        isLeft = true;
      } catch (error) {
        failed.set(run.id, error);
      }
    }
  }
  throwFirst(failed.values(), round.report);
}

/** True if this process has the run. Takes over a run that no process has, or whose process has died. */
export const isOurs = (portal: Portal, run: BulkRun): Promise<boolean> =>
  isTaken(portal, run.process, (writer) => takeRun(writer, run, portal.processId));

async function executeBatch(portal: Portal, run: BulkRun, { report }: Round): Promise<void> {
  const actor = await personOf(portal, run);
  const isImport = run.kind === "import" && run.undoes === null;
  const atMost = isImport ? importBatchSize : batchSize;
  const items = await openItems(portal.database.read, run.id, { after: 0, atMost });
  if (!isBulkChange(run.kind) || actor === null) return endWith(portal, run, "stopped");
  if (items.length === 0) return endWith(portal, run, "done");
  const { kind } = run;
  if (isImport) return importBatch(portal, { actor, run, kind, items }, report);
  for (const item of items) {
    if (!(await executeItem(portal, { actor, run, kind, item }, report))) return;
    await delay(pauseMs);
  }
}

export async function endWith(portal: Portal, run: BulkRun, state: "done" | "stopped"): Promise<void> {
  const settings = await currentSettings(portal);
  await portal.database.write(async (writer) => {
    if (await endRun(writer, run.id, state, portal.now())) await noteEndOfRun(portal, writer, run, settings);
  });
}

type Batch = Omit<Task, "item" | "input" | "images" | "prefetched"> & { items: readonly BulkItem[] };

/**
 * Imports the rows in one transaction, so that they wait for the disk only once. If a row fails, each row gets its own
 * transaction.
 */
async function importBatch(portal: Portal, { items, ...shared }: Batch, report: Round["report"]): Promise<void> {
  const seqs = items.map(({ seq }) => seq);
  const inputs = await inputsOf(portal, shared.run.id, seqs);
  const images = await imagesOfRows(portal.database.read, shared.run.id, seqs);
  const tasks = items.map((item) => ({ ...shared, item, input: inputs.get(item.seq), images: images.get(item.seq) }));
  try {
    await inTransaction(portal, async (within, writer) => {
      await refuseStopped(within, writer, shared.run.id);
      const records = await lockedRecords(
        within,
        writer,
        items.flatMap(({ version, record_id }) => (version === 0 ? [] : record_id)),
      );
      const ownersOf = await ownersOfNumbers(
        within,
        tasks.flatMap(({ input }) => input ?? []),
      );
      const settings = await currentSettings(within);
      for (const task of tasks) {
        const prefetched = { settings, ownersOf, before: records.get(task.item.record_id) };
        await closeOpen(writer, task.item, await executeImport(within, { ...task, prefetched }));
      }
    });
    await delay(pauseMs);
  } catch (error) {
    if (isPortalError(error) && error.id === "unavailable") throw error;
    for (const task of tasks) if (!(await executeItem(portal, task, report))) return;
  }
}

/** Returns the person in their current role. Null if they may not do this any more. */
export async function personOf(
  portal: Portal,
  { person_id: id, kind }: BulkRun,
  reader: Reader = portal.database.read,
): Promise<AccountActor | null> {
  const row = await personWithRole(reader, id);
  if (!row?.role || row.suspended_at !== null) return null;
  const { fourEyes } = await currentSettings(portal);
  const actor: AccountActor = { kind: "account", id, role: row.role };
  return mayInBulk(actor, kind) && !(kind === "approve" && fourEyes) ? actor : null;
}

type Task = {
  actor: AccountActor;
  run: BulkRun;
  kind: BulkChange;
  item: BulkItem;
  /** The row of an import. */
  input?: RowInput | undefined;
  images?: ImportedRow["images"];
  prefetched?: ImportedRow["prefetched"];
};

/**
 * Changes one record. The outcome is stored in the same transaction, so that nothing is done twice. Returns false if
 * the run was stopped.
 */
async function executeItem(portal: Portal, task: Task, report: Round["report"]): Promise<boolean> {
  try {
    await inTransaction(portal, async (within, writer) => {
      await refuseStopped(within, writer, task.run.id);
      await closeOpen(writer, task.item, await changes[task.kind](within, task));
    });
    return true;
  } catch (error) {
    const outcome = outcomeOf(error, task.kind);
    if (outcome === null) throw error;
    if (outcome === "failed") report(error);
    return portal.database.write(async (writer) => {
      const isRunning = await isStillRunning(portal, writer, task.run.id);
      if (isRunning) await closeItem(writer, task.item, { outcome });
      return isRunning;
    });
  }
}

/** Locks the run until the transaction ends, so that an undo finds every record that the run changed. */
async function isStillRunning({ database }: Portal, writer: Writer, runId: string): Promise<boolean> {
  return (await rowForChange(database, writer, "bulk_run", runId))?.state === "running";
}

/**
 * The first step in the transaction of each change, which locks the run. So a run stops at once, and a person who lost
 * their role changes nothing more.
 */
async function refuseStopped(portal: Portal, writer: Writer, runId: string): Promise<void> {
  const run = await rowForChange(portal.database, writer, "bulk_run", runId);
  if (run?.state !== "running") throw new PortalError("stale");
  if ((await personOf(portal, run, writer)) === null) throw new PortalError("not-allowed");
}

/** `id` is that of an added record. `before` is the assignee before. */
type ItemChanged = Changed & { version: number; id?: string; before?: string | null };

const changes: Record<BulkChange, (portal: Portal, task: Task) => Promise<ItemChanged>> = {
  hide: async (portal, { actor, item }) => withVersion(await hideRecord(portal, actor, targetOf(item))),
  unhide: async (portal, { actor, item }) => withVersion(await unhideRecord(portal, actor, targetOf(item))),
  approve: async (portal, { actor, item }) =>
    withVersion(await decideOnRecord(portal, actor, targetOf(item), "approve")),
  withdraw: async (portal, { actor, item }) => withVersion(await decideOnRecord(portal, actor, targetOf(item), "deny")),
  assign: executeAssign,
  import: executeImport,
};

const withVersion = ({ modified, record }: RecordChanged): ItemChanged => ({ modified, version: record.version });

/** The record in the version that the run lists. */
const targetOf = ({ record_id: id, version: expectedVersion }: BulkItem) => ({ id, expectedVersion });

/** Assigns the record. An undo restores the earlier assignee, unless somebody has assigned the record again since. */
function executeAssign(portal: Portal, { actor, run: { undoes, assignee }, item }: Task): Promise<ItemChanged> {
  const target = { id: item.record_id, ...(undoes !== null && { expectedAssignee: assignee }) };
  return assignRecord(portal, actor, target, undoes === null ? assignee : item.assignee_before);
}

/** Imports one row. The undo of an import takes back each row separately. */
async function executeImport(portal: Portal, task: Task): Promise<ItemChanged> {
  const { actor, run, item, input, images, prefetched } = task;
  if (run.undoes !== null) return undoRow(portal, actor, targetOf(item));
  if (!input) throw new PortalError("not-found");
  const target = item.version === 0 ? null : { id: item.record_id, version: item.version };
  return importRow(portal, actor, { target, input, images, prefetched });
}

/** Stores the outcome, unless another process has stored one. */
async function closeOpen(
  writer: Writer,
  item: BulkItem,
  { modified, version, id = item.record_id, before = null }: ItemChanged,
): Promise<void> {
  const outcome = modified === 1 ? "done" : "already";
  const closed = { outcome, record_id: id, version_after: version, assignee_before: before } as const;
  if (!(await closeItem(writer, item, closed))) throw new PortalError("stale");
}

/** Null if the site itself fails: the record is tried again later. */
function outcomeOf(error: unknown, kind: BulkChange): BulkOutcome | null {
  if (!isPortalError(error)) return "failed";
  if (error.id === "unavailable") return null;
  if (kind === "import" && error.id === "invalid") return "refused";
  return outcomes[error.id] ?? "failed";
}

const outcomes: Partial<Record<string, BulkOutcome>> = {
  stale: "changed",
  // Another record got the number in between.
  "duplicate-number": "changed",
  "not-found": "gone",
  "not-allowed": "not-allowed",
  invalid: "not-theirs",
};

const keptMs = 30 * dayMs;
const runsAtOnce = 20;

export async function deleteOldRuns({ database, now }: Portal, stopping?: AbortSignal): Promise<void> {
  await database.write((writer) => deleteUnbegunImports(writer, now() - uploadLifetimeMs));
  const deleteSome = () => database.write((writer) => deleteRunsBefore(writer, now() - keptMs, runsAtOnce));
  while (!stopping?.aborted && (await deleteSome()) === runsAtOnce);
}
