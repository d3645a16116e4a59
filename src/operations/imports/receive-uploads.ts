import { buffer } from "node:stream/consumers";
import { isPortalError, PortalError } from "#core/errors.ts";
import { uploadLimits } from "#core/images/upload-limits.ts";
import { zipLimits } from "#core/imports/table.ts";
import { isArchiverJunk, readUploadName } from "#core/imports/upload-name.ts";
import type { UploadProblem } from "#core/imports/upload-problems.ts";
import { usedOf } from "#core/own-fields/own-field.ts";
import { type AnyKind, isOff, type PapersHere } from "#core/own-fields/own-paper.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayInBulk } from "#core/accounts/permissions.ts";
import { forEachConcurrently } from "#core/semaphore.ts";
import { openZip, type ZipEntry } from "#documents/spreadsheets/open-zip.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { insertRows, rowById } from "#storage/database/rows.ts";
import { storeOriginal } from "../images/receive-image.ts";
import { discardImage } from "../images/remove-images.ts";
import { currentSettings } from "../portal/current-settings.ts";
import type { Portal } from "../portal/portal.ts";
import { receiveZipFile } from "./sealed-zip-file.ts";
import { sealName } from "./uploads-of-import.ts";

/** Photos and PDF files hardly shrink, so a much higher ratio is suspicious. */
export const guardLimits = {
  entries: zipLimits.files,
  bytes: zipLimits.bytesUnpacked,
  ratio: 200,
  tooLarge: "archive-too-large",
  broken: "broken-archive",
} as const;

/** How many files are unpacked at once: each may take the memory of a whole file. */
const unpackedAtOnce = 2;

export type Unpacked = {
  name: string;
  kind: AnyKind | null;
  problem: UploadProblem | null;
  /** The id of its original. Null if the file is left out. */
  image: string | null;
};

export type ReceivedUploads = { sha256: string; uploads: readonly Unpacked[] };

/**
 * Unpacks a ZIP. Files whose names contain a number and a kind of document are stored, sealed, until the rows that they
 * are for are known.
 */
export async function receiveUploads(
  portal: Portal,
  actor: Actor,
  bytes: AsyncIterable<Uint8Array>,
): Promise<ReceivedUploads> {
  authorize(mayInBulk(actor, "import"), actor);
  await using zip = await receiveZipFile(portal.tempFolder, bytes);
  return { sha256: zip.sha256, uploads: await storeScans(portal, actor, await openZip(zip, guardLimits)) };
}

/** Stores the files of an open ZIP, each under its kind and in the order of its pages. */
export async function storeScans(portal: Portal, actor: Actor, entries: readonly ZipEntry[]): Promise<Unpacked[]> {
  authorize(mayInBulk(actor, "import"), actor);
  const settings = await currentSettings(portal);
  const uploads = entries
    .filter(({ name }) => !isArchiverJunk(name))
    .map((entry) => ({ ...asUpload(entry, settings), entry }))
    .toSorted(byName);
  try {
    await forEachConcurrently(
      uploads.filter(({ problem }) => problem === null),
      unpackedAtOnce,
      async (upload) => Object.assign(upload, await stored(portal, actor, upload.entry)),
    );
  } catch (error) {
    await discardUploads(portal, uploads);
    throw error;
  }
  return uploads;
}

function asUpload({ name, bytes }: ZipEntry, site: PapersHere): Unpacked {
  const { kind, numbers } = readUploadName(name, usedOf(site.ownPapers));
  const rest = { name, kind, image: null };
  if (numbers.length === 0) return { ...rest, problem: "no-number" };
  if (kind === null) return { ...rest, problem: "kind-unknown" };
  if (isOff(site, kind)) return { ...rest, problem: "kind-off" };
  return { ...rest, problem: bytes > uploadLimits.bytesInFile ? "file-too-large" : bytes === 0 ? "empty-file" : null };
}

/** Numeric, so that page 10 comes after page 9. */
const collator = new Intl.Collator("en", { numeric: true });
/** "visa.jpg" comes before "visa 2.jpg", although a space comes before a dot. */
const byName = ({ name: one }: Unpacked, { name: other }: Unpacked) =>
  collator.compare(withoutEnding(one), withoutEnding(other)) || collator.compare(one, other);
const withoutEnding = (name: string) => name.replace(/\.[A-Za-z0-9]{1,5}$/, "");

async function stored(portal: Portal, actor: Actor, { read }: ZipEntry): Promise<Pick<Unpacked, "image" | "problem">> {
  let plain: Buffer;
  try {
    plain = await buffer(await read());
  } catch (error) {
    if (isPortalError(error)) throw error;
    return { image: null, problem: "broken-file" };
  }
  return { image: await storeOriginal(portal, actor, plain), problem: null };
}

export async function discardUploads(portal: Portal, uploads: readonly Unpacked[]): Promise<void> {
  for (const { image } of uploads) if (image !== null) await discardImage(portal, image).catch(() => undefined);
}

/** From now on, the uploads are part of an import. */
export async function keepUploads(portal: Portal, importId: string, uploads: readonly Unpacked[]): Promise<void> {
  const file = await rowById(portal.database.read, "import_file", importId);
  if (!file) throw new PortalError("not-found");
  const key = unwrapKey(portal.keyring, importId, file.wrapped_key);
  const rows = uploads.map(({ name, kind, image, problem }, at) => ({
    import_id: importId,
    seq: at + 1,
    sealed: sealName(key, importId, at + 1, name),
    kind,
    image_id: image,
    item_seq: null,
    problem,
  }));
  await portal.database.write((writer) => insertRows(writer, "import_upload", rows));
}
