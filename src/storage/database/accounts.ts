import { randomUUID } from "node:crypto";
import type { Insertable, Selectable, Updateable } from "kysely";
import type { AccountTables } from "./tables/account-tables.ts";
import { type Database, type Reader, type Writer, lockForUpdate } from "./database.ts";

export type PersonRow = Selectable<AccountTables["person"]>;

/** An account, with the hash of its password where there is one. */
export type AccountRow = Pick<PersonRow, "id" | "email" | "name" | "email_confirmed"> & {
  password_hash: string | null;
};

const accounts = (reader: Reader) =>
  reader
    .selectFrom("person")
    .leftJoin("sign_in_method", (join) =>
      join.onRef("sign_in_method.person_id", "=", "person.id").on("sign_in_method.provider", "=", "credential"),
    )
    .select(["person.id", "person.email", "person.name", "person.email_confirmed", "sign_in_method.password_hash"]);

export async function accountByEmail(reader: Reader, email: string): Promise<AccountRow | undefined> {
  return accounts(reader).where("person.email", "=", email).executeTakeFirst();
}

export async function accountById(reader: Reader, id: string): Promise<AccountRow | undefined> {
  return accounts(reader).where("person.id", "=", id).executeTakeFirst();
}

export async function personForChange(
  database: Database,
  writer: Writer,
  email: string,
): Promise<PersonRow | undefined> {
  return lockForUpdate(database, writer.selectFrom("person").selectAll().where("email", "=", email)).executeTakeFirst();
}

/** Until the transaction ends nobody else changes how this person signs in. */
export async function lockPerson(database: Database, writer: Writer, id: string): Promise<void> {
  await lockForUpdate(database, writer.selectFrom("person").select("id").where("id", "=", id)).execute();
}

export async function insertPerson(writer: Writer, row: Insertable<AccountTables["person"]>): Promise<void> {
  await writer.insertInto("person").values(row).execute();
}

export async function updatePerson(
  writer: Writer,
  id: string,
  changes: Updateable<AccountTables["person"]>,
): Promise<void> {
  await writer.updateTable("person").set(changes).where("id", "=", id).execute();
}

/** With what says whether somebody may have a session at all. */
export async function personWithSuspension(
  reader: Reader,
  id: string,
): Promise<(PersonRow & { suspended_at: number | null }) | undefined> {
  return reader
    .selectFrom("person")
    .leftJoin("staff", "staff.person_id", "person.id")
    .selectAll("person")
    .select("staff.suspended_at")
    .where("person.id", "=", id)
    .executeTakeFirst();
}

/** Who signs in with this account at Google. */
export async function personIdOfGoogle(reader: Reader, subject: string): Promise<string | undefined> {
  const found = await reader
    .selectFrom("sign_in_method")
    .select("person_id")
    .where("provider", "=", "google")
    .where("provider_account", "=", subject)
    .executeTakeFirst();
  return found?.person_id;
}

export async function insertGoogleLink(
  writer: Writer,
  { personId, subject, now }: { personId: string; subject: string; now: number },
): Promise<void> {
  const values = { id: randomUUID(), person_id: personId, provider: "google", provider_account: subject };
  await writer
    .insertInto("sign_in_method")
    .values({ ...values, password_hash: null, added_at: now, changed_at: now })
    .execute();
}

/** Whether there is an open invitation to this address. */
export async function isInvited(reader: Reader, email: string, now: number): Promise<boolean> {
  const found = await reader
    .selectFrom("invitation")
    .select("id")
    .where("email", "=", email)
    .where("taken_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return found !== undefined;
}
