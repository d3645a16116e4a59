import { isUnavailable, isPortalError } from "#core/errors.ts";
import { keyFields } from "#core/imports/import-fields.ts";
import { readRow, type RowInput } from "#core/imports/row.ts";
import { usedOf } from "#core/own-fields/own-field.ts";
import { meantBy, readUploadName } from "#core/imports/upload-name.ts";
import type { UploadProblem } from "#core/imports/upload-problems.ts";
import { canonicalNumber, spelling, withoutSigns } from "#core/records/numbers.ts";
import type { AccountActor } from "#core/accounts/actor.ts";
import { forEachConcurrently } from "#core/semaphore.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import type { Writer } from "#storage/database/database.ts";
import { type ImportFile, type ImportUpload, updateUpload, uploadsOf } from "#storage/database/records/imports.ts";
import { rowById } from "#storage/database/rows.ts";
import { imageUseOf } from "../images/attach-images.ts";
import { receiveAgain } from "../images/receive-image.ts";
import { discardImage } from "../images/remove-images.ts";
import type { Settings } from "#core/settings/settings.ts";
import { currentSettings } from "../portal/current-settings.ts";
import type { Portal } from "../portal/portal.ts";
import { revisedById } from "../sealed/revised-record.ts";
import { asRevised } from "../sealed/sealed-revision.ts";
import { ownersOfNumbers, recordOfRow } from "./import-row.ts";
import { choiceOf, rowsOfTable } from "../bulk/rows-of-import.ts";
import { nameOf } from "./uploads-of-import.ts";

/** Writes if the check still runs. Returns false if the check was stopped. */
export type WriteWhileOurs = (work: (writer: Writer) => Promise<void>) => Promise<boolean>;

type MatchContext = { portal: Portal; file: ImportFile; write: WriteWhileOurs };

/** Finds the row that each upload is for, by the numbers of all rows. Returns true if there are uploads to process. */
export async function matchUploads({ portal, file, write }: MatchContext): Promise<boolean> {
  const { read } = portal.database;
  const uploads = (await uploadsOf(read, file.id)).filter(({ problem }) => problem === null);
  const unmatched = uploads.filter(({ item_seq }) => item_seq === null);
  if (unmatched.length === 0) return uploads.length > 0;
  const key = unwrapKey(portal.keyring, file.id, file.wrapped_key);
  const settings = await currentSettings(portal);
  const ownPapers = usedOf(settings.ownPapers);
  const names = unmatched.map((upload) => ({ upload, name: readUploadName(nameOf(key, upload) ?? "", ownPapers) }));
  const rows = await rowsWithNumbers(portal, file, new Set(names.flatMap(({ name }) => name.numbers)), settings);
  return write(async (writer) => {
    for (const { upload, name } of names) {
      const [row, other] = meantBy(name, (number) => rows.get(number) ?? []);
      if (row !== undefined && other === undefined) await updateUpload(writer, upload, { item_seq: row });
      else await updateUpload(writer, upload, { problem: row === undefined ? "fits-nobody" : "fits-several" });
    }
  });
}

/**
 * Returns the rows that have each of these numbers. A number that is repeated in its column is refused, so only its
 * first row counts.
 */
async function rowsWithNumbers(portal: Portal, file: ImportFile, wanted: ReadonlySet<string>, settings: Settings) {
  const rows = new Map<string, number[]>();
  const seen = new Set<string>();
  const choice = { ...choiceOf(file), numberForm: settings.secondNumber.form };
  for await (const { seq, cells } of rowsOfTable(portal, portal.database.read, file)) {
    const { input } = readRow(choice, cells);
    for (const field of keyFields) {
      // No name of a file has a slash, so the signs of a number do not count here.
      const number = canonicalNumber(
        withoutSigns(spelling(kindsOf[field], input[field] ?? "", choice.numberForm) ?? ""),
      );
      if (number === null || !wanted.has(number) || seen.has(`${field} ${number}`)) continue;
      seen.add(`${field} ${number}`);
      rows.set(number, [...(rows.get(number) ?? []), seq]);
    }
  }
  return rows;
}

const kindsOf = { passportNumber: "passport", irccNumber: "ircc" } as const;

type CheckedRow = { seq: number; input: RowInput };
type PrepareContext = MatchContext & { actor: AccountActor; report: (error: unknown) => void };

const decodedAtOnce = 2;

/**
 * Makes images of the uploads for some rows, and leaves out uploads that cannot be used. Returns false if the check was
 * stopped.
 */
export async function prepareUploads(context: PrepareContext, rows: readonly CheckedRow[]): Promise<boolean> {
  const { portal, file, write } = context;
  const seqs = rows.map(({ seq }) => seq);
  const uploads = (await uploadsOf(portal.database.read, file.id, seqs)).filter(({ problem }) => problem === null);
  if (uploads.length === 0) return true;
  const documentsOf = await presentDocuments(portal, rows);
  let isOurs = true;
  await forEachConcurrently(uploads, decodedAtOnce, async (upload) => {
    if (!isOurs) return;
    const isThere = upload.kind !== null && documentsOf(upload.item_seq)[upload.kind] !== undefined;
    // The file stays until the import ends: with other columns it may belong to another row.
    if (isThere) {
      isOurs &&= await write((writer) => updateUpload(writer, upload, { problem: "document-there" }));
      return;
    }
    const change = await imageOf(context, upload);
    if (change) isOurs &&= await write((writer) => updateUpload(writer, upload, change));
    // Only after the write, so that a kill in between loses nothing.
    if (change && isOurs && upload.image_id !== null) await discardImage(portal, upload.image_id);
  });
  return isOurs;
}

const leftOut = (problem: UploadProblem) => ({ image_id: null, problem });

/** The documents of the records that the rows are about, also those that wait. A damaged record has none here: its own row fails later. */
async function presentDocuments(portal: Portal, rows: readonly CheckedRow[]) {
  const settings = await currentSettings(portal);
  const ownersOf = await ownersOfNumbers(
    portal,
    rows.map(({ input }) => input),
    settings,
  );
  const found = rows.map(({ input }) => recordOfRow(ownersOf, input, settings));
  const opened = await revisedById(
    portal,
    portal.database.read,
    found.filter((row) => row !== undefined),
  );
  const documents = new Map(
    rows.flatMap(({ seq }, at) => {
      const revised = opened.get(found[at]?.id ?? "");
      return revised ? [[seq, asRevised(revised.record, revised.revision).documents] as const] : [];
    }),
  );
  return (seq: number | null) => documents.get(seq ?? 0) ?? {};
}

/** Null if the upload was decoded before. */
async function imageOf({ portal, actor, report }: PrepareContext, { image_id, kind }: ImportUpload) {
  const row = image_id === null ? undefined : await rowById(portal.database.read, "image", image_id);
  if (!row || kind === null) return leftOut("decoding-failed");
  if (row.state === "waiting") return null;
  try {
    const image = await receiveAgain(portal, actor, row, imageUseOf(kind));
    return image ? { image_id: image.id } : leftOut("broken-file");
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (!isPortalError(error) || error.report) report(error);
    return leftOut(isPortalError(error) ? error.id : "decoding-failed");
  }
}
