import { setTimeout as delay } from "node:timers/promises";
import { isUnavailable, isPortalError, PortalError, throwFirst } from "#core/errors.ts";
import { type RowInput, withoutLost } from "#core/imports/row.ts";
import { type BulkChange, type BulkOutcome, isBulkChange } from "#core/records/bulk-run.ts";
import type { AccountActor } from "#core/accounts/actor.ts";
import { mayInBulk } from "#core/accounts/permissions.ts";
import {
  type BulkItem,
  type BulkRun,
  closeItems,
  closeOpenItems,
  endRun,
  openItems,
  reopenKept,
  runsIn,
  takeRun,
} from "#storage/database/records/bulk-runs.ts";
import { type AuditRow, latestEventsOn, nthLatestEventOn } from "#storage/database/audit.ts";
import type { Reader, Writer } from "#storage/database/database.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { rowForChange } from "#storage/database/rows.ts";
import { inTransaction, type Within } from "#storage/database/transaction.ts";
import { lockPerson } from "#storage/database/accounts/accounts.ts";
import { personWithRole } from "#storage/database/accounts/roles.ts";
import {
  importRow,
  type ImportedRow,
  isAdded,
  ownersOfNumbers,
  putBack,
  undoAdded,
  uneditedSince,
  updateActions,
} from "../imports/import-row.ts";
import { keepRefusedRows } from "../bulk/keep-refused-rows.ts";
import { inputsOf, rowsInPart } from "../bulk/rows-of-import.ts";
import { valueOfRun } from "../bulk/value-of-run.ts";
import { imagesOfRows } from "../imports/uploads-of-import.ts";
import type { Changed } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { isTaken, type JobSignals } from "../portal/queue.ts";
import { assignRecord } from "../records/assign-record.ts";
import { decideOnRecord, eraseRecord, hideRecord, type RecordChanged, unhideRecord } from "../records/change-record.ts";
import { lockRecords } from "../records/record-entity.ts";
import { updateField } from "../records/update-record.ts";
import { noteEndOfRun } from "../alerts/mail-alerts.ts";
import { beginDueDeletions } from "../bulk/begin-run.ts";
import { rowOf } from "../bulk/problems-of-row.ts";
import { currentSettings } from "../portal/current-settings.ts";

/**
 * Runs take turns: this many records of one run, in one transaction, then of the next. The records wait for the disk only
 * once, and other writers wait for few records.
 */
const batchSize = rowsInPart;

const pauseMs = 4;

/** After each transaction, requests are answered: SQLite works in the thread that answers them, and PostgreSQL does not. */
async function pause({ database }: Portal): Promise<void> {
  if (database.engine === "sqlite") await delay(pauseMs);
}

/**
 * Executes all confirmed runs that no other process executes, one batch of each in turn, until no run is left. A run that
 * fails does not stop the others. Its error is thrown at the end, and the next call tries it again.
 */
export async function executeRuns(portal: Portal, signals: JobSignals): Promise<void> {
  await beginDueDeletions(portal);
  const failed = new Map<string, unknown>();
  let isLeft = true;
  while (isLeft && !signals.stopping.aborted) {
    isLeft = false;
    for (const run of await runsIn(portal.database.read, portal.registry, "running")) {
      if (signals.stopping.aborted || failed.has(run.id) || !(await isOurs(portal, run))) continue;
      try {
        await executeBatch(portal, run, signals);
        isLeft = true;
      } catch (error) {
        failed.set(run.id, error);
      }
    }
  }
  throwFirst(failed.values(), signals.report);
}

/** True if this process has the run. Takes over a run that no process has, or whose process has died. */
export const isOurs = (portal: Portal, run: BulkRun): Promise<boolean> =>
  isTaken(portal, run.process, (writer) => takeRun(writer, run, portal.processId));

async function executeBatch(portal: Portal, run: BulkRun, { report }: JobSignals): Promise<void> {
  const actor = await personOf(portal, run);
  const items = await openItems(portal.database.read, run.id, { after: 0, atMost: batchSize });
  if (!isBulkChange(run.kind) || actor === null) return endForbidden(portal, run);
  if (items.length === 0) return endWith(portal, run, "done");
  let left = await tasksOf(portal, { actor, run, kind: run.kind }, items);
  while (left.length > 0) {
    const alone = await changeTogether(portal, run, left);
    await pause(portal);
    for (const task of alone) {
      if (!(await changeAlone(portal, task, report))) return;
      await pause(portal);
    }
    left = alone.length === 0 ? [] : left.filter((task) => !alone.includes(task));
  }
}

type SharedTask = Pick<Task, "actor" | "run" | "kind">;

async function tasksOf(portal: Portal, shared: SharedTask, items: readonly BulkItem[]): Promise<Task[]> {
  const { kind, run } = shared;
  const seqs = kind === "import" && run.undoes === null ? items.map(({ seq }) => seq) : [];
  const inputs = await inputsOf(portal, run.id, seqs);
  const images = await imagesOfRows(portal.database.read, run.id, seqs);
  return items.map((item) => {
    const input = inputs.get(item.seq);
    // Cells that the dry run left out stay left out.
    const used = input && withoutLost(input, rowOf(item).problems);
    return { ...shared, item, input: used, images: images.get(item.seq) };
  });
}

async function endWith(portal: Portal, run: BulkRun, state: "done" | "stopped"): Promise<void> {
  const settings = await currentSettings(portal);
  await portal.database.write(async (writer) => {
    if (!(await endRun(writer, run.id, state, portal.now()))) return;
    if (state === "stopped") await closeOpenItems(writer, run.id, "not-allowed");
    await keepRefusedRows(portal, writer, run.id);
    await noteEndOfRun(portal, writer, run, settings);
  });
}

/** Ends a run whose person may not do this any more. Its report says so about every record that is left. */
export const endForbidden = (portal: Portal, run: BulkRun): Promise<void> => endWith(portal, run, "stopped");

/**
 * Changes the records in one transaction. If one of them cannot be changed, nothing is changed, and that record is
 * returned: it must be changed alone, before the others are tried again. If nobody knows which one it is, all are
 * returned.
 */
async function changeTogether(portal: Portal, run: BulkRun, tasks: readonly Task[]): Promise<readonly Task[]> {
  let current: Task | null = null;
  try {
    await inTransaction(portal, (within, writer) =>
      changeAll(within, writer, { run, tasks, begins: (task) => (current = task) }),
    );
    return [];
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return current ? [current] : tasks;
  }
}

type Together = { run: BulkRun; tasks: readonly Task[]; begins?: (task: Task | null) => void };

/** The outcomes are stored in the same transaction, so that nothing is done twice. `begins` gets the task that is next. */
async function changeAll(within: Within<Portal>, writer: Writer, { run, tasks, begins }: Together): Promise<void> {
  begins?.(null);
  const actor = await refuseStopped(within, writer, run.id);
  const records = await lockRecords(within, writer, idsOf(tasks));
  const undone = tasks.filter(isUndoOfImport).map(({ item }) => item);
  const unedited = await uneditedSince(writer, undone, records);
  const added = undone.filter(isAdded);
  const outcomes = await undoAdded(within, writer, actor, { rows: present(records, added), unedited });
  const closed = added.map((item): BulkItem => ({ ...item, outcome: outcomes.get(item.record_id) ?? "gone" }));
  const others = tasks.filter(({ item }) => !added.includes(item));
  const prefetchedFor = await prefetch(within, others, records);
  const toPutBack = others.filter(isPutBack);
  const updates = await latestEventsOn(writer, "candidate", idsOf(toPutBack), updateActions);
  const lastUpdates = new Map(updates.map((event) => [event.subject_id, event]));
  for (const { item } of toPutBack) {
    const undoneUpdates = unedited.get(item.record_id)?.undoneUpdates ?? 0;
    if (undoneUpdates === 0) continue;
    const own = await nthLatestEventOn(writer, "candidate", item.record_id, {
      actions: updateActions,
      after: undoneUpdates,
    });
    if (own) lastUpdates.set(item.record_id, own);
  }
  for (const task of others) {
    begins?.(task);
    const item = { ...task.item, version: unedited.get(task.item.record_id)?.version ?? task.item.version };
    const queried = { prefetched: prefetchedFor(task), lastUpdate: lastUpdates.get(item.record_id) };
    closed.push(closedBy(item, await changes[task.kind](within, { ...task, item, ...queried })));
  }
  begins?.(null);
  if (!(await closeItems(writer, closed))) throw new PortalError("stale");
  const restored = toPutBack.length === 0 ? [] : closed.filter(({ outcome }) => outcome === "done");
  await reopenKept(writer, within.registry, idsIn(restored));
}

/** True if the record gets the values that it had before an import or an update. */
const isPutBack = ({ kind, run }: Task): boolean => run.undoes !== null && (kind === "import" || kind === "update");

const isUndoOfImport = ({ kind, run }: Task): boolean => kind === "import" && run.undoes !== null;

const idsOf = (tasks: readonly Task[]) => tasks.flatMap(({ item }) => (item.version === 0 ? [] : item.record_id));

const idsIn = (items: readonly BulkItem[]) => items.map(({ record_id }) => record_id);

type Records = ReadonlyMap<string, RecordRow>;

const present = (records: Records, items: readonly BulkItem[]) =>
  items.flatMap(({ record_id }) => records.get(record_id) ?? []);

/** Queries once what each row of an import needs. */
async function prefetch(within: Within<Portal>, tasks: readonly Task[], records: Records) {
  const inputs = tasks.flatMap(({ input }) => input ?? []);
  if (inputs.length === 0) return () => undefined;
  const settings = await currentSettings(within);
  const ownersOf = await ownersOfNumbers(within, inputs, settings);
  return ({ item }: Task) => ({ settings, ownersOf, before: records.get(item.record_id) });
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
  lastUpdate?: AuditRow | undefined;
};

/** Changes one record, or stores why it was left out. Returns false if the run was stopped. */
async function changeAlone(portal: Portal, task: Task, report: JobSignals["report"]): Promise<boolean> {
  const { run, kind, item } = task;
  try {
    await inTransaction(portal, (within, writer) => changeAll(within, writer, { run, tasks: [task] }));
    return true;
  } catch (error) {
    const outcome = outcomeOf(error, kind);
    if (outcome === null) throw error;
    if (outcome === "failed") report(error);
    const problems = isPortalError(error) && error.fields ? JSON.stringify(error.fields) : null;
    return portal.database.write(async (writer) => {
      const isRunning = await isStillRunning(portal, writer, run.id);
      if (isRunning) await closeItems(writer, [{ ...item, outcome, problems }]);
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
async function refuseStopped(portal: Portal, writer: Writer, runId: string): Promise<AccountActor> {
  const run = await rowForChange(portal.database, writer, "bulk_run", runId);
  if (run?.state !== "running") throw new PortalError("stale");
  // Whoever takes the role away locks the person, too: they wait until this transaction has ended, or are seen here.
  await lockPerson(portal.database, writer, run.person_id);
  const actor = await personOf(portal, run, writer);
  if (actor === null) throw new PortalError("not-allowed");
  return actor;
}

/** `id` is that of an added record. `before` is the assignee before. */
type ItemChanged = Changed & { version: number; id?: string; before?: string | null };

const changes: Record<BulkChange, (portal: Portal, task: Task) => Promise<ItemChanged>> = {
  hide: async (portal, { actor, item }) => withVersion(await hideRecord(portal, actor, targetOf(item))),
  unhide: async (portal, { actor, item }) => withVersion(await unhideRecord(portal, actor, targetOf(item))),
  update: async (portal, { actor, run, item, lastUpdate }) =>
    run.undoes === null
      ? withVersion(await updateField(portal, actor, targetOf(item), await newValueOf(portal, run)))
      : putBack(portal, actor, targetOf(item), lastUpdate),
  approve: async (portal, { actor, item }) =>
    withVersion(await decideOnRecord(portal, actor, targetOf(item), "approve")),
  withdraw: async (portal, { actor, item }) => withVersion(await decideOnRecord(portal, actor, targetOf(item), "deny")),
  assign: executeAssign,
  delete: async (portal, { actor, item }) => withVersion(await hideRecord(portal, actor, targetOf(item))),
  erase: async (portal, { actor, item }) => {
    await eraseRecord(portal, actor, targetOf(item));
    return { modified: 1, version: item.version };
  },
  import: executeImport,
};

const withVersion = ({ modified, record }: RecordChanged): ItemChanged => ({ modified, version: record.version });

async function newValueOf(portal: Portal, run: BulkRun) {
  const value = await valueOfRun(portal, run);
  if (value === null) throw new PortalError("not-allowed");
  return value;
}

/** The record in the version that the run lists. */
const targetOf = ({ record_id: id, version: expectedVersion }: BulkItem) => ({ id, expectedVersion });

/** Assigns the record. An undo restores the earlier assignee, unless somebody has assigned the record again since. */
function executeAssign(portal: Portal, { actor, run: { undoes, assignee }, item }: Task): Promise<ItemChanged> {
  const target = { id: item.record_id, ...(undoes !== null && { expectedAssignee: assignee }) };
  return assignRecord(portal, actor, target, undoes === null ? assignee : item.assignee_before);
}

/** Imports one row, or restores a record that the import changed. */
async function executeImport(portal: Portal, task: Task): Promise<ItemChanged> {
  const { actor, run, item, input, images, prefetched, lastUpdate } = task;
  if (run.undoes !== null) return putBack(portal, actor, targetOf(item), lastUpdate);
  if (!input) throw new PortalError("not-found");
  const target = item.version === 0 ? null : { id: item.record_id, version: item.version };
  return importRow(portal, actor, { target, input, images, prefetched });
}

function closedBy(item: BulkItem, { modified, version, id = item.record_id, before = null }: ItemChanged): BulkItem {
  const outcome = modified === 1 ? "done" : "already";
  return { ...item, outcome, record_id: id, version_after: version, assignee_before: before };
}

/** Null if the site itself fails: the record is tried again later. */
function outcomeOf(error: unknown, kind: BulkChange): BulkOutcome | null {
  if (isUnavailable(error)) return null;
  if (!isPortalError(error)) return "failed";
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
  "needed-fields": "incomplete",
};
