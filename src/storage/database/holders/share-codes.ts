import { sql } from "kysely";
import { setBackMs } from "#core/wrong-clock.ts";
import type { Reader, Writer } from "../database.ts";
import { recordColumns } from "../records/records.ts";
import { countFound, type Row } from "../rows.ts";
import { isNotFromFuture } from "../wrong-clock.ts";

export type ShareCodeRow = Row<"share_code">;

/** The share codes of a holder, including ended ones, the newest first. */
export const shareCodesOf = (reader: Reader, holderId: string): Promise<ShareCodeRow[]> =>
  reader.selectFrom("share_code").selectAll().where("holder_id", "=", holderId).orderBy("made_at", "desc").execute();

/** A code that was made while the clock was ahead is over. It would be usable until then. */
const isStanding = (now: number) =>
  sql<boolean>`(share_code.ends_at > ${now} and ${isNotFromFuture("share_code.made_at", now + setBackMs)})`;

export const isUsable = (now: number) => sql<boolean>`(${isStanding(now)} and share_code.uses < share_code.most_uses)`;

/** The number of a holder's share codes that can still be used. */
export async function usableShareCodes(reader: Reader, holderId: string, now: number): Promise<number> {
  const found = reader
    .selectFrom("share_code")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("holder_id", "=", holderId)
    .where(isUsable(now));
  return (await found.executeTakeFirstOrThrow()).count;
}

/** Of all holders. */
export const countUsableShareCodes = (reader: Reader, now: number): Promise<number> =>
  countFound(reader, sql`select 1 from share_code where ${isUsable(now)}`);

const withRecord = (reader: Reader) =>
  reader
    .selectFrom("share_code")
    .innerJoin("holder", "holder.id", "share_code.holder_id")
    .innerJoin("candidate", "candidate.id", "holder.candidate_id")
    .select(recordColumns.map((column) => `candidate.${column}` as const))
    .select([
      "share_code.id as code_id",
      "share_code.ends_at",
      "share_code.made_at",
      "share_code.sealed as sealed_share",
    ]);

/** A share code that can still be used, with its record. Undefined alike for used up, ended and unknown codes. */
export const usableShareCode = (reader: Reader, hashes: readonly Uint8Array[], now: number) =>
  withRecord(reader).where("share_code.code_hash", "in", hashes).where(isUsable(now)).executeTakeFirst();

/** A code that has not ended, with its record. It may be used up: what its last use showed stays open for a while. */
export const openShareCode = (reader: Reader, id: string, now: number) =>
  withRecord(reader).where("share_code.id", "=", id).where(isStanding(now)).executeTakeFirst();

export type SharedRow = NonNullable<Awaited<ReturnType<typeof openShareCode>>>;

/** Counts one use. Returns false if the code has ended, or another request took the last use. */
export async function countShareUse(writer: Writer, id: string, now: number, day: string): Promise<boolean> {
  const counted = writer
    .updateTable("share_code")
    .set({ uses: sql`uses + 1`, used_days: sql`trim(used_days || ' ' || ${day})` })
    .where("id", "=", id)
    .where(isUsable(now));
  return (await counted.executeTakeFirst()).numUpdatedRows === 1n;
}

/** Ends one share code or all share codes of a holder. Returns the number of codes that had not ended before. */
export async function endShareCodes(writer: Writer, holderId: string, now: number, id?: string): Promise<number> {
  const ended = writer
    .updateTable("share_code")
    .set({ ends_at: now })
    .where("holder_id", "=", holderId)
    .where("ends_at", ">", now);
  const { numUpdatedRows } = await (id === undefined ? ended : ended.where("id", "=", id)).executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function deleteShareCodesBefore(writer: Writer, moment: number): Promise<void> {
  await writer.deleteFrom("share_code").where("ends_at", "<=", moment).execute();
}
