import type { Writer } from "../database.ts";
import type { Row } from "../rows.ts";

/** False if the question was answered before. */
export async function addPresentation(writer: Writer, row: Row<"presentation">): Promise<boolean> {
  const added = writer
    .insertInto("presentation")
    .values(row)
    .onConflict((conflict) => conflict.doNothing());
  return (await added.returning("id").executeTakeFirst()) !== undefined;
}

export async function deletePresentationsBefore(writer: Writer, time: number): Promise<void> {
  await writer.deleteFrom("presentation").where("until", "<=", time).execute();
}
