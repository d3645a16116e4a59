import type { Selectable } from "kysely";
import type { Database, Reader, Writer } from "./database.ts";
import { held } from "./held-rows.ts";
import type { Schema } from "./schema.ts";

export type DraftRow = Selectable<Schema["candidate_draft"]>;

export async function draftOf(reader: Reader, personId: string): Promise<DraftRow | undefined> {
  return reader.selectFrom("candidate_draft").selectAll().where("person_id", "=", personId).executeTakeFirst();
}

export async function draftForChange(
  database: Database,
  writer: Writer,
  personId: string,
): Promise<DraftRow | undefined> {
  const found = writer.selectFrom("candidate_draft").selectAll().where("person_id", "=", personId);
  return held(database, found).executeTakeFirst();
}

/** Writes the one draft of a person, and holds these images for it, no others. */
export async function putDraft(writer: Writer, row: DraftRow, imageIds: readonly string[]): Promise<void> {
  const { person_id, ...changes } = row;
  await writer
    .insertInto("candidate_draft")
    .values(row)
    .onConflict((conflict) => conflict.column("person_id").doUpdateSet(changes))
    .execute();
  await writer.deleteFrom("candidate_draft_image").where("person_id", "=", person_id).execute();
  if (imageIds.length === 0) return;
  const images = imageIds.map((image_id) => ({ image_id, person_id }));
  await writer.insertInto("candidate_draft_image").values(images).execute();
}

export async function imagesHeldFor(reader: Reader, personId: string): Promise<string[]> {
  const rows = await reader
    .selectFrom("candidate_draft_image")
    .select("image_id")
    .where("person_id", "=", personId)
    .execute();
  return rows.map(({ image_id }) => image_id);
}

/** What held images is let go with the drafts. */
export async function deleteDraftsBefore(writer: Writer, time: number): Promise<void> {
  await writer.deleteFrom("candidate_draft").where("saved_at", "<", time).execute();
}
