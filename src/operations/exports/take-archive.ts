import { isPortalError, PortalError } from "#core/errors.ts";
import { tableLimits, zipLimits } from "#core/imports/table.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayTakeRecords, requireRecentProof } from "#core/accounts/permissions.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { type PapersHere, withPapersHere, withOwnPapers } from "#core/own-fields/own-paper.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { isHeldBack } from "#core/records/visibility.ts";
import { imagesOfRecord } from "#storage/database/records/images.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { openedImages } from "../images/stored-image.ts";
import { currentSettings } from "../portal/current-settings.ts";
import type { Portal } from "../portal/portal.ts";
import { takeMatching } from "../records/list-records.ts";
import type { RecordFilter } from "../records/record-filter.ts";
import { openRecord, recordKey } from "../sealed/sealed-record.ts";
import { type TakenFile, takeRecord, uploadsIn } from "./take-record.ts";

/** A scan. The holder keeps it from visitors if `isKeptBack`: its bytes stay here, because an import would show them. */
type TakenScan = TakenFile & { isKeptBack: boolean };

/** What one import takes. Of the size, the table and the names of the files have a part; of the files, the table is one. */
const oneImport: Readonly<Record<"records" | "scans" | "bytes", number>> = {
  records: tableLimits.rows,
  scans: zipLimits.files - 1,
  bytes: zipLimits.bytes - 20_000_000,
};

/**
 * Returns all records that match, for a table, and then their scans, for one import into another site. Nothing is taken
 * if an import does not take so much. `scans` are those of the records that were read, so read `records` to the end
 * before. The audit log stores who took the list, and for each record who took its scans.
 */
export async function takeArchive(portal: Portal, actor: Actor, question: RecordFilter, most = oneImport) {
  authorize(mayTakeRecords(actor), actor);
  requireRecentProof(actor);
  const site = await currentSettings(portal);
  const records = await takeMatching(portal, actor, question, (rows) => requireOneImport(portal, rows, { most, site }));
  const withScans: string[] = [];
  return { records: noted(records, withScans, site), scans: scansOf(portal, actor, withScans) };
}

/** Opens all of it once, so that a damaged record is known before the first byte leaves. */
async function requireOneImport(
  portal: Portal,
  batches: AsyncIterable<readonly RecordRow[]>,
  { most, site }: { most: typeof oneImport; site: PapersHere },
): Promise<void> {
  let [records, scans, bytes] = [0, 0, 0];
  for await (const rows of batches) {
    const images = Map.groupBy(
      await imagesOfRecord(portal.database.read, ...rows.map(({ id }) => id)),
      ({ candidate_id: id }) => id ?? "",
    );
    for (const row of rows) {
      const key = recordKey(portal, row);
      const uploads = new Set(uploadsOf(withPapersHere(openRecord(portal, row, key), site)));
      const opened = openedImages(images.get(row.id) ?? [], key).filter((image) => uploads.has(image.row.id));
      records += 1;
      scans += uploads.size;
      bytes += opened.reduce((sum, { facts }) => sum + facts.size, 0);
    }
    if (records > most.records || scans > most.scans || bytes > most.bytes) throw new PortalError("archive-too-large");
  }
}

const uploadsOf = (record: CandidateRecord) =>
  withOwnPapers(documentKinds, record.documents).flatMap((kind) => uploadsIn(record, kind));

async function* noted(batches: AsyncIterable<CandidateRecord[]>, withScans: string[], site: PapersHere) {
  for await (const records of batches) {
    withScans.push(
      ...records.filter((record) => uploadsOf(withPapersHere(record, site)).length > 0).map(({ id }) => id),
    );
    yield records;
  }
}

/** Only one document is in memory at a time. */
async function* scansOf(portal: Portal, actor: Actor, ids: readonly string[]): AsyncGenerator<TakenScan> {
  for (const id of ids) {
    const taken = await takeUnlessGone(portal, actor, id);
    if (!taken) continue;
    for await (const file of taken.scans()) {
      // An import would show it again.
      const isKeptBack = isHeldBack(taken.record, file.kind);
      yield { ...file, bytes: isKeptBack ? null : file.bytes, isKeptBack };
    }
  }
}

/** Null for a record that was deleted since the list was read. */
async function takeUnlessGone(portal: Portal, actor: Actor, id: string) {
  try {
    return await takeRecord(portal, actor, id);
  } catch (error) {
    if (isPortalError(error) && error.id === "not-found") return null;
    throw error;
  }
}
