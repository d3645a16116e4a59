import { preparedSelect, type Reader, type Writer } from "../database.ts";
import { accountColumns } from "./bound-accounts.ts";

/** Reads the key, its person and their role in one query. The name of the key is `key_name`. */
export const apiKeyByHash = preparedSelect("api-key-by-hash", (reader) =>
  reader
    .selectFrom("api_key")
    .innerJoin("person", "person.id", "api_key.person_id")
    .leftJoin("staff", "staff.person_id", "person.id")
    .select(["api_key.id", "api_key.person_id", "api_key.name as key_name", "api_key.scope", "api_key.token_hash"])
    .select(["api_key.made_at", "api_key.expires_at", "api_key.used_at", "api_key.used_from", "api_key.used_by"])
    .select("api_key.row_hash")
    .select(accountColumns)
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
