import { isDeepStrictEqual } from "node:util";
import { imageOfPage } from "#core/images/image-id.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { contentsOf, pagesIn } from "#core/records/revision.ts";
import type { Database, Writer } from "#storage/database/database.ts";
import { imagesOfRecord, markImagesDeleted } from "#storage/database/records/images.ts";
import { putLastDays } from "#storage/database/records/records.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { deleteRow, putRow } from "#storage/database/rows.ts";
import type { Within } from "#storage/database/transaction.ts";
import type { ChangedRow } from "#storage/database/unit-of-work.ts";
import { updateRows } from "#storage/database/update-rows.ts";
import { deleteMarkedImages } from "../images/remove-images.ts";
import { openedImages } from "../images/stored-image.ts";
import { knownSettings } from "../portal/current-settings.ts";
import type { SavedChange } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { type Revision, revisionRow } from "../sealed/sealed-revision.ts";
import { putChangedHashes } from "../sealed/own-hashes.ts";
import { daysOf, sealChange } from "../sealed/record-indexes.ts";

/** `before` is the record as it is stored. */
export type ChangedRecord = SavedChange<RecordRow, CandidateRecord>;

/** The same object before and after if the change leaves the revision as it is. */
type RevisionChange = { before: Revision | null; after: Revision | null };

/** Writes a changed record with its revision and its last days. Deletes the images that neither shows any more. */
export async function writeRecord(
  portal: Within<Portal>,
  writer: Writer,
  change: ChangedRecord,
  revision: RevisionChange = { before: null, after: null },
): Promise<void> {
  const { before, after, key } = change;
  await writeRow(portal, writer, change);
  await putChangedHashes(portal, writer, change);
  if (revision.after && revision.after !== revision.before)
    await putRow(writer, "record_revision", ["id"], revisionRow(portal, after, revision.after, key));
  const isEnded = before.revision !== null && after.revision === null;
  if (!isEnded && revision.before === revision.after && keepsImages(before, after)) return;
  if (isEnded) await deleteRow(writer, "record_revision", after.id);
  // Which images a revision shows that cannot be opened is not known.
  const shown =
    isEnded && !revision.before
      ? new Set((await imagesOfRecord(writer, after.id)).map(({ id }) => id))
      : imagesIn(before, revision.before);
  const lost = shown.difference(imagesIn(after, revision.after));
  await removeImages(portal, writer, { id: after.id, key }, lost);
}

/** A row of several that were locked together is written with them, unless its numbers change: those of others are compared with them. */
async function writeRow(portal: Within<Portal>, writer: Writer, change: ChangedRecord): Promise<void> {
  const { database } = portal;
  const { row, before, after } = change;
  const columns = sealChange(portal, change);
  const areDaysSame = isDeepStrictEqual(after.lastDays, before.lastDays);
  const lastDays = areDaysSame ? null : daysOf(after.lastDays, await knownSettings(portal));
  const changed = { id: row.id, seq: row.seq, columns, lastDays };
  const { takenRecords, changedRecords } = database.transaction.unit;
  const mayWait = takenRecords.has(row) && !("passport_index" in columns) && !("ircc_index" in columns);
  if (mayWait) changedRecords.writeBy((rows) => writeRows(database, writer, rows)).add(changed);
  else await writeRows(database, writer, [changed]);
}

async function writeRows(database: Database, writer: Writer, rows: readonly ChangedRow[]): Promise<void> {
  await updateRows(
    database,
    writer,
    "candidate",
    rows.map(({ id, columns }) => ({ id, changes: columns })),
  );
  const dated = rows.flatMap(({ seq, lastDays }) => (lastDays ? [{ seq, days: lastDays }] : []));
  await putLastDays(database, writer, dated);
}

const keepsImages = (before: CandidateRecord, after: CandidateRecord) =>
  isDeepStrictEqual(before.documents, after.documents) && isDeepStrictEqual(before.edited, after.edited);

/** The images of a record and of what waits of it. */
export const imagesIn = (record: CandidateRecord, revision: Revision | null): Set<string> =>
  new Set(pagesIn(contentsOf(record, revision?.edits)).flatMap(({ image }) => imageOfPage(image) ?? []));

/** The downloads of removed pages are removed, too. */
export async function removeImages(
  portal: Within<Portal>,
  writer: Writer,
  { id, key }: { id: string; key: Buffer },
  lost: ReadonlySet<string>,
): Promise<void> {
  if (lost.size === 0) return;
  const removed = openedImages(await imagesOfRecord(writer, id), key)
    .filter(({ row, facts }) => lost.has(facts.downloadOf ? (imageOfPage(facts.downloadOf) ?? "") : row.id))
    .map(({ row }) => row);
  await markImagesDeleted(writer, removed);
  await deleteMarkedImages(portal, removed);
}
