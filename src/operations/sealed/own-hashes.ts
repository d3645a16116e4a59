import { isDeepStrictEqual } from "node:util";
import type { OwnField } from "#core/own-fields/own-field.ts";
import { foundByOwn, searchedAmong } from "#core/own-fields/own-paper.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { KeySet } from "#sealing/keyring.ts";
import { ownValueHash } from "#sealing/number-index.ts";
import type { Reader, Writer } from "#storage/database/database.ts";
import { ownHashesOf, ownSearches, putOwnHashes, replaceOwnHashes } from "#storage/database/records/own-index.ts";
import type { OwnHash, RecordRow } from "#storage/database/records/record-row.ts";
import type { SavedChange } from "../portal/locked-change.ts";
import { knownSettings } from "../portal/current-settings.ts";
import type { Portal } from "../portal/portal.ts";
import { openedRecord } from "./sealed-record.ts";

type Valued = Pick<CandidateRecord, "registry" | "own" | "documents">;
type Ids = readonly Pick<OwnField, "id">[];

export const ownHashes = (keySet: KeySet, record: Valued, fields: Ids): OwnHash[] =>
  fields.map(({ id: field }) => ({
    field,
    hash: ownValueHash(keySet, record.registry, field, foundByOwn(record, field)),
  }));

/** The fields and papers whose hashes are written. As old as the settings of this process: `fillOwnIndex` waits for longer. */
export const searchedFields = async (portal: Portal): Promise<readonly OwnField[]> =>
  searchedAmong(await knownSettings(portal));

const foundAlike = (before: Valued, after: Valued) =>
  isDeepStrictEqual(before.own, after.own) && isDeepStrictEqual(before.documents, after.documents);

/** Writes the hashes that a change of a locked record makes different. The row is then under the newest key set. */
export async function putChangedHashes(
  portal: Portal,
  writer: Writer,
  { row, before, after }: Pick<SavedChange<RecordRow, CandidateRecord>, "row" | "before" | "after">,
): Promise<void> {
  const { current } = portal.keyring;
  const isUnderOther = row.key_set !== current.id;
  if (!isUnderOther && foundAlike(before, after)) return;
  const changed = (await searchedFields(portal)).filter(
    ({ id }) => isUnderOther || foundByOwn(before, id) !== foundByOwn(after, id),
  );
  await putOwnHashes(writer, rowsOf(row, ownHashes(current, after, changed)));
}

export const rowsOf = ({ seq }: Pick<RecordRow, "seq">, hashes: readonly OwnHash[]) =>
  hashes.map((hash) => ({ record_seq: seq, ...hash }));

/** The hashes of a record, under the key set of its row. Null if it cannot be opened: `verify` reports it. */
export function hashesInRow(portal: Portal, row: RecordRow, fields: Ids): OwnHash[] | null {
  const keySet = portal.keyring.all.find(({ id }) => id === row.key_set);
  const record = openedRecord(portal, row);
  return keySet && record ? ownHashes(keySet, record, fields) : null;
}

/** Which of these records have wrong hashes, or some of a field that is not searched. None that cannot be opened. */
export async function wronglyHashed<Found extends RecordRow>(
  portal: Portal,
  reader: Reader,
  rows: readonly Found[],
): Promise<Found[]> {
  const searches = await ownSearches(reader);
  if (searches.length === 0) return [];
  const complete = searches.filter(({ state }) => state === "complete").map(({ field }) => ({ id: field }));
  const unfinished = searches.filter(({ state }) => state !== "complete").map(({ field }) => field);
  const stored = await ownHashesOf(
    reader,
    rows.map(({ seq }) => seq),
  );
  return rows.filter((row) => {
    const right = hashesInRow(portal, row, complete);
    const found = (stored.get(row.seq) ?? []).filter(({ field }) => !unfinished.includes(field));
    return right && !isDeepStrictEqual(found.map(inText), right.map(inText));
  });
}

const inText = ({ field, hash }: OwnHash) => `${field} ${Buffer.from(hash).toString("hex")}`;

/** Makes all hashes of a locked record anew. */
export async function hashAgain(portal: Portal, writer: Writer, row: RecordRow): Promise<void> {
  const searches = await ownSearches(writer);
  const kept = searches.filter(({ state }) => state !== "ending").map(({ field }) => ({ id: field }));
  const hashes = hashesInRow(portal, row, kept);
  if (hashes) await replaceOwnHashes(writer, row.seq, rowsOf(row, hashes));
}
