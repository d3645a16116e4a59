import { isDeepStrictEqual } from "node:util";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { documentFileName, documentFilePath } from "#core/records/document-file-name.ts";
import { type AnyKind, withPapersHere, withOwnPapers } from "#core/own-fields/own-paper.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { imageOfPage } from "#core/images/image-id.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayTakeRecords, requireRecentProof } from "#core/accounts/permissions.ts";
import { imagesOfRecord } from "#storage/database/records/images.ts";
import { openBlob, openedImages, originalBlob } from "../images/stored-image.ts";
import { changeLocked } from "../portal/locked-change.ts";
import { currentSettings } from "../portal/current-settings.ts";
import type { Portal } from "../portal/portal.ts";
import { recordEntity } from "../records/record-entity.ts";
import { openRecord } from "../sealed/sealed-record.ts";
import { asRevised, readableRevisionOf } from "../sealed/sealed-revision.ts";

/** A document as it was uploaded. `bytes` is null if its file is missing or cannot be opened. */
export type TakenFile = { name: string; kind: AnyKind; bytes: Buffer | null };

type NameFile = typeof documentFileName;

/**
 * Returns one record and its documents as they were uploaded. The documents are opened one after another; `scans` are only
 * those that do not wait, named for an import. The audit log stores who took them.
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
    const whole = openRecord(portal, row, key);
    // Whoever asks what is known of them gets all of it, also what is switched off or removed.
    const site = action === "person-exported" ? { kindsOff: {}, ownPapers: [] } : await currentSettings(within);
    const record = withPapersHere(whole, site);
    // Nobody waits for a repair: what is damaged is missing here, and the page of the record says so.
    const revision = await readableRevisionOf(within, whole, key);
    const documents = Object.values(record.documents).filter((pages) => pages.length > 0).length;
    await log(action, { files: { from: null, to: documents } });
    const scans = () => documentsOf(portal, record, key, documentFilePath);
    const revised = revision && withPapersHere(asRevised(whole, revision), site);
    return { record, revision, revised, files: filesOf(portal, record, revised, key), scans };
  });
}

/** The documents of the record, and those that wait for a second person. */
async function* filesOf(
  portal: Portal,
  record: CandidateRecord,
  revised: CandidateRecord | null,
  key: Buffer,
): AsyncGenerator<TakenFile> {
  yield* documentsOf(portal, record, key);
  if (!revised) return;
  const { documents } = revised;
  const kinds = withOwnPapers(documentKinds, documents, record.documents);
  const changed = kinds.filter((kind) => !isDeepStrictEqual(documents[kind], record.documents[kind]));
  const waiting = Object.fromEntries(changed.map((kind) => [kind, documents[kind] ?? []]));
  for await (const file of documentsOf(portal, { ...record, documents: waiting }, key))
    yield { ...file, name: `waiting/${file.name}` };
}

/** The uploads of which a document is made, in their order. */
export const uploadsIn = ({ documents }: Pick<CandidateRecord, "documents">, kind: AnyKind): string[] => [
  ...new Set((documents[kind] ?? []).map(({ image }) => imageOfPage(image) ?? image)),
];

async function* documentsOf(
  portal: Portal,
  record: CandidateRecord,
  key: Buffer,
  nameFile: NameFile = documentFileName,
): AsyncGenerator<TakenFile> {
  const { database, blobs } = portal;
  const { ownPapers } = await currentSettings(portal);
  const images = new Map((await imagesOfRecord(database.read, record.id)).map((row) => [row.id, row]));
  for (const kind of withOwnPapers(documentKinds, record.documents)) {
    for (const [at, image] of uploadsIn(record, kind).entries()) {
      const row = images.get(image);
      const named = (format: string) => nameFile(record.passportNumber, kind, at, format, ownPapers);
      const [opened] = row ? openedImages([row], key) : [];
      if (!opened) yield { name: named("missing"), kind, bytes: null };
      else {
        const bytes = await openBlob(blobs, opened.key, originalBlob(image));
        yield { name: named(opened.facts.format), kind, bytes };
      }
    }
  }
}
