import type { Reader, Writer } from "./database.ts";
import { insertRow, type Row } from "./rows.ts";

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

export const rememberedColumns = (reader: Reader, registry: string) =>
  reader.selectFrom("import_column").select(["head", "field"]).where("registry", "=", registry).execute();

type ColumnChoice = Row<"import_column">;

export async function rememberColumn(writer: Writer, choice: ColumnChoice): Promise<void> {
  await writer
    .insertInto("import_column")
    .values(choice)
    .onConflict((conflict) => conflict.columns(["registry", "head"]).doUpdateSet({ field: choice.field }))
    .execute();
}

/** What nobody began. */
export async function deleteUnbegunImports(writer: Writer, before: number): Promise<void> {
  await writer
    .deleteFrom("bulk_run")
    .where("kind", "=", "import")
    .where("state", "in", ["received", "asked"])
    .where("asked_at", "<", before)
    .execute();
}
