import { isDeepStrictEqual } from "node:util";
import { PortalError } from "#core/errors.ts";
import type { RowInput } from "#core/imports/row.ts";
import { emptiedSince, isOwnName, ownAmong } from "#core/own-fields/own-field.ts";
import { ownValuesAfter } from "#core/own-fields/own-value.ts";
import { fieldNames } from "#core/records/record-fields.ts";
import { type CandidateRecord, parseUpdate, type TypedRecord } from "#core/records/candidate-record.ts";
import { type Particulars, particularsOf } from "#core/records/record-details.ts";
import type { AnyKind } from "#core/own-fields/own-paper.ts";
import { datedKinds, isLastDayField, kindOfLastDay } from "#core/records/last-days.ts";
import { canonicalNumber, secondSpelling } from "#core/records/numbers.ts";
import type { BulkOutcome } from "#core/records/bulk-run.ts";
import type { Settings } from "#core/settings/settings.ts";
import type { AccountActor } from "#core/accounts/actor.ts";
import { mayUpdateRecord } from "#core/accounts/permissions.ts";
import { type AuditRow, latestActionsOn } from "#storage/database/audit.ts";
import type { Writer } from "#storage/database/database.ts";
import type { AuditAction } from "#core/audit/audit-event.ts";
import { type BulkItem, versionsOfRuns } from "#storage/database/records/bulk-runs.ts";
import { recordsWorkedOn } from "#storage/database/records/records.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { rowById } from "#storage/database/rows.ts";
import type { Within } from "#storage/database/transaction.ts";
import { openEvent } from "../portal/log-audit-event.ts";
import type { ImageChanges } from "../images/attach-images.ts";
import { type ChangeTarget, presentRow } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { insertRecord, prepareRecord } from "../records/add-record.ts";
import { changeContent, withdrawAndDelete } from "../records/change-record.ts";
import { askForOwners, type OwnersOf, refuseTakenNumbers } from "../records/duplicate-numbers.ts";
import { openRevised } from "../sealed/revised-record.ts";
import { asRevised } from "../sealed/sealed-revision.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { updateRecord } from "../records/update-record.ts";

const numbersIn = ({ passportNumber, irccNumber }: RowInput, { secondNumber }: Settings) => ({
  passportNumber: canonicalNumber(passportNumber ?? ""),
  irccNumber: secondSpelling(irccNumber ?? "", secondNumber.form),
});

export const ownersOfNumbers = (portal: Portal, rows: readonly RowInput[], settings: Settings): Promise<OwnersOf> =>
  askForOwners(
    portal,
    portal.database.read,
    rows.map((row) => numbersIn(row, settings)),
  );

/** A row is about the record with its passport number or, if the row has none, about the record with its second number. */
export function recordOfRow(ownersOf: OwnersOf, row: RowInput, settings: Settings): RecordRow | undefined {
  const { passportNumber, irccNumber } = ownersOf(numbersIn(row, settings), null);
  return row.passportNumber === undefined ? irccNumber : passportNumber;
}

export type ImportedRow = {
  input: RowInput;
  /** The uploads that become documents of the record. */
  images?: ImageChanges | undefined;
  /** The record that the row is about, in the version that it had during the check. Null for a new record. */
  target: { id: string; version: number } | null;
  /**
   * Queried in the same transaction for several rows at once: the record in its current state, who has the numbers of the
   * rows, and the settings.
   */
  prefetched?: { before: RecordRow | undefined; ownersOf: OwnersOf; settings: Settings } | undefined;
  /** Checks everything and saves nothing. For a transaction that is rolled back. */
  isDryRun?: boolean;
};

export type Imported = { id: string; modified: 0 | 1; version: number };

/**
 * Adds or updates the record of one row, as if somebody had typed the row into a form. An empty cell keeps the stored
 * value.
 */
export async function importRow(
  portal: Portal,
  actor: AccountActor,
  { target, input, images = {}, prefetched, isDryRun = false }: ImportedRow,
): Promise<Imported> {
  const { state, returnReason = "", ...values } = input;
  const isParticular = ([field]: [string, unknown]) => !isLastDayField(field) && !isOwnName(field);
  const particulars = Object.fromEntries(Object.entries(values).filter(isParticular));
  const [lastDays, own] = [lastDaysOf(input), ownAmong(Object.entries(input))];
  if (target === null) {
    const added = { particulars, lastDays, own, images, hasNationality: input.nationality !== undefined };
    const published = await prepareRecord(portal, actor, added, prefetched?.settings);
    const prepared = { ...published, empty: { ...published.empty, ...standingOf(state, returnReason) } };
    const insertion = { isDryRun, ...(prefetched && { ownersOf: prefetched.ownersOf }) };
    const record = await insertRecord(portal, actor, prepared, insertion);
    return { id: record.id, modified: 1, version: record.version };
  }
  const { id, version } = target;
  const row = prefetched ? prefetched.before : await rowById(portal.database.read, "candidate", id);
  const found = presentRow(portal, row);
  const [revised] = await openRevised(portal, portal.database.read, [found]);
  if (!revised) throw new PortalError("not-found");
  const before = asRevised(revised.record, revised.revision);
  refuseReplacing(before, images);
  const changed = { particulars: { ...particularsOf(before), ...particulars }, lastDays, own, images };
  // A row that says nothing new is no submission either: a record that was sent back stays so.
  const isSameVersion = before.version === version && Object.keys(images).length === 0;
  const settings = prefetched?.settings ?? (await currentSettings(portal));
  if (isSameVersion && saysNothingNew(before, changed, settings)) return { id, modified: 0, version };
  const { modified, record } = await updateRecord(portal, actor, { id, expectedVersion: version, isDryRun }, changed);
  return { id, modified, version: record.version };
}

/** What of a new record an export says besides: it is never more public than a record of an admin. */
function standingOf(state: string | undefined, returnReason: string): Partial<CandidateRecord> {
  const notApproved = { approvedAt: null, approvedBy: null };
  if (state === "hidden") return { hidden: true };
  if (state === "waiting") return { approval: "waiting", ...notApproved };
  return state === "returned" ? { approval: "returned", returnReason, ...notApproved } : {};
}

function saysNothingNew(before: CandidateRecord, typed: TypedRecord, settings: Settings): boolean {
  const { particulars, lastDays, own } = parseUpdate(typed, settings);
  const isSame = (field: keyof Particulars) => particulars[field] === before[field];
  const isSameDay = ([kind, day]: readonly [AnyKind, string]) => (before.lastDays[kind] ?? "") === day;
  const isSameOwn = isDeepStrictEqual(ownValuesAfter(before.own, own), before.own);
  return fieldNames.every(isSame) && datedKinds(lastDays).every(isSameDay) && isSameOwn;
}

const lastDaysOf = (input: RowInput) =>
  Object.fromEntries(
    Object.entries(input).flatMap(([field, day]) => (isLastDayField(field) ? [[kindOfLastDay(field), day]] : [])),
  );

/** An import replaces no document: an undo could not bring the old one back. */
function refuseReplacing({ documents }: CandidateRecord, images: ImageChanges): void {
  const there = Object.keys(images).filter((kind) => Object.hasOwn(documents, kind));
  if (there.length === 0) return;
  throw new PortalError("invalid", { fields: Object.fromEntries(there.map((kind) => [kind, "document-there"])) });
}

/** A record that an import added keeps this version until somebody changes the record. */
const addedVersion = 1;

/** True if an import added the record. */
export const isAdded = ({ version }: Pick<BulkItem, "version">): boolean => version === addedVersion;

const hides: ReadonlySet<string> = new Set(["candidate-hidden", "candidate-unhidden"]);

/** The current version of a record, and how many updates of later runs were made and undone since an item was listed. */
export type Unedited = { version: number; undoneUpdates: number };

/**
 * Returns the records that nobody has edited since these items were listed, by id. A hide that was undone is no edit, nor is
 * a later import that was undone.
 */
export async function uneditedSince(
  writer: Writer,
  items: readonly BulkItem[],
  records: ReadonlyMap<string, RecordRow>,
): Promise<Map<string, Unedited>> {
  const listed = items.map(({ record_id: id, version: listedAs }) => {
    const version = records.get(id)?.version ?? listedAs;
    return { id, listedAs, version, steps: version - listedAs };
  });
  const changed = listed.filter(({ steps }) => steps > 0).map(({ id }) => id);
  const actions = Map.groupBy(await latestActionsOn(writer, "candidate", changed), ({ subject_id }) => subject_id);
  const runs = Map.groupBy(await versionsOfRuns(writer, changed), ({ record_id }) => record_id);
  const unedited = listed.flatMap(({ id, listedAs, version, steps }) => {
    const byRuns = (runs.get(id) ?? []).filter(({ version_after: after }) => (after ?? 0) > listedAs);
    const since = (actions.get(id) ?? []).slice(0, steps).filter(({ action }) => !hides.has(action));
    const isAsListed = steps % 2 === 0 && since.length === byRuns.length && since.every(isUpdate) && areUndone(byRuns);
    return isAsListed ? [[id, { version, undoneUpdates: byRuns.length }] as const] : [];
  });
  return new Map(unedited);
}

type VersionOfRun = Awaited<ReturnType<typeof versionsOfRuns>>[number];

/** True if all that later runs changed was put back by their undo. */
function areUndone(byRuns: readonly VersionOfRun[]): boolean {
  const undone = new Set(byRuns.map(({ undoes }) => undoes));
  const made = new Set(byRuns.map(({ run_id }) => run_id));
  return byRuns.every(({ run_id, undoes }) => (undoes === null ? undone.has(run_id) : made.has(undoes)));
}

export const updateActions = ["candidate-updated", "revision-changed"] as const satisfies AuditAction[];
const isUpdate = ({ action }: { action: AuditAction }) => updateActions.some((update) => update === action);

type AddedRows = { rows: readonly RecordRow[]; unedited: ReadonlyMap<string, Unedited> };

/**
 * Deletes locked records that an import added, unless somebody has changed them or worked on them since. Comments,
 * assignees, holders and their links, and days until which a record is kept change no version. Returns the outcomes by id.
 */
export async function undoAdded(
  within: Within<Portal>,
  writer: Writer,
  actor: AccountActor,
  { rows: found, unedited }: AddedRows,
): Promise<Map<string, BulkOutcome>> {
  const rows = found.filter(({ registry }) => registry === within.registry);
  if (rows.length === 0) return new Map();
  const workedOn = await recordsWorkedOn(
    writer,
    rows.map(({ id }) => id),
  );
  const isUntouched = ({ id, assigned_to }: RecordRow) => unedited.has(id) && assigned_to === null && !workedOn.has(id);
  await withdrawAndDelete(within, writer, actor, rows.filter(isUntouched));
  return new Map(rows.map((row) => [row.id, isUntouched(row) ? "done" : "changed"]));
}

/**
 * Restores the record from the audit log, as it was before its last update. That is the one to undo: nobody has changed
 * the record since.
 */
export async function putBack(
  portal: Portal,
  actor: AccountActor,
  target: ChangeTarget,
  lastUpdate: AuditRow | undefined,
) {
  const { modified, record: after } = await changeContent(portal, actor, target, {
    allowedFor: mayUpdateRecord,
    action: "candidate-updated",
    apply: async (record, { writer, key }) => {
      const before = withoutEmptied(beforeUpdate(lastUpdate, key), lastUpdate?.at ?? 0, await currentSettings(portal));
      await refuseTakenNumbers(portal, writer, actor, record, { ...record, ...before });
      return before;
    },
  });
  return { modified, version: after.version };
}

/** What was deleted for good does not come back. `at`: the time of the update that is undone. */
function withoutEmptied(before: Partial<CandidateRecord>, at: number, { ownFields, ownPapers }: Settings) {
  const gone = emptiedSince([...ownFields, ...ownPapers], at);
  const left = <Value>(byId: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(byId).filter(([id]) => !gone.includes(id)));
  return {
    ...before,
    ...(before.own && { own: left(before.own) }),
    ...(before.documents && { documents: left(before.documents) }),
    ...(before.lastDays && { lastDays: left(before.lastDays) }),
  };
}

function beforeUpdate(update: AuditRow | undefined, key: Buffer): Partial<CandidateRecord> {
  const details = update && openEvent(update, key).details;
  if (!details) throw new PortalError("stale");
  const { revision: _, returnReason: __, ...changed } = details;
  return Object.fromEntries(Object.entries(changed).map(([field, { from }]) => [field, from]));
}
