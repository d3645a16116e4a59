import type { UploadProblem } from "#core/imports/upload-problems.ts";
import type { AnyKind, ByKind } from "#core/own-fields/own-paper.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { text } from "#core/stored/decoders.ts";
import { sealedContent } from "#sealing/sealed-content.ts";
import type { Reader } from "#storage/database/database.ts";
import { type ImportUpload, uploadsOf, uploadsWithRows } from "#storage/database/records/imports.ts";
import { rowById } from "#storage/database/rows.ts";
import { ownRun } from "../bulk/read-run.ts";
import type { ImageChanges } from "../images/attach-images.ts";
import type { Portal } from "../portal/portal.ts";

export const sealedUploadName = sealedContent({
  table: "import_upload",
  place: ({ import_id: id, seq }: Pick<ImportUpload, "import_id" | "seq">) => `import_upload/${id}/${seq}`,
  decode: text,
  id: ["import_id", "seq"],
});

export const sealName = (key: Buffer, importId: string, seq: number, name: string): Buffer =>
  sealedUploadName.seal(key, { import_id: importId, seq }, name);

/** The name of the file. Null once the import has ended and a record has the file. */
export const nameOf = (key: Buffer, upload: ImportUpload): string | null =>
  upload.sealed.byteLength === 0 ? null : sealedUploadName.open(key, upload);

/** Returns the images that become documents of these rows, by the numbers of the rows. */
export async function imagesOfRows(reader: Reader, importId: string, seqs: readonly number[]) {
  const images = new Map<number, ByKind<string[]>>();
  for (const { item_seq, kind, image_id, problem } of await uploadsOf(reader, importId, seqs)) {
    if (item_seq === null || kind === null || image_id === null || problem !== null) continue;
    const ofRow = images.get(item_seq) ?? {};
    ofRow[kind] = [...(ofRow[kind] ?? []), image_id];
    images.set(item_seq, ofRow);
  }
  return images satisfies Map<number, ImageChanges>;
}

export type ShownUpload = {
  name: string | null;
  kind: AnyKind | null;
  /** The row of the table that the file is for. */
  sourceRow: number | null;
  /** Null if a record takes the file or has taken it. */
  problem: UploadProblem | null;
};

/** Returns every file that was sent with an import, with what will become of it or has become of it. */
export async function readUploads(portal: Portal, actor: Actor, importId: string): Promise<ShownUpload[]> {
  const { state } = await ownRun(portal, actor, importId);
  const { read } = portal.database;
  const file = await rowById(read, "import_file", importId);
  if (!file || state === "received" || state === "checking") return [];
  const key = unwrapKey(portal.keyring, importId, file.wrapped_key);
  const taken = new Set([...(state === "stopped" ? [] : [null]), "done", "already"]);
  return (await uploadsWithRows(read, importId)).map((upload) => ({
    name: nameOf(key, upload),
    kind: upload.kind,
    sourceRow: upload.source_row,
    problem: upload.problem ?? (taken.has(upload.outcome) ? null : "row-left-out"),
  }));
}
