import type { Reader, Writer } from "../database.ts";
import type { Row } from "../rows.ts";

type ViewRow = Row<"record_view">;

export const viewsOf = (reader: Reader, personId: string): Promise<ViewRow[]> =>
  reader.selectFrom("record_view").selectAll().where("person_id", "=", personId).orderBy("name").execute();

export async function putView(writer: Writer, view: ViewRow): Promise<void> {
  await writer
    .insertInto("record_view")
    .values(view)
    .onConflict((conflict) => conflict.columns(["person_id", "name"]).doUpdateSet({ query: view.query }))
    .execute();
}

export async function deleteView(writer: Writer, personId: string, id: string): Promise<void> {
  await writer.deleteFrom("record_view").where("person_id", "=", personId).where("id", "=", id).execute();
}

/** The columns as stored; null if the person never chose any. */
export async function chosenColumns(reader: Reader, personId: string): Promise<string | null> {
  const chosen = reader.selectFrom("record_columns").select("columns").where("person_id", "=", personId);
  return (await chosen.executeTakeFirst())?.columns ?? null;
}
