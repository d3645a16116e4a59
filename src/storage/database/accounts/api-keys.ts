import { preparedSelect, type Reader, type Writer } from "../database.ts";

/** Reads the key, its person and their role in one query. */
export const apiKeyByHash = preparedSelect("api-key-by-hash", (reader) =>
  reader
    .selectFrom("api_key")
    .innerJoin("person", "person.id", "api_key.person_id")
    .leftJoin("staff", "staff.person_id", "person.id")
    .select(["api_key.id", "api_key.person_id", "api_key.scope", "api_key.expires_at"])
    .select(["api_key.used_at", "api_key.used_from", "api_key.used_by"])
    .select(["staff.role", "staff.suspended_at", "person.email", "person.email_confirmed", "person.name"])
    .select(["person.photo_url", "person.has_totp"])
    .select((eb) =>
      eb
        .selectFrom("passkey")
        .whereRef("passkey.person_id", "=", "api_key.person_id")
        .select(eb.fn.countAll<number>().as("count"))
        .as("passkeys"),
    )
    .where("api_key.token_hash", "=", new Uint8Array()),
);

export const apiKeysOf = (reader: Reader, personId: string) =>
  reader
    .selectFrom("api_key")
    .select(["id", "name", "scope", "made_at", "expires_at", "used_at", "used_from", "used_by"])
    .where("person_id", "=", personId)
    .orderBy("made_at", "desc")
    .orderBy("id")
    .execute();

/**
 * Deletes the keys of people without a second factor: of everybody, or of one person. Returns the owner of each deleted
 * key.
 */
export async function deleteKeysWithoutFactor(writer: Writer, personId?: string): Promise<string[]> {
  const without = writer
    .selectFrom("person")
    .select("id")
    .where("has_totp", "=", 0)
    .where("id", "not in", (eb) => eb.selectFrom("passkey").select("person_id"))
    .$if(personId !== undefined, (people) => people.where("id", "=", personId ?? ""));
  const deleted = writer.deleteFrom("api_key").where("person_id", "in", without).returning("person_id");
  return (await deleted.execute()).map(({ person_id }) => person_id);
}

/** Returns the name of the deleted key, or null if there was no such key. */
export async function deleteApiKey(writer: Writer, personId: string, id: string): Promise<string | null> {
  const deleted = writer.deleteFrom("api_key").where("id", "=", id).where("person_id", "=", personId).returning("name");
  return (await deleted.executeTakeFirst())?.name ?? null;
}
