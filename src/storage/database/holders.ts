import { type Database, lockForUpdate, type Reader, type Writer } from "./database.ts";
import { insertRow, type Row } from "./rows.ts";

export type HolderLinkRow = Row<"holder_link">;
export type HolderRow = Row<"holder">;

export const holderLink = (reader: Reader, recordId: string): Promise<HolderLinkRow | undefined> =>
  reader.selectFrom("holder_link").selectAll().where("candidate_id", "=", recordId).executeTakeFirst();

export const holderLinkByCode = (reader: Reader, codeHash: Uint8Array): Promise<HolderLinkRow | undefined> =>
  reader.selectFrom("holder_link").selectAll().where("code_hash", "=", codeHash).executeTakeFirst();

/** In place of the one that was there. */
export async function putHolderLink(writer: Writer, row: HolderLinkRow): Promise<void> {
  await deleteHolderLink(writer, row.candidate_id);
  await insertRow(writer, "holder_link", row);
}

/** False if there was none. */
export async function deleteHolderLink(writer: Writer, recordId: string): Promise<boolean> {
  const deleted = await writer.deleteFrom("holder_link").where("candidate_id", "=", recordId).executeTakeFirstOrThrow();
  return deleted.numDeletedRows > 0n;
}

export async function deleteHolderLinksBefore(writer: Writer, now: number): Promise<void> {
  await writer.deleteFrom("holder_link").where("ends_at", "<=", now).execute();
}

export const holderOfRecord = (reader: Reader, recordId: string): Promise<HolderRow | undefined> =>
  reader.selectFrom("holder").selectAll().where("candidate_id", "=", recordId).executeTakeFirst();

/** In place of the one that was there, with all that hangs on it. */
export async function putHolder(writer: Writer, row: HolderRow): Promise<void> {
  await writer.deleteFrom("holder").where("candidate_id", "=", row.candidate_id).execute();
  await insertRow(writer, "holder", row);
}

/** Locked until the transaction ends. */
export const holdersOfRecords = async (
  database: Database,
  writer: Writer,
  recordIds: readonly string[],
): Promise<HolderRow[]> =>
  recordIds.length === 0
    ? []
    : lockForUpdate(
        database,
        writer.selectFrom("holder").selectAll().where("candidate_id", "in", recordIds).orderBy("id"),
      ).execute();

/** A holder who is to be told something by now. */
export const holderToTell = (reader: Reader, registry: string, now: number) =>
  reader
    .selectFrom("holder")
    .innerJoin("candidate", "candidate.id", "holder.candidate_id")
    .select("holder.id")
    .where("tell_at", "<=", now)
    .where("registry", "=", registry)
    .orderBy("tell_at")
    .limit(1)
    .executeTakeFirst();
