import { type Selectable, sql } from "kysely";
import type { AccountTables } from "./tables/account-tables.ts";
import { preparedSelect, type Reader, type Writer } from "./database.ts";

export type SessionRow = Selectable<AccountTables["session"]>;

const sessionsWithPerson = (reader: Reader) =>
  reader
    .selectFrom("session")
    .innerJoin("person", "person.id", "session.person_id")
    .leftJoin("staff", "staff.person_id", "person.id")
    .select([
      "session.id",
      "session.person_id",
      "session.started_at",
      "session.used_at",
      "session.expires_at",
      "session.proved_at",
      "person.email",
      "person.email_confirmed",
      "person.name",
      "person.photo_url",
      "person.has_totp",
      "staff.role",
      "staff.suspended_at",
    ])
    .select((eb) => {
      const methods = eb
        .selectFrom("sign_in_method")
        .whereRef("sign_in_method.person_id", "=", "session.person_id")
        .select(eb.fn.countAll<number>().as("count"));
      return [
        methods.where("password_hash", "is not", null).as("passwords"),
        methods.where("provider", "=", sql.lit("google")).as("googles"),
        eb
          .selectFrom("passkey")
          .whereRef("passkey.person_id", "=", "session.person_id")
          .select(eb.fn.countAll<number>().as("count"))
          .as("passkeys"),
      ];
    });

/** In one query: the session, its person, their role and how they sign in. */
export const sessionByToken = preparedSelect("session-by-token", (reader) =>
  sessionsWithPerson(reader).where("session.token", "=", ""),
);
export const sessionById = preparedSelect("session-by-id", (reader) =>
  sessionsWithPerson(reader).where("session.id", "=", ""),
);

export type FoundSession = Awaited<ReturnType<ReturnType<typeof sessionsWithPerson>["executeTakeFirstOrThrow"]>>;

/** Where a person is signed in, the newest first. */
export async function sessionsOf(reader: Reader, personId: string, now: number): Promise<SessionRow[]> {
  return reader
    .selectFrom("session")
    .selectAll()
    .where("person_id", "=", personId)
    .where("expires_at", ">", now)
    .orderBy("used_at", "desc")
    .execute();
}

export async function sessionRowById(reader: Reader, id: string): Promise<SessionRow | undefined> {
  return reader.selectFrom("session").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function insertSession(writer: Writer, session: SessionRow): Promise<void> {
  await writer.insertInto("session").values(session).execute();
}

/** False where it has ended. */
export async function updateSession(
  writer: Writer,
  id: string,
  changes: Partial<Omit<SessionRow, "person_id" | "browser">>,
): Promise<boolean> {
  const { numUpdatedRows } = await writer.updateTable("session").set(changes).where("id", "=", id).executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteSession(writer: Writer, session: { id: string; personId: string }): Promise<boolean> {
  const { numDeletedRows } = await writer
    .deleteFrom("session")
    .where("id", "=", session.id)
    .where("person_id", "=", session.personId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteOtherSessions(writer: Writer, personId: string, keptId: string): Promise<void> {
  await writer.deleteFrom("session").where("person_id", "=", personId).where("id", "<>", keptId).execute();
}
