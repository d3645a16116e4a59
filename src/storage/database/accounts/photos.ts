import { dayMs } from "#core/durations.ts";
import type { Reader, Writer } from "../database.ts";
import type { Row } from "../rows.ts";

export type PhotoRow = Row<"account_photo">;

/** The people whose picture this site shows, each with its address elsewhere: those with a role who may sign in. */
const withAddress = (reader: Reader) =>
  reader
    .selectFrom("person")
    .innerJoin("staff", "staff.person_id", "person.id")
    .select(["person.id", "person.photo_url as url"])
    .where("staff.role", "<>", "student")
    .where("staff.suspended_at", "is", null)
    .where("person.photo_url", "<>", "")
    .$narrowType<{ url: string }>();

/** The people whose address was not read yet, or was read in vain a day ago and before they signed in last. */
export const duePhotos = (reader: Reader, now: number) =>
  withAddress(reader)
    .leftJoin("account_photo as photo", "photo.id", "person.id")
    .where((eb) => {
      const signedInSince = eb
        .selectFrom("session")
        .select("session.id")
        .whereRef("session.person_id", "=", "person.id")
        .whereRef("session.started_at", ">", "photo.read_at");
      const inVain = eb.and([
        eb("photo.has_image", "=", 0),
        eb("photo.read_at", "<=", now - dayMs),
        eb.exists(signedInSince),
      ]);
      return eb.or([eb("photo.id", "is", null), inVain]);
    })
    .orderBy("person.id")
    .execute();

/** The address of this person's picture now. Undefined if none is shown of them. */
export const addressOfPhoto = async (reader: Reader, id: string): Promise<string | undefined> =>
  (await withAddress(reader).where("person.id", "=", id).executeTakeFirst())?.url;

/** When the picture of a person was made. Undefined if there is none. */
export const photoTime = async (reader: Reader, id: string): Promise<number | undefined> => {
  const found = reader.selectFrom("account_photo").select("read_at").where("id", "=", id).where("has_image", "=", 1);
  return (await found.executeTakeFirst())?.read_at;
};

export async function deletePhoto(writer: Writer, id: string): Promise<void> {
  await writer.deleteFrom("account_photo").where("id", "=", id).execute();
}
