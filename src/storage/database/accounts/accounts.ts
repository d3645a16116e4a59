import { randomUUID } from "node:crypto";
import { type Database, type Reader, type Writer, isRowId, lockForUpdate } from "../database.ts";
import { insertRow, type Row } from "../rows.ts";

export type PersonRow = Row<"person">;

/** A row with its owner. A query with both finds nothing of another person. */
export type OwnedRowId = { id: string; personId: string };

const accounts = (reader: Reader) =>
  reader
    .selectFrom("person")
    .leftJoin("sign_in_method", (join) =>
      join.onRef("sign_in_method.person_id", "=", "person.id").on("sign_in_method.provider", "=", "credential"),
    )
    .select(["person.id", "person.email", "person.name", "person.email_confirmed", "sign_in_method.password_hash"]);

export const accountByEmail = (reader: Reader, email: string) =>
  accounts(reader).where("person.email", "=", email).executeTakeFirst();

export const accountById = (reader: Reader, id: string) =>
  accounts(reader).where("person.id", "=", id).executeTakeFirst();

export type AccountRow = NonNullable<Awaited<ReturnType<typeof accountById>>>;

export const personForChange = (database: Database, writer: Writer, email: string) =>
  lockForUpdate(database, writer.selectFrom("person").selectAll().where("email", "=", email)).executeTakeFirst();

/** Locks a person: until the transaction ends, no other one changes their sign-in methods or their drafts. */
export async function lockPerson(database: Pick<Database, "engine">, writer: Writer, id: string): Promise<void> {
  if (isRowId(id))
    await lockForUpdate(database, writer.selectFrom("person").select("id").where("id", "=", id)).execute();
}

/** Also returns `suspended_at`: a suspended person may have no session. */
export const personWithSuspension = (reader: Reader, id: string) =>
  reader
    .selectFrom("person")
    .leftJoin("staff", "staff.person_id", "person.id")
    .selectAll("person")
    .select("staff.suspended_at")
    .where("person.id", "=", id)
    .executeTakeFirst();

/** A person at an OpenID provider. Its subjects are unique only within one issuer. */
export type Identity = { issuer: string; subject: string };

export async function personIdOfIdentity(reader: Reader, { issuer, subject }: Identity): Promise<string | undefined> {
  const found = await reader
    .selectFrom("sign_in_method")
    .select("person_id")
    .where("provider", "=", issuer)
    .where("provider_account", "=", subject)
    .executeTakeFirst();
  return found?.person_id;
}

/** The id of the person whom the identity opens. Notes that it did. */
export async function openByIdentity(writer: Writer, { issuer, subject }: Identity, now: number) {
  const opened = await writer
    .updateTable("sign_in_method")
    .set({ changed_at: now })
    .where("provider", "=", issuer)
    .where("provider_account", "=", subject)
    .returning("person_id")
    .executeTakeFirst();
  return opened?.person_id;
}

export async function issuersOf(reader: Reader, personId: string): Promise<string[]> {
  const found = reader.selectFrom("sign_in_method").select("provider").where("person_id", "=", personId);
  return (await found.where("provider", "<>", "credential").execute()).map(({ provider }) => provider);
}

/** Everybody whom accounts of this issuer open. `newest`: when one last did. */
export async function linksTo(reader: Reader, issuer: string): Promise<{ people: number; newest: number }> {
  return reader
    .selectFrom("sign_in_method")
    .select((eb) => [eb.fn.countAll<number>().as("people"), eb.fn.max("changed_at").as("newest")])
    .where("provider", "=", issuer)
    .executeTakeFirstOrThrow();
}

/** False if this person has no password, no passkey and no account at a provider. */
export async function canSignIn(reader: Reader, personId: string): Promise<boolean> {
  const methods = reader.selectFrom("sign_in_method").select("id").where("person_id", "=", personId);
  const passkeys = reader.selectFrom("passkey").select("id").where("person_id", "=", personId);
  return (await methods.unionAll(passkeys).limit(1).executeTakeFirst()) !== undefined;
}

/** True if this admin could sign in with a password now. */
export async function isAdminWithPassword(reader: Reader, personId: string): Promise<boolean> {
  const admin = reader
    .selectFrom("staff")
    .innerJoin("sign_in_method", "sign_in_method.person_id", "staff.person_id")
    .select("staff.person_id")
    .where("staff.person_id", "=", personId)
    .where("role", "=", "admin")
    .where("suspended_at", "is", null)
    .where("provider", "=", "credential");
  return (await admin.executeTakeFirst()) !== undefined;
}

type NewLink = Identity & { personId: string; now: number };

export async function insertLink(writer: Writer, { personId, issuer, subject, now }: NewLink): Promise<void> {
  const values = { id: randomUUID(), person_id: personId, provider: issuer, provider_account: subject };
  await insertRow(writer, "sign_in_method", { ...values, password_hash: null, added_at: now, changed_at: now });
}

export async function peopleLinkedTo(reader: Reader, issuer: string): Promise<string[]> {
  const links = reader.selectFrom("sign_in_method").select("person_id").where("provider", "=", issuer);
  return (await links.distinct().orderBy("person_id").execute()).map(({ person_id }) => person_id);
}

export async function deleteLink(writer: Writer, issuer: string, personId: string): Promise<void> {
  await writer.deleteFrom("sign_in_method").where("provider", "=", issuer).where("person_id", "=", personId).execute();
}
