import { isStaffRole } from "#core/accounts/roles.ts";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type Reader, type Writer, isRowId } from "../database.ts";
import { erasedAmong } from "../erasures.ts";
import { type Row, updateRow } from "../rows.ts";
import { deleteFactors } from "./factors.ts";
import { endAccess } from "./sessions.ts";

const peopleWithRoles = (reader: Reader) =>
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
      "staff.organisation_id",
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

/** `role` is null for a person who has always been a student. */
export type PersonWithRole = Awaited<ReturnType<ReturnType<typeof peopleWithRoles>["executeTakeFirstOrThrow"]>>;

export async function personWithRole(reader: Reader, id: string): Promise<PersonWithRole | undefined> {
  return isRowId(id) ? peopleWithRoles(reader).where("person.id", "=", id).executeTakeFirst() : undefined;
}

/** An authenticator app, printed recovery codes, or a passkey. */
export const hasFactor = ({ has_totp, passkeys }: Pick<PersonWithRole, "has_totp" | "passkeys">): boolean =>
  has_totp === 1 || Number(passkeys) > 0;

export const personWithRoleByEmail = (reader: Reader, email: string) =>
  peopleWithRoles(reader).where("person.email", "=", email).executeTakeFirst();

export async function personsById(reader: Reader, ids: Iterable<string>) {
  const wanted = [...new Set(ids)];
  const persons = reader.selectFrom("person").select(["id", "name", "email"]).where("id", "in", wanted);
  const rows = wanted.length === 0 ? [] : await persons.execute();
  return new Map(rows.map(({ id, name, email }) => [id, { name, email }]));
}

/** The names of persons by id; the email address if a person gave no name. */
export async function namesById(reader: Reader, ids: Iterable<string>): Promise<Map<string, string>> {
  const persons = await personsById(reader, ids);
  return new Map([...persons].map(([id, { name, email }]) => [id, name || email]));
}

/** Who gave these people their roles. Leaves out roles that people took themselves. */
export async function roleGivers(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const given = reader.selectFrom("staff").select(["person_id", "given_by"]).whereRef("given_by", "<>", "person_id");
  const rows = ids.length === 0 ? [] : await given.where("person_id", "in", [...new Set(ids)]).execute();
  return new Map(rows.map(({ person_id, given_by }) => [person_id, given_by]));
}

/** The people who work here because this person gave them their role. */
export const rolesGivenBy = (reader: Reader, giver: string) =>
  reader
    .selectFrom("staff")
    .innerJoin("person", "person.id", "staff.person_id")
    .select(["person.id", "person.name", "person.email"])
    .where("given_by", "=", giver)
    .where("person_id", "<>", giver)
    .where("role", "<>", "student")
    .where("suspended_at", "is", null)
    .orderBy("person.name")
    .orderBy("person.id")
    .execute();

/**
 * Who may be a witness about the holder of a record: admins, and who added it. People who were suspended since this time
 * count, so that nobody becomes the only one by suspending the others.
 */
export async function staffWhoMayWitness(reader: Reader, addedBy: string, suspendedSince: number): Promise<string[]> {
  const rows = reader
    .selectFrom("staff")
    .innerJoin("person", "person.id", "staff.person_id")
    .select("staff.person_id")
    .where("person.email_confirmed", "=", 1)
    .where((eb) => eb.or([eb("suspended_at", "is", null), eb("suspended_at", ">", suspendedSince)]))
    .where((eb) =>
      eb.or([eb("role", "=", "admin"), eb.and([eb("role", "=", "moderator"), eb("staff.person_id", "=", addedBy)])]),
    );
  return (await rows.execute()).map(({ person_id }) => person_id);
}

/** True if this person was suspended, is no longer staff, or was deleted. */
export async function isFormerStaff(reader: Reader, id: string): Promise<boolean> {
  const found = await reader
    .selectFrom("staff")
    .select(["role", "suspended_at"])
    .where("person_id", "=", id)
    .executeTakeFirst();
  if (!found) return (await erasedAmong(reader, "person", [id])).has(id);
  return !isStaffRole(found.role) || found.suspended_at !== null;
}

/** Everybody who may work with records, sorted by name. */
export const recordStaffRows = (reader: Reader) =>
  reader
    .selectFrom("staff")
    .innerJoin("person", "person.id", "staff.person_id")
    .select(["person.id", "person.name", "person.email", "staff.role", "staff.suspended_at"])
    .where("staff.role", "in", ["admin", "moderator"])
    .orderBy("person.name")
    .orderBy("person.id")
    .execute();

type PeopleQuery = {
  /** A part of an email address or a name, in lower case; "" for everybody. */
  search: string;
  /** Where the previous page ended. Null for the first page. */
  after: { addedAt: number; id: string } | null;
  limit: number;
};

export async function listPeopleWithRoles(
  reader: Reader,
  { search, after, limit }: PeopleQuery,
): Promise<PersonWithRole[]> {
  let found = peopleWithRoles(reader);
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

/** The number of admins who can sign in. */
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

/** Undefined for a person who was never given a role. */
export const staffRow = (reader: Reader, id: string): Promise<Row<"staff"> | undefined> =>
  reader.selectFrom("staff").selectAll().where("person_id", "=", id).executeTakeFirst();

type RoleChanges = Partial<Omit<Row<"staff">, "person_id">>;
type Author = { id: string; at: number };

/** Changes what a person may do. A person without a row is a student. */
export async function updateRole(writer: Writer, id: string, changes: RoleChanges, by: Author): Promise<void> {
  await writer
    .insertInto("staff")
    .values({ person_id: id, role: "student", given_by: by.id, given_at: by.at, ...changes })
    .onConflict((conflict) => conflict.column("person_id").doUpdateSet(changes))
    .execute();
}

export async function confirmPerson(writer: Writer, id: string): Promise<void> {
  await updateRow(writer, "person", id, { email_confirmed: 1 });
  await writer.deleteFrom("mailed_link").where("person_id", "=", id).where("purpose", "=", "confirm").execute();
}

export async function setPassword(writer: Writer, id: string, hash: string, now: number): Promise<void> {
  const method = { person_id: id, provider: "credential", provider_account: id };
  const password = { password_hash: hash, changed_at: now };
  await writer
    .insertInto("sign_in_method")
    .values({ id: randomUUID(), ...method, ...password, added_at: now })
    .onConflict((conflict) => conflict.columns(["provider", "provider_account"]).doUpdateSet(password))
    .execute();
}

/** Deletes every way to sign in: a stranger may have made the account with an email address that is not theirs. */
export async function deleteSignInMethods(writer: Writer, id: string): Promise<void> {
  for (const table of ["sign_in_method", "mailed_link"] as const) {
    await writer.deleteFrom(table).where("person_id", "=", id).execute();
  }
  await deleteFactors(writer, id);
  await endAccess(writer, id);
}
