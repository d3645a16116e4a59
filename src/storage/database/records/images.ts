import { type InsertObject, sql } from "kysely";
import { movedTo, PortalError } from "#core/errors.ts";
import { recordColumns } from "./records.ts";
import { type Database, type Reader, type Writer, preparedSelect, lockForUpdate } from "../database.ts";
import { putRow, type Row } from "../rows.ts";
import type { Schema } from "../tables/schema.ts";

export type ImageRow = Row<"image">;

/** For serving an image: its key, with the record that it belongs to. */
export const keptImage = preparedSelect("kept-image", (reader) =>
  reader
    .selectFrom("image")
    .innerJoin("candidate", "candidate.id", "image.candidate_id")
    .select(recordColumns.map((column) => `candidate.${column}` as const))
    .select(["image.wrapped_key as image_key"])
    .select((eb) => eb.selectFrom("settings").select("settings.version").as("settings_version"))
    .where("image.id", "=", ""),
);

/** For serving an image of a post: its key, with the post. */
export const imageOfPost = preparedSelect("image-of-post", (reader) =>
  reader
    .selectFrom("image")
    .innerJoin("post", "post.id", "image.post_id")
    .select(["image.wrapped_key as image_key", "post.id", "post.registry", "post.wrapped_key", "post.images"])
    .where("image.id", "=", ""),
);

/** The time when the documents were last moved to another store; 0 if never. */
export async function documentsMovedAt(reader: Reader): Promise<number> {
  const found = reader.selectFrom("move_mark").select("at").where("subject", "=", "documents");
  return (await found.executeTakeFirst())?.at ?? 0;
}

/** Throws if the documents were moved since this process opened their store. */
export async function refuseMovedDocuments(reader: Reader, movedAt: number): Promise<void> {
  const found = reader.selectFrom("move_mark").select("place").where("subject", "=", "documents");
  const mark = await found.where("at", "<>", movedAt).executeTakeFirst();
  if (mark) throw movedTo("documents", mark.place);
}

/** From now on, a process that opened the previous store can neither add an image nor complete a removal. */
export const markDocumentsMoved = (writer: Writer, place: string, at: number): Promise<void> =>
  putRow(writer, "move_mark", ["subject"], { subject: "documents", state: "moved", place, at });

/**
 * Until the transaction ends, no other one adds or removes an image. The transaction may say nothing to PostgreSQL for as
 * long as its files are compared.
 */
export async function lockImages({ engine }: Database, writer: Writer): Promise<void> {
  if (engine !== "postgres") return;
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(writer);
  await sql`lock table image in exclusive mode`.execute(writer);
}

/** True if the documents have not moved since this process opened their store. */
const hasStayedSince = (movedAt: number) =>
  sql<boolean>`not exists (select 1 from move_mark where subject = 'documents' and at <> ${movedAt})`;

/**
 * Marks an image whose blobs are all written. Throws if a sweep removed the image in the meantime, because its key is
 * gone, or if the documents were moved.
 */
export async function markArrived(writer: Writer, id: string, state: "waiting" | "kept", movedAt: number) {
  const marked = writer
    .updateTable("image")
    .set({ state })
    .where("id", "=", id)
    .where("state", "=", "arriving")
    .where(hasStayedSince(movedAt));
  if ((await marked.executeTakeFirst()).numUpdatedRows === 1n) return;
  await refuseMovedDocuments(writer, movedAt);
  throw new PortalError("unavailable");
}

/** Returns this row, or the row that another process inserted before. */
export async function insertImageOnce(writer: Writer, row: InsertObject<Schema, "image">): Promise<ImageRow> {
  await writer
    .insertInto("image")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  return writer.selectFrom("image").selectAll().where("id", "=", row.id).executeTakeFirstOrThrow();
}

/** The rows, ordered by id and locked until the transaction ends. */
export async function imagesForChange(database: Database, writer: Writer, ids: readonly string[]): Promise<ImageRow[]> {
  if (ids.length === 0) return [];
  const found = writer.selectFrom("image").selectAll().where("id", "in", ids).orderBy("id");
  return lockForUpdate(database, found).execute();
}

export const imagesOfRecord = (reader: Reader, ...recordIds: string[]) =>
  reader.selectFrom("image").selectAll().where("candidate_id", "in", recordIds).execute();

export const imagesOfPost = (reader: Reader, postId: string) =>
  reader.selectFrom("image").selectAll().where("post_id", "=", postId).execute();

type WithFiles = {
  hashes: readonly Uint8Array[];
  exceptId: string;
  registry: string;
  /** Null for the records of everybody. */
  addedBy: string | null;
  atMost: number;
};

/** Other records that have one of these files, the oldest first. */
export async function recordsWithFiles(reader: Reader, { hashes, exceptId, registry, addedBy, atMost }: WithFiles) {
  if (hashes.length === 0) return [];
  const found = reader
    .selectFrom("image")
    .innerJoin("candidate", "candidate.id", "image.candidate_id")
    .select(["candidate.id", "candidate.name", "image.file_hash"])
    .where("image.file_hash", "in", hashes)
    .where("candidate.id", "<>", exceptId)
    .where("candidate.registry", "=", registry)
    .orderBy("candidate.seq")
    .limit(atMost);
  return (addedBy === null ? found : found.where("candidate.added_by", "=", addedBy)).execute();
}

/** Some images whose file hash is outside a range. */
export const imagesHashedOtherwise = (
  reader: Reader,
  [first, last]: readonly [Uint8Array, Uint8Array],
  atMost: number,
) =>
  reader
    .selectFrom("image")
    .selectAll()
    .where((eb) => eb.or([eb("file_hash", "<", first), eb("file_hash", ">", last)]))
    .limit(atMost)
    .execute();

export async function imageIds(reader: Reader): Promise<string[]> {
  return (await reader.selectFrom("image").select("id").execute()).map(({ id }) => id);
}

/** The number of images and pages uploaded at or after `time`, and the time of the very first upload. */
export async function imagesSince(reader: Reader, time: number) {
  const { count, sum } = await reader
    .selectFrom("image")
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.sum<number | null>("page_count").as("sum")])
    .where("uploaded_at", ">=", time)
    .executeTakeFirstOrThrow();
  const first = await reader
    .selectFrom("image")
    .select((eb) => eb.fn.min("uploaded_at").as("at"))
    .executeTakeFirst();
  return { images: count, pages: sum ?? 0, firstAt: first?.at ?? null };
}

/** True if there is any image, or any image in this state. */
export async function isAnyImage(reader: Reader, state?: ImageRow["state"]): Promise<boolean> {
  const found = reader.selectFrom("image").select("id").limit(1);
  return (await (state ? found.where("state", "=", state) : found).executeTakeFirst()) !== undefined;
}

/** The condition of the partial index by state: SQLite does not see that another condition implies it. */
const isNotKept = sql<boolean>`state <> 'kept'`;

/** Some images uploaded before this time that belong to no record, no draft and no import. */
export async function imagesLeftBehind({ engine }: Database, writer: Writer, before: number, atMost: number) {
  const found = writer
    .selectFrom("image")
    .selectAll()
    .where(isNotKept)
    .where("state", "in", ["arriving", "waiting"])
    .where("uploaded_at", "<", before)
    .where((eb) => {
      const drafts = eb.selectFrom("form_draft_image").select("form_draft_image.image_id");
      return eb.not(eb.exists(drafts.whereRef("form_draft_image.image_id", "=", "image.id")));
    })
    .where((eb) => {
      const imported = eb.selectFrom("import_upload").select("import_upload.image_id");
      return eb.not(eb.exists(imported.whereRef("import_upload.image_id", "=", "image.id")));
    })
    .limit(atMost);
  return (engine === "postgres" ? found.forUpdate().skipLocked() : found).execute();
}

export const imagesLeaving = (reader: Reader, atMost: number) =>
  reader.selectFrom("image").selectAll().where(isNotKept).where("state", "=", "leaving").limit(atMost).execute();

/**
 * Deletes an image whose blobs are removed. If the documents were moved in the meantime, the new store still has the
 * blobs, so the row stays for a sweep there.
 */
export async function deleteImage(writer: Writer, id: string, movedAt: number): Promise<void> {
  const left = writer.deleteFrom("image").where("id", "=", id).where("state", "=", "leaving");
  await left.where(hasStayedSince(movedAt)).execute();
}

/** Marks images for removal and deletes their keys: after the commit they cannot be opened. */
export async function markImagesDeleted(writer: Writer, images: readonly { id: string }[]): Promise<void> {
  if (images.length === 0) return;
  const ids = images.map(({ id }) => id);
  const keyless = { key_set: null, wrapped_key: null, sealed: null, file_hash: null };
  const marked = { state: "leaving", candidate_id: null, post_id: null, ...keyless } as const;
  await writer.updateTable("image").set(marked).where("id", "in", ids).execute();
}
