import { sql } from "kysely";
import type { Reader, Writer } from "../database.ts";
import { insertRow, type Row } from "../rows.ts";

export type ImportFile = Row<"import_file">;
export type ImportPart = Pick<Row<"import_part">, "part" | "sealed">;

export const insertPart = (writer: Writer, importId: string, part: ImportPart): Promise<void> =>
  insertRow(writer, "import_part", { import_id: importId, ...part });

export const importPart = (reader: Reader, importId: string, part: number): Promise<ImportPart | undefined> =>
  reader
    .selectFrom("import_part")
    .select(["part", "sealed"])
    .where("import_id", "=", importId)
    .where("part", "=", part)
    .executeTakeFirst();

/** What somebody said of the columns whose key begins so. */
export const rememberedColumns = (reader: Reader, registry: string, begin = "") =>
  reader
    .selectFrom("import_column")
    .select(["head", "field"])
    .where("registry", "=", registry)
    .where(sql<string>`substr(head, 1, ${sql.lit(begin.length)})`, "=", begin)
    .orderBy("head")
    .execute();

export async function deleteRememberedColumn(writer: Writer, registry: string, head: string): Promise<void> {
  await writer.deleteFrom("import_column").where("registry", "=", registry).where("head", "=", head).execute();
}

export type ImportUpload = Row<"import_upload">;

/** The uploads of some rows or of all rows, in the order of their file names. */
export async function uploadsOf(reader: Reader, importId: string, items?: readonly number[]): Promise<ImportUpload[]> {
  if (items?.length === 0) return [];
  const found = reader.selectFrom("import_upload").selectAll().where("import_id", "=", importId).orderBy("seq");
  return (items ? found.where("item_seq", "in", items) : found).execute();
}

/** All uploads of an import, each with its row and the outcome of that row. */
export const uploadsWithRows = (reader: Reader, importId: string) =>
  reader
    .selectFrom("import_upload")
    .leftJoin("bulk_item", (join) =>
      join
        .onRef("bulk_item.run_id", "=", "import_upload.import_id")
        .onRef("bulk_item.seq", "=", "import_upload.item_seq"),
    )
    .selectAll("import_upload")
    .select(["bulk_item.source_row", "bulk_item.outcome"])
    .where("import_upload.import_id", "=", importId)
    .orderBy("import_upload.seq")
    .execute();

type UploadChange = Partial<Pick<ImportUpload, "image_id" | "item_seq" | "problem">>;

export async function updateUpload(writer: Writer, { import_id, seq }: ImportUpload, change: UploadChange) {
  const changed = writer.updateTable("import_upload").set(change);
  await changed.where("import_id", "=", import_id).where("seq", "=", seq).execute();
}

export async function deleteParts(writer: Writer, id: string): Promise<void> {
  await writer.deleteFrom("import_part").where("import_id", "=", id).execute();
}

/** Ends an import. The names of uploads that were left out stay, because the user who sent them is told about them. */
export async function endImportFile(writer: Writer, id: string): Promise<void> {
  const ofImport = writer.updateTable("import_upload").where("import_id", "=", id);
  await ofImport.set({ image_id: null }).execute();
  const done = writer
    .selectFrom("bulk_item")
    .select("seq")
    .where("run_id", "=", id)
    .where("outcome", "in", ["done", "already"]);
  await ofImport.set({ sealed: Buffer.of() }).where("problem", "is", null).where("item_seq", "in", done).execute();
}

/** Uploads whose row is not known any more, because other columns may contain the numbers. */
export async function unmatchUploads(writer: Writer, id: string): Promise<void> {
  const ofImport = writer.updateTable("import_upload").where("import_id", "=", id).where("image_id", "is not", null);
  await ofImport.set({ item_seq: null }).execute();
  await ofImport
    .set({ problem: null })
    .where("problem", "in", ["fits-nobody", "fits-several", "document-there"])
    .execute();
}

/** Deletes imports that no user began. */
export async function deleteUnbegunImports(writer: Writer, before: number): Promise<void> {
  await writer
    .deleteFrom("bulk_run")
    .where("kind", "=", "import")
    .where("state", "in", ["received", "asked"])
    .where("asked_at", "<", before)
    .execute();
}
