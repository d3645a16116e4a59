import { longestSessionMs } from "#core/accounts/mailed-links.ts";
import { bindRow, boundOrNone, type HasRowKeys } from "../bound-rows.ts";
import { type Database, preparedSelect, type Reader, type Writer } from "../database.ts";
import { type Row, rowForChange, updateRow } from "../rows.ts";
import { isAheadIn } from "../wrong-clock.ts";
import type { OwnedRowId } from "./accounts.ts";
import { accountColumns } from "./bound-accounts.ts";
import { deletePendingSignIns } from "./verifications.ts";

export type SessionRow = Row<"session">;

type Site = HasRowKeys & { readonly database: Pick<Database, "engine"> };

const sessionsWithPerson = (reader: Reader) =>
  reader
    .selectFrom("session")
    .innerJoin("person", "person.id", "session.person_id")
    .leftJoin("staff", "staff.person_id", "person.id")
    .selectAll("session")
    .select(accountColumns);

/** Reads the session, its person and their role in one query. */
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
    .where(isAheadIn("expires_at", now, longestSessionMs))
    .orderBy("used_at", "desc")
    .execute();

type SessionChanges = Partial<Omit<SessionRow, "person_id" | "browser" | "row_hash">>;

/** False, and nothing is changed, if the session has ended or was changed past the program. */
export async function updateSession(site: Site, writer: Writer, id: string, changes: SessionChanges): Promise<boolean> {
  const found = boundOrNone(site, "session", await rowForChange(site.database, writer, "session", id));
  if (!found) return false;
  const { row_hash } = bindRow(site, "session", { ...found, ...changes });
  await updateRow(writer, "session", id, { ...changes, row_hash });
  return true;
}

/** Called when a factor was removed. No session is taken to have shown one that is left, or that is added later. */
export async function forgetProofs(site: Site, writer: Writer, personId: string): Promise<void> {
  const sessions = await writer.selectFrom("session").select("id").where("person_id", "=", personId).execute();
  for (const { id } of sessions) await updateSession(site, writer, id, { proved_at: null });
}

export async function staffInNetwork(reader: Reader, network: string, now: number): Promise<string[]> {
  const found = reader
    .selectFrom("staff")
    .innerJoin("session", "session.person_id", "staff.person_id")
    .select("staff.person_id")
    .where("staff.role", "in", ["admin", "moderator"])
    .where("session.network", "=", network)
    .where(isAheadIn("session.expires_at", now, longestSessionMs));
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
