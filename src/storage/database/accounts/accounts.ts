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
export async function lockPerson(database: Database, writer: Writer, id: string): Promise<void> {
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

export async function personIdOfGoogle(reader: Reader, subject: string): Promise<string | undefined> {
  const found = await reader
    .selectFrom("sign_in_method")
    .select("person_id")
    .where("provider", "=", "google")
    .where("provider_account", "=", subject)
    .executeTakeFirst();
  return found?.person_id;
}

export async function hasGoogleLink(reader: Reader, personId: string): Promise<boolean> {
  const found = await reader
    .selectFrom("sign_in_method")
    .select("id")
    .where("person_id", "=", personId)
    .where("provider", "=", "google")
    .executeTakeFirst();
  return found !== undefined;
}

/** False if this person has no password, no passkey and, unless `usesGoogle` is false, no linked Google account. */
export async function canSignIn(reader: Reader, personId: string, usesGoogle: boolean): Promise<boolean> {
  const methods = reader
    .selectFrom("sign_in_method")
    .select("id")
    .where("person_id", "=", personId)
    .where("provider", "in", usesGoogle ? ["credential", "google"] : ["credential"]);
  const passkeys = reader.selectFrom("passkey").select("id").where("person_id", "=", personId);
  return (await methods.unionAll(passkeys).limit(1).executeTakeFirst()) !== undefined;
}

type GoogleLink = { personId: string; subject: string; now: number };

export async function insertGoogleLink(writer: Writer, { personId, subject, now }: GoogleLink): Promise<void> {
  const values = { id: randomUUID(), person_id: personId, provider: "google", provider_account: subject };
  await insertRow(writer, "sign_in_method", { ...values, password_hash: null, added_at: now, changed_at: now });
}

export async function deleteGoogleLink(writer: Writer, personId: string): Promise<void> {
  await writer
    .deleteFrom("sign_in_method")
    .where("person_id", "=", personId)
    .where("provider", "=", "google")
    .execute();
}
