import { isDeepStrictEqual } from "node:util";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { documentFileName } from "#core/records/document-file-name.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { imageOfPage } from "#core/images/image-id.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayTakeRecords, requireRecentProof } from "#core/accounts/permissions.ts";
import { imagesOfRecord } from "#storage/database/records/images.ts";
import { keyUnderOwner, openBlob, openImageFacts, originalBlob } from "../images/stored-image.ts";
import { changeLocked } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { recordEntity } from "../records/record-entity.ts";
import { openRecord } from "../sealed/sealed-record.ts";
import { asRevised, readableRevisionOf, type Revision } from "../sealed/sealed-revision.ts";

/** A document as it was uploaded. `bytes` is null if its file is missing or cannot be opened. */
export type TakenFile = { name: string; bytes: Buffer | null };

/**
 * Returns one record and its documents as they were uploaded. The documents are opened one after another. The audit log
 * stores who took them.
 */
export async function takeRecord(
  portal: Portal,
  actor: Actor,
  id: string,
  action: "record-exported" | "person-exported" = "record-exported",
) {
  authorize(mayTakeRecords(actor), actor);
  requireRecentProof(actor);
  return changeLocked(portal, actor, recordEntity, { id }, async ({ within, row, key, log }) => {
    const record = openRecord(portal, row, key);
    // Nobody waits for a repair: what is damaged is missing here, and the page of the record says so.
    const revision = await readableRevisionOf(within, record, key);
    const documents = Object.values(record.documents).filter((pages) => pages.length > 0).length;
    await log(action, { files: { from: null, to: documents } });
    return { record, revision, files: filesOf(portal, record, revision, key) };
  });
}

/** The documents of the record, and those that wait in its revision. */
async function* filesOf(
  portal: Portal,
  record: CandidateRecord,
  revision: Revision | null,
  key: Buffer,
): AsyncGenerator<TakenFile> {
  yield* documentsOf(portal, record, key);
  if (!revision) return;
  const { documents } = asRevised(record, revision);
  const changed = documentKinds.filter((kind) => !isDeepStrictEqual(documents[kind], record.documents[kind]));
  const waiting = Object.fromEntries(changed.map((kind) => [kind, documents[kind] ?? []]));
  for await (const { name, bytes } of documentsOf(portal, { ...record, documents: waiting }, key))
    yield { name: `waiting/${name}`, bytes };
}

async function* documentsOf(
  { database, blobs }: Portal,
  record: CandidateRecord,
  key: Buffer,
): AsyncGenerator<TakenFile> {
  const images = new Map((await imagesOfRecord(database.read, record.id)).map((row) => [row.id, row]));
  for (const kind of documentKinds) {
    const uploads = new Set((record.documents[kind] ?? []).map(({ image }) => imageOfPage(image) ?? image));
    for (const [at, image] of [...uploads].entries()) {
      const row = images.get(image);
      const named = (format: string) => documentFileName(record.passportNumber, kind, at, format);
      if (!row?.wrapped_key) {
        yield { name: named("missing"), bytes: null };
        continue;
      }
      const imageKey = keyUnderOwner(key, image, row.wrapped_key);
      const { facts } = openImageFacts(row, imageKey);
      yield { name: named(facts.format), bytes: await openBlob(blobs, imageKey, originalBlob(image)) };
    }
  }
}
