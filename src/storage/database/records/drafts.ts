import { sql } from "kysely";
import type { Reader, Writer } from "../database.ts";
import { countFound, insertRows, putRow, type Row } from "../rows.ts";

export type DraftRow = Row<"form_draft">;

const drafts = (reader: Reader, personId: string) =>
  reader.selectFrom("form_draft").selectAll().where("person_id", "=", personId);

/** The LIKE pattern for the names of page drafts. */
const ofPages = "%:%";

/** All drafts that have not ended. */
export const everyDraft = (reader: Reader): Promise<DraftRow[]> =>
  reader.selectFrom("form_draft").selectAll().where("sealed", "is not", null).execute();

/** Also finds a draft that has ended. */
export const draftOfForm = (reader: Reader, personId: string, form: string) =>
  drafts(reader, personId).where("form", "=", form).executeTakeFirst();

/** The draft that this opened page saved last. */
export const draftOfOpening = (reader: Reader, personId: string, opening: string) =>
  drafts(reader, personId).where("opening", "=", opening).where("sealed", "is not", null).executeTakeFirst();

/** What a person typed that has not ended, the last saved first. */
const lastSaved = (reader: Reader, personId: string, savedAfter: number) =>
  drafts(reader, personId)
    .where("sealed", "is not", null)
    .where("saved_at", ">=", savedAfter)
    .orderBy("saved_at", "desc")
    .orderBy("id");

/** Every draft of an add form. */
export const openDrafts = (reader: Reader, personId: string, savedAfter: number) =>
  lastSaved(reader, personId, savedAfter).where("form", "not like", ofPages).execute();

/** The name of a page draft, without the opened form that saved it. */
const nameOfForm = sql<string>`replace(form, '#' || opening, '')`;

/** The page drafts of this name. */
export const pageDraftsOf = (reader: Reader, personId: string, name: string, savedAfter: number) =>
  lastSaved(reader, personId, savedAfter).where(nameOfForm, "=", name).execute();

/** The names under which page drafts are stored. */
export const pageDraftForms = (reader: Reader) =>
  reader.selectFrom("form_draft").select(["id", "form"]).where("form", "like", ofPages).execute();

/** Deletes the page drafts of these names, of everybody. */
export async function deletePageDrafts(writer: Writer, names: readonly string[]): Promise<void> {
  await writer.deleteFrom("form_draft").where(nameOfForm, "in", names).execute();
}

/** Deletes what is left of page drafts that have ended: it is kept while a late save may come. */
export async function deleteEndedPageDrafts(writer: Writer, personId: string, before: number): Promise<void> {
  const ofPerson = writer.deleteFrom("form_draft").where("person_id", "=", personId).where("form", "like", ofPages);
  await ofPerson.where("sealed", "is", null).where("saved_at", "<", before).execute();
}

const lastSavedOfPages = (reader: Reader, personId: string, savedAfter: number) =>
  lastSaved(reader, personId, savedAfter).where("form", "like", ofPages);

/** Every page draft of a person. */
export const openPageDrafts = (reader: Reader, personId: string, savedAfter: number) =>
  lastSavedOfPages(reader, personId, savedAfter).execute();

export const countPageDrafts = (reader: Reader, personId: string, savedAfter: number): Promise<number> =>
  countFound(reader, sql`${lastSavedOfPages(reader, personId, savedAfter).clearSelect().clearOrderBy().select("id")}`);

/** Writes a draft. Afterwards only these images wait for it. */
export async function putDraft(writer: Writer, row: DraftRow, imageIds: readonly string[]): Promise<void> {
  await putRow(writer, "form_draft", ["id"], row);
  await writer.deleteFrom("form_draft_image").where("draft_id", "=", row.id).execute();
  const images = imageIds.map((image_id) => ({ image_id, draft_id: row.id }));
  await insertRows(writer, "form_draft_image", images);
}

/** The images that wait for this draft and for no other. */
export async function imagesOnlyInDraft(reader: Reader, draftId: string): Promise<string[]> {
  const rows = await reader
    .selectFrom("form_draft_image as draftImage")
    .select("draftImage.image_id")
    .where("draftImage.draft_id", "=", draftId)
    .where((eb) => {
      const others = eb.selectFrom("form_draft_image as other").select("other.image_id");
      const withImage = others.whereRef("other.image_id", "=", "draftImage.image_id");
      return eb.not(eb.exists(withImage.where("other.draft_id", "<>", draftId)));
    })
    .execute();
  return rows.map(({ image_id }) => image_id);
}

/** Deletes drafts that were last saved before this time. Their images no longer wait for them. */
export async function deleteDraftsBefore(writer: Writer, time: number): Promise<void> {
  await writer.deleteFrom("form_draft").where("saved_at", "<", time).execute();
}
