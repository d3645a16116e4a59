import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { documentKinds, isOfOnePerson } from "#core/records/document-kinds.ts";
import { type AnyKind, kindsHere, type PapersHere } from "#core/own-fields/own-paper.ts";
import { imageOfPage } from "#core/images/image-id.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { authorize, mayListRecords, maySeeEveryRecord } from "#core/accounts/permissions.ts";
import { fileHash, fileHashRange } from "#sealing/keyed-hashes.ts";
import { openedOrNull } from "#sealing/seal.ts";
import type { Writer } from "#storage/database/database.ts";
import {
  type ImageRow,
  imagesHashedOtherwise,
  imagesOfRecord,
  recordsWithFiles,
} from "#storage/database/records/images.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { rowById, updateRow } from "#storage/database/rows.ts";
import type { Portal } from "../portal/portal.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { recordKey } from "../sealed/sealed-record.ts";
import { keyUnderOwner, openImageFacts } from "../images/stored-image.ts";

/** A document whose file is also in other records. */
type SameFile = { kind: AnyKind; others: { id: string; name: string }[] };

type RowWithKey = Pick<RecordRow, "id" | "wrapped_key">;

/** A longer list would not help anybody to decide. */
const atMost = 20;

/**
 * Returns which documents of this person are the same files as in other records. Moderators learn only of their own records.
 */
export async function sameFiles(
  portal: Portal,
  actor: Actor,
  { id, documents }: Pick<CandidateRecord, "id" | "documents">,
): Promise<SameFile[]> {
  authorize(mayListRecords(actor), actor);
  const { database, keyring } = portal;
  const row = await rowById(database.read, "candidate", id);
  if (!row) return [];
  const files = (await imagesOfRecord(database.read, id)).map((image) => ({
    image,
    sha256: checksumOf(portal, row, image),
  }));
  const hashesOf = (kind: AnyKind) =>
    files
      .filter(({ image }) => documents[kind]?.some((page) => imageOfPage(page.image) === image.id))
      .flatMap(({ sha256 }) =>
        sha256 === null ? [] : keyring.all.map((keySet) => fileHash(keySet, row.registry, sha256)),
      );
  // Whatever is left out afterwards would still count among those of the list.
  const kinds = kindsOfOnePerson(await currentSettings(portal));
  const hashes = kinds.map((kind) => ({ kind, hashes: hashesOf(kind) }));
  const found = await recordsWithFiles(database.read, {
    hashes: hashes.flatMap((one) => one.hashes),
    exceptId: id,
    registry: row.registry,
    addedBy: maySeeEveryRecord(actor) ? null : actorId(actor),
    atMost,
  });
  return hashes.flatMap((one) => {
    const rows = found.filter(({ file_hash }) => one.hashes.some((hash) => file_hash && hash.equals(file_hash)));
    const others = new Map(rows.map((other) => [other.id, { id: other.id, name: other.name }]));
    return others.size > 0 ? [{ kind: one.kind, others: [...others.values()] }] : [];
  });
}

/** The papers of this site of which two people have no file in common. */
function kindsOfOnePerson(site: PapersHere): AnyKind[] {
  const shared = site.ownPapers.filter(({ isForMany }) => isForMany).map(({ id }) => id);
  return kindsHere(site, documentKinds.filter(isOfOnePerson)).filter((kind) => !shared.some((paper) => paper === kind));
}

/** Null if the image cannot be opened: `verify` reports it. */
const checksumOf = (portal: Portal, record: RowWithKey, image: ImageRow): string | null =>
  openedOrNull(() => {
    const key = image.wrapped_key && keyUnderOwner(recordKey(portal, record), image.id, image.wrapped_key);
    return openImageFacts(image, key).facts.sha256;
  });

/** Small batches, so that visitors do not wait. */
const batch = 50;

/** Hashes files again that were hashed under an older secret, in batches. It can be stopped and run again at any time. */
export async function rehashFiles(portal: Portal, stopping?: AbortSignal): Promise<void> {
  const { database, keyring } = portal;
  let left = batch;
  while (left > 0 && !stopping?.aborted) {
    left = await database.write(async (writer) => {
      const images = await imagesHashedOtherwise(writer, fileHashRange(keyring.current), batch);
      for (const image of images) await hashFile(portal, writer, image);
      return images.length;
    });
  }
}

/** True also for an image without a hash, as images of posts are. */
export const isHashedRight = (
  { keyring }: Portal,
  registry: string,
  { file_hash }: ImageRow,
  sha256: string,
): boolean => file_hash === null || keyring.all.some((keySet) => fileHash(keySet, registry, sha256).equals(file_hash));

/** Only images of records have a hash. */
export async function hashFile(portal: Portal, writer: Writer, image: ImageRow): Promise<void> {
  const record = await rowById(writer, "candidate", image.candidate_id ?? "");
  const sha256 = record && checksumOf(portal, record, image);
  const file_hash = sha256 ? fileHash(portal.keyring.current, record.registry, sha256) : null;
  await updateRow(writer, "image", image.id, { file_hash });
}
