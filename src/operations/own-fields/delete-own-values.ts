import { setTimeout as delay } from "node:timers/promises";
import { type Actor, system } from "#core/accounts/actor.ts";
import { authorize, mayChangeSettings, requireRecentProof } from "#core/accounts/permissions.ts";
import { isPortalError, PortalError } from "#core/errors.ts";
import { type OwnField, ownName, textIn, withOwn } from "#core/own-fields/own-field.ts";
import { withoutFields, withoutOwnField } from "#core/records/revision.ts";
import type { Writer } from "#storage/database/database.ts";
import { forgetNewValues } from "#storage/database/records/bulk-runs.ts";
import { everyDraft } from "#storage/database/records/drafts.ts";
import { recordsForChange } from "#storage/database/records/records.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { putRow, rowForChange, updateRow } from "#storage/database/rows.ts";
import { afterCommit, inTransaction, type Within } from "#storage/database/transaction.ts";
import { isOpenDraft, sealedDraft, sealedPageDraft } from "../drafts/read-drafts.ts";
import { holdForSecondAdmin } from "../held-changes/hold-change.ts";
import { settingsIn, versionedSettings } from "../portal/current-settings.ts";
import type { ChangeTarget } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { replaceRevision } from "../records/save-revision.ts";
import { revisedById, type RevisedRecord } from "../sealed/revised-record.ts";
import { recordKey, sealContent } from "../sealed/sealed-record.ts";
import { revisionRow } from "../sealed/sealed-revision.ts";
import { applySettings, changeSettings, changeSettingsRow } from "../settings/change-settings.ts";
import { countOwnValue, hasOwnValue, recordsInParts } from "./own-values.ts";

/** `records`: how many have a value, as the question said. `counted`: once two admins have agreed, as counted before the transaction. */
type Deletion = ChangeTarget & { records?: number | undefined; counted?: number | undefined };

/**
 * Begins to delete all values of a removed field, in the background. The history of the records keeps what it says, as it
 * does for every text, and so do backups.
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
    const { ownFields } = settingsIn(within, settings);
    const field = ownFields.find((one) => one.id === id);
    if (!field) throw new PortalError("not-found");
    if (!field.isRemoved || field.isEmptying) throw new PortalError("stale");
    const held = await holdForSecondAdmin(locked, actor, {
      kind: "own-values",
      subject: id,
      label: textIn(field.labels, "en"),
    });
    if (held) return held;
    const emptied = { at: within.now(), records: counted };
    const change = { ownFields: withOwn(ownFields, { ...field, isEmptying: true, emptied }) };
    return applySettings(within, writer, settings, actor, change);
  });
  await afterCommit(portal, ({ events }) => events.emit("own-values-asked"));
}

const deletion = system("own-values");

/** A pause after each transaction, so that requests are answered in between. */
const pauseMs = 4;

/**
 * Deletes the values of the fields for which somebody asked that, some records in each transaction. A process that dies
 * leaves the rest to the next run, which reads all records again.
 */
export async function emptyOwnFields(portal: Portal, stopping?: AbortSignal): Promise<void> {
  const { settings } = await versionedSettings(portal);
  for (const { id } of settings.ownFields.filter(({ isEmptying }) => isEmptying)) {
    // Somebody may have saved a form that was opened before the field was removed.
    while (await emptyRecords(portal, id, stopping));
    if (stopping?.aborted) return;
    await emptyDrafts(portal, id);
    await portal.database.write((writer) => forgetNewValues(writer, ownName(id)));
    await portal.database.forgetDeleted();
    await endEmptying(portal, id);
  }
}

/** Returns the number of records that had a value. */
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
 * Seals the record and its revision again without the values. Nobody sees another record than before, so it stays the same
 * version. A revision in which nothing else waits is discarded.
 */
async function emptyRecord(
  within: Within<Portal>,
  writer: Writer,
  row: RecordRow,
  { record, revision }: RevisedRecord,
  id: string,
): Promise<void> {
  const key = recordKey(within, row);
  const stored = withoutOwnField(record, id);
  await updateRow(writer, "candidate", record.id, { sealed: sealContent(stored, key).sealed });
  if (!revision || record.revision === null) return;
  const before = { ...revision, edits: withoutFields(revision.edits, [ownName(id)]) };
  if (before.edits.length === 0) {
    const opened = { within, writer, row, stored, key };
    await replaceRevision(deletion, "revision-discarded", opened, { before, after: null });
    return;
  }
  const ofRevision = { ...stored, version: record.revision };
  await putRow(writer, "record_revision", ["id"], revisionRow(within, ofRevision, before, key));
}

async function emptyDrafts({ database, keyring }: Portal, id: string): Promise<void> {
  for (const draft of await everyDraft(database.read))
    await database.write(async (writer) => {
      const row = await rowForChange(database, writer, "form_draft", draft.id);
      if (!row || !isOpenDraft(row)) return;
      // The names of page drafts have a colon.
      if (row.form.includes(":")) {
        const { fields } = sealedPageDraft.openRow(keyring, row);
        const left = fields.filter(([name]) => name !== ownName(id));
        if (left.length < fields.length)
          await updateRow(writer, "form_draft", row.id, sealedPageDraft.sealColumns(keyring, row, { fields: left }));
        return;
      }
      const content = sealedDraft.openRow(keyring, row);
      const { [id]: value, ...own } = content.own;
      if (value === undefined) return;
      await updateRow(writer, "form_draft", row.id, sealedDraft.sealColumns(keyring, row, { ...content, own }));
    });
}

/** If the settings change at the same time, the next run of the job ends it. */
async function endEmptying(portal: Portal, id: string): Promise<void> {
  const { settings, version } = await versionedSettings(portal);
  const ended = (field: OwnField): OwnField => ({
    ...field,
    isEmptying: false,
    emptied: { records: field.emptied?.records ?? 0, at: portal.now() },
  });
  const field = settings.ownFields.find((one) => one.id === id);
  if (!field) return;
  const change = { ownFields: withOwn(settings.ownFields, ended(field)) };
  try {
    await changeSettings(portal, deletion, { change, expectedVersion: version });
  } catch (error) {
    if (!isPortalError(error) || error.id !== "stale") throw error;
  }
}
