import { setTimeout as delay } from "node:timers/promises";
import { type Actor, system } from "#core/accounts/actor.ts";
import { authorize, mayChangeSettings, requireRecentProof } from "#core/accounts/permissions.ts";
import { isPortalError, PortalError } from "#core/errors.ts";
import { type Declared, ownName, textIn } from "#core/own-fields/own-field.ts";
import { isOwnPaper, type OwnDeclared } from "#core/own-fields/own-paper.ts";
import { lastDayField } from "#core/records/last-days.ts";
import { withoutOwn, withoutOwnEdits } from "#core/records/revision.ts";
import type { Settings } from "#core/settings/settings.ts";
import type { Writer } from "#storage/database/database.ts";
import { forgetNewValues } from "#storage/database/records/bulk-runs.ts";
import { recordsForChange } from "#storage/database/records/records.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { putRow, updateRow } from "#storage/database/rows.ts";
import { afterCommit, inTransaction, type Within } from "#storage/database/transaction.ts";
import { holdForSecondAdmin } from "../held-changes/hold-change.ts";
import { settingsIn, versionedSettings } from "../portal/current-settings.ts";
import type { ChangeTarget } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { replaceRevision } from "../records/save-revision.ts";
import { imagesIn, removeImages } from "../records/write-record.ts";
import { revisedById, type RevisedRecord } from "../sealed/revised-record.ts";
import { recordKey, sealContent } from "../sealed/sealed-record.ts";
import { revisionRow } from "../sealed/sealed-revision.ts";
import { applySettings, changeSettings, changeSettingsRow } from "../settings/change-settings.ts";
import { emptyDrafts } from "./empty-drafts.ts";
import { countOwnValue, hasOwnValue, recordsInParts } from "./own-values.ts";

/**
 * `records`: how many have something, as the question said. `counted`: once two admins have agreed, as counted before
 * the transaction.
 */
type Deletion = ChangeTarget & { records?: number | undefined; counted?: number | undefined };

const declaredAs = ({ ownFields, ownPapers }: OwnDeclared, id: string): Declared | undefined =>
  [...ownFields, ...ownPapers].find((own) => own.id === id);

/** The change of the settings that notes a deletion at a field or paper. */
function withDeletion(
  { ownFields, ownPapers }: OwnDeclared,
  id: string,
  deletion: Pick<Declared, "isEmptying" | "emptied">,
): Partial<Settings> {
  const noted = <Own extends Declared>(all: readonly Own[]) =>
    all.map((own) => (own.id === id ? { ...own, ...deletion } : own));
  return isOwnPaper(id) ? { ownPapers: noted(ownPapers) } : { ownFields: noted(ownFields) };
}

/**
 * Begins to delete all values of a removed field, or all documents and last days of a removed paper, in the background.
 * The history of the records keeps what it says, as it does for every text, and so do backups.
 */
export async function deleteOwnValues(
  portal: Portal,
  actor: Actor,
  { id, records, counted: before, ...target }: Deletion,
): Promise<void> {
  authorize(mayChangeSettings(actor), actor);
  requireRecentProof(actor);
  const counted = before ?? (await countOwnValue(portal, id));
  if (records !== undefined && records !== counted) throw new PortalError("stale");
  await changeSettingsRow(portal, actor, target.expectedVersion, async (locked) => {
    const { within, writer, settings } = locked;
    const declared = settingsIn(within, settings);
    const own = declaredAs(declared, id);
    if (!own) throw new PortalError("not-found");
    if (!own.isRemoved || own.isEmptying) throw new PortalError("stale");
    const held = await holdForSecondAdmin(locked, actor, {
      kind: "own-values",
      subject: id,
      label: textIn(own.labels, "en"),
    });
    if (held) return held;
    const emptied = { at: within.now(), records: counted };
    const change = withDeletion(declared, id, { isEmptying: true, emptied });
    return applySettings(within, writer, settings, actor, change);
  });
  await afterCommit(portal, ({ events }) => events.emit("own-values-asked"));
}

const deletion = system("own-values");

type Signals = { report: (error: unknown) => void };

/** A pause after each transaction, so that requests are answered in between. */
const pauseMs = 4;

/**
 * Deletes what records have of the fields and papers for which somebody asked that, some records in each transaction. A
 * process that dies leaves the rest to the next run, which reads all records again.
 */
export async function emptyOwn(portal: Portal, stopping?: AbortSignal, signals?: Signals): Promise<void> {
  const { ownFields, ownPapers } = (await versionedSettings(portal)).settings;
  for (const { id } of [...ownFields, ...ownPapers].filter(({ isEmptying }) => isEmptying)) {
    // Somebody may have saved a form that was opened before the field or paper was removed.
    while (await emptyRecords(portal, id, stopping));
    if (stopping?.aborted) return;
    await emptyDrafts(portal, id, signals?.report);
    await portal.database.write((writer) => forgetNewValues(writer, isOwnPaper(id) ? lastDayField(id) : ownName(id)));
    await portal.database.forgetDeleted();
    await endEmptying(portal, id);
  }
}

/** Returns the number of records that had something. */
async function emptyRecords(portal: Portal, id: string, stopping: AbortSignal | undefined): Promise<number> {
  let emptied = 0;
  for await (const part of recordsInParts(portal)) {
    if (stopping?.aborted) return 0;
    const found = part.filter((revised) => hasOwnValue(revised, id)).map(({ record }) => record.id);
    if (found.length === 0) continue;
    await inTransaction(portal, async (within, writer) => {
      const rows = await recordsForChange(within.database, writer, found);
      const revised = await revisedById(within, writer, rows);
      for (const row of rows) {
        const current = revised.get(row.id);
        if (current) await emptyRecord(within, writer, row, current, id);
      }
    });
    emptied += found.length;
    await delay(pauseMs);
  }
  return emptied;
}

/**
 * Seals the record and its revision again without the values, and deletes the images that neither shows any more. Nobody sees
 * another record than before, so it stays the same version. A revision in which nothing else waits is discarded.
 */
async function emptyRecord(
  within: Within<Portal>,
  writer: Writer,
  row: RecordRow,
  { record, revision }: RevisedRecord,
  id: string,
): Promise<void> {
  const key = recordKey(within, row);
  const stored = withoutOwn(record, id);
  await updateRow(writer, "candidate", record.id, { sealed: sealContent(stored, key).sealed });
  const left = revision && { ...revision, edits: withoutOwnEdits(revision.edits, id) };
  await removeImages(
    within,
    writer,
    { id: record.id, key },
    imagesIn(record, revision).difference(imagesIn(stored, left)),
  );
  if (!left || record.revision === null) return;
  if (left.edits.length === 0) {
    const opened = { within, writer, row, stored, key };
    await replaceRevision(deletion, "revision-discarded", opened, { before: left, after: null });
    return;
  }
  const ofRevision = { ...stored, version: record.revision };
  await putRow(writer, "record_revision", ["id"], revisionRow(within, ofRevision, left, key));
}

/** If the settings change at the same time, the next run of the job ends it. */
async function endEmptying(portal: Portal, id: string): Promise<void> {
  const { settings, version } = await versionedSettings(portal);
  const own = declaredAs(settings, id);
  if (!own) return;
  const emptied = { records: own.emptied?.records ?? 0, at: portal.now() };
  const change = withDeletion(settings, id, { isEmptying: false, emptied });
  try {
    await changeSettings(portal, deletion, { change, expectedVersion: version });
  } catch (error) {
    if (!isPortalError(error) || error.id !== "stale") throw error;
  }
}
