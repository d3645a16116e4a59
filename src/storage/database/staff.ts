import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Role } from "#core/staff/roles.ts";
import { isPersonId } from "#core/staff/staff-member.ts";
import type { AccountTables } from "./tables/account-tables.ts";
import type { Reader, Writer } from "./database.ts";

export type StaffRow = {
  id: string;
  email: string;
  name: string;
  email_confirmed: 0 | 1;
  added_at: number;
  /** Null for a person who has always been a student. */
  role: Role | null;
  suspended_at: number | null;
  has_totp: 0 | 1;
  passkeys: number | null;
  sessions: number | null;
};

const staffRows = (reader: Reader) =>
  reader
    .selectFrom("person")
    .leftJoin("staff", "staff.person_id", "person.id")
    .select([
      "person.id",
      "person.email",
      "person.name",
      "person.email_confirmed",
      "person.added_at",
      "person.has_totp",
      "staff.role",
      "staff.suspended_at",
    ])
    .select((eb) => {
      const countOf = (table: "passkey" | "session") =>
        eb
          .selectFrom(table)
          .whereRef(`${table}.person_id`, "=", "person.id")
          .select(eb.fn.countAll<number>().as("count"));
      return [countOf("passkey").as("passkeys"), countOf("session").as("sessions")];
    });

export async function staffById(reader: Reader, id: string): Promise<StaffRow | undefined> {
  return isPersonId(id) ? staffRows(reader).where("person.id", "=", id).executeTakeFirst() : undefined;
}

export async function staffByEmail(reader: Reader, email: string): Promise<StaffRow | undefined> {
  return staffRows(reader).where("person.email", "=", email).executeTakeFirst();
}

/** People who still have an account, by id. */
export async function personsById(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, { name: string; email: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.selectFrom("person").select(["id", "name", "email"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name, email }) => [id, { name, email }]));
}

type StaffPosition = { addedAt: number; id: string };

export type StaffListQuery = {
  /** Part of an address or a name, in small letters; "" for everybody. */
  search: string;
  after: StaffPosition | null;
  limit: number;
};

/** All accounts, the oldest first. */
export async function listStaffRows(reader: Reader, { search, after, limit }: StaffListQuery): Promise<StaffRow[]> {
  let found = staffRows(reader);
  if (search !== "") {
    const part = `%${search.replaceAll(/[\\%_]/g, "\\$&")}%`;
    const holds = (column: "person.email" | "person.name") =>
      sql<boolean>`lower(${sql.ref(column)}) like ${part} escape '\\'`;
    found = found.where((eb) => eb.or([holds("person.email"), holds("person.name")]));
  }
  if (after) {
    const { addedAt, id } = after;
    found = found.where(sql<boolean>`(person.added_at, person.id) > (${addedAt}, ${id})`);
  }
  return found.orderBy("person.added_at").orderBy("person.id").limit(limit).execute();
}

/** Admins who can sign in. */
export async function countAdmins(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom("staff")
    .innerJoin("person", "person.id", "staff.person_id")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("staff.role", "=", "admin")
    .where("staff.suspended_at", "is", null)
    .where("person.email_confirmed", "=", 1)
    .executeTakeFirstOrThrow();
  return count;
}

type StaffChanges = Partial<
  Pick<AccountTables["staff"], "role" | "given_by" | "given_at" | "suspended_at" | "suspended_by">
>;

/** Changes what a person may do; who has no row yet is a student. */
export async function updateStaff(
  writer: Writer,
  id: string,
  changes: StaffChanges,
  by: { id: string; at: number },
): Promise<void> {
  await writer
    .insertInto("staff")
    .values({ person_id: id, role: "student", given_by: by.id, given_at: by.at, ...changes })
    .onConflict((conflict) => conflict.column("person_id").doUpdateSet(changes))
    .execute();
}

export async function confirmPerson(writer: Writer, id: string, now: number): Promise<void> {
  await writer.updateTable("person").set({ email_confirmed: 1, changed_at: now }).where("id", "=", id).execute();
  await writer.deleteFrom("mailed_link").where("person_id", "=", id).where("purpose", "=", "confirm").execute();
}

export async function deletePerson(writer: Writer, id: string): Promise<void> {
  await writer.deleteFrom("person").where("id", "=", id).execute();
}

/** Returns how many there were. */
export async function deleteSessionsOf(writer: Writer, id: string): Promise<number> {
  const { numDeletedRows } = await writer.deleteFrom("session").where("person_id", "=", id).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export type ConfirmedPerson = { id: string; email: string; name: string; at: number };

/** An account with a confirmed address. */
export async function insertConfirmedPerson(writer: Writer, { id, email, name, at }: ConfirmedPerson): Promise<void> {
  const person = { id, email, name, photo_url: null, email_confirmed: 1, added_at: at, changed_at: at } as const;
  await writer.insertInto("person").values(person).execute();
}

/** Replaces the name of an account that was not confirmed, and removes its photo. */
export async function replaceProfile(writer: Writer, id: string, name: string, now: number): Promise<void> {
  await writer.updateTable("person").set({ name, photo_url: null, changed_at: now }).where("id", "=", id).execute();
}

/** Replaces the password, or sets the first. */
export async function setPassword(writer: Writer, id: string, hash: string, now: number): Promise<void> {
  await writer
    .insertInto("sign_in_method")
    .values({
      id: randomUUID(),
      person_id: id,
      provider: "credential",
      provider_account: id,
      password_hash: hash,
      added_at: now,
      changed_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(["provider", "provider_account"]).doUpdateSet({ password_hash: hash, changed_at: now }),
    )
    .execute();
}

/** Deletes every way to sign in: somebody may have made the account for an address that is not theirs. */
export async function forgetWaysIn(writer: Writer, id: string): Promise<void> {
  for (const table of ["sign_in_method", "totp", "passkey", "mailed_link", "session"] as const) {
    await writer.deleteFrom(table).where("person_id", "=", id).execute();
  }
  await writer.updateTable("person").set({ has_totp: 0 }).where("id", "=", id).execute();
}
