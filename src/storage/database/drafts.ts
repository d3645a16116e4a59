import type { ExpressionBuilder, Selectable } from "kysely";
import { type Database, type Reader, type Writer, lockForUpdate } from "./database.ts";
import type { Schema } from "./tables/schema.ts";

export type DraftRow = Selectable<Schema["form_draft"]>;

/** Locks all drafts of a person until the transaction ends. */
export async function lockDrafts(database: Database, writer: Writer, personId: string): Promise<void> {
  await lockForUpdate(database, writer.selectFrom("person").select("id").where("id", "=", personId)).execute();
}

/** Also finds one that has ended. */
export async function draftOfForm(reader: Reader, personId: string, form: string): Promise<DraftRow | undefined> {
  return drafts(reader, personId).where("form", "=", form).executeTakeFirst();
}

/** The draft that an opened page saved last. */
export async function draftOfOpening(reader: Reader, personId: string, opening: string): Promise<DraftRow | undefined> {
  return drafts(reader, personId).where("opening", "=", opening).where("sealed", "is not", null).executeTakeFirst();
}

/** Every draft that has not ended, the last saved first. */
export async function openDrafts(reader: Reader, personId: string, savedAfter: number): Promise<DraftRow[]> {
  return drafts(reader, personId)
    .where("sealed", "is not", null)
    .where("saved_at", ">=", savedAfter)
    .orderBy("saved_at", "desc")
    .orderBy("id")
    .execute();
}

const drafts = (reader: Reader, personId: string) =>
  reader.selectFrom("form_draft").selectAll().where("person_id", "=", personId);

/** Writes a draft. These images wait for it, no others. */
export async function putDraft(writer: Writer, row: DraftRow, imageIds: readonly string[]): Promise<void> {
  const { id, ...changes } = row;
  await writer
    .insertInto("form_draft")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(changes))
    .execute();
  await writer.deleteFrom("form_draft_image").where("draft_id", "=", id).execute();
  if (imageIds.length === 0) return;
  const images = imageIds.map((image_id) => ({ image_id, draft_id: id }));
  await writer.insertInto("form_draft_image").values(images).execute();
}

export async function renameDraft(writer: Writer, id: string, form: string): Promise<void> {
  await writer.updateTable("form_draft").set({ form }).where("id", "=", id).execute();
}

/** The images that wait for this draft and for no other. */
export async function imagesOnlyInDraft(reader: Reader, draftId: string): Promise<string[]> {
  const rows = await reader
    .selectFrom("form_draft_image as draftImage")
    .select("draftImage.image_id")
    .where("draftImage.draft_id", "=", draftId)
    .where((eb) => eb.not(eb.exists(otherDraftWith(eb, draftId))))
    .execute();
  return rows.map(({ image_id }) => image_id);
}

const otherDraftWith = (
  eb: ExpressionBuilder<Schema & { draftImage: Schema["form_draft_image"] }, "draftImage">,
  draftId: string,
) =>
  eb
    .selectFrom("form_draft_image")
    .select("form_draft_image.image_id")
    .whereRef("form_draft_image.image_id", "=", "draftImage.image_id")
    .where("form_draft_image.draft_id", "<>", draftId);

/** The images of the drafts wait no longer. */
export async function deleteDraftsBefore(writer: Writer, time: number): Promise<void> {
  await writer.deleteFrom("form_draft").where("saved_at", "<", time).execute();
}
