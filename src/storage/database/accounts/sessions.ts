import { sql } from "kysely";
import { preparedSelect, type Reader, type Writer } from "../database.ts";
import type { Row } from "../rows.ts";
import type { OwnedRowId } from "./accounts.ts";
import { deletePendingSignIns } from "./verifications.ts";

export type SessionRow = Row<"session">;

const sessionsWithPerson = (reader: Reader) =>
  reader
    .selectFrom("session")
    .innerJoin("person", "person.id", "session.person_id")
    .leftJoin("staff", "staff.person_id", "person.id")
    .select(["session.id", "session.person_id", "session.started_at", "session.used_at"])
    .select(["session.expires_at", "session.proved_at", "staff.role", "staff.suspended_at"])
    .select(["person.email", "person.email_confirmed", "person.name", "person.photo_url", "person.has_totp"])
    .select((eb) => {
      const methods = eb
        .selectFrom("sign_in_method")
        .whereRef("sign_in_method.person_id", "=", "session.person_id")
        .select(eb.fn.countAll<number>().as("count"));
      return [
        methods.where("password_hash", "is not", null).as("passwords"),
        methods.where("provider", "<>", sql.lit("credential")).as("providers"),
        eb
          .selectFrom("passkey")
          .whereRef("passkey.person_id", "=", "session.person_id")
          .select(eb.fn.countAll<number>().as("count"))
          .as("passkeys"),
      ];
    });

/** Reads the session, its person, their role and how they sign in, in one query. */
export const sessionByToken = preparedSelect("session-by-token", (reader) =>
  sessionsWithPerson(reader).where("session.token", "=", ""),
);
export const sessionById = preparedSelect("session-by-id", (reader) =>
  sessionsWithPerson(reader).where("session.id", "=", ""),
);

export type FoundSession = Awaited<ReturnType<ReturnType<typeof sessionsWithPerson>["executeTakeFirstOrThrow"]>>;

export const sessionsOf = (reader: Reader, personId: string, now: number) =>
  reader
    .selectFrom("session")
    .selectAll()
    .where("person_id", "=", personId)
    .where("expires_at", ">", now)
    .orderBy("used_at", "desc")
    .execute();

type SessionChanges = Partial<Omit<SessionRow, "person_id" | "browser">>;

/** False if the session has ended. */
export async function updateSession(writer: Writer, id: string, changes: SessionChanges): Promise<boolean> {
  const { numUpdatedRows } = await writer.updateTable("session").set(changes).where("id", "=", id).executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Called when a factor was removed. No session is taken to have shown one that is left, or that is added later. */
export async function forgetProofs(writer: Writer, personId: string): Promise<void> {
  await writer.updateTable("session").set({ proved_at: null }).where("person_id", "=", personId).execute();
}

export async function staffInNetwork(reader: Reader, network: string, now: number): Promise<string[]> {
  const found = reader
    .selectFrom("staff")
    .innerJoin("session", "session.person_id", "staff.person_id")
    .select("staff.person_id")
    .where("staff.role", "in", ["admin", "moderator"])
    .where("session.network", "=", network)
    .where("session.expires_at", ">", now);
  return (await found.execute()).map(({ person_id }) => person_id);
}

export async function deleteSession(writer: Writer, { id, personId }: OwnedRowId): Promise<boolean> {
  const deleted = writer.deleteFrom("session").where("id", "=", id).where("person_id", "=", personId);
  return (await deleted.executeTakeFirst()).numDeletedRows === 1n;
}

/** True until this session or API key is taken away. */
export async function isSessionOrKey(reader: Reader, id: string): Promise<boolean> {
  const session = reader.selectFrom("session").select("id").where("id", "=", id);
  const key = reader.selectFrom("api_key").select("id").where("id", "=", id);
  return (await session.unionAll(key).executeTakeFirst()) !== undefined;
}

/**
 * Ends every session and API key of a person, and sign-ins that wait for a second factor. Whatever takes access away
 * calls this. Returns how many there were.
 */
export async function endAccess(writer: Writer, personId: string, keptSession = "") {
  await deletePendingSignIns(writer, personId);
  const sessions = writer.deleteFrom("session").where("person_id", "=", personId).where("id", "<>", keptSession);
  const apiKeys = writer.deleteFrom("api_key").where("person_id", "=", personId);
  return {
    sessions: Number((await sessions.executeTakeFirstOrThrow()).numDeletedRows),
    apiKeys: Number((await apiKeys.executeTakeFirstOrThrow()).numDeletedRows),
  };
}
