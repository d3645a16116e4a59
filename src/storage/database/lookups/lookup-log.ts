import { type LookupStore, type Reader, type Writer, lockForUpdate } from "../database.ts";
import { isNotFromFuture } from "../wrong-clock.ts";
import type { LookupSchema } from "../tables/schema.ts";

export type LookupBatchRow = LookupSchema["lookup_batch"];
type LogEnd = { seq: number; hash: Uint8Array };
type EndName = LookupSchema["lookup_end"]["id"];

const end = (reader: Reader<LookupSchema>, name: EndName) =>
  reader.selectFrom("lookup_end").select(["seq", "hash"]).where("id", "=", name);

export const lookupLogEnd = (reader: Reader<LookupSchema>, name: EndName) =>
  end(reader, name).executeTakeFirstOrThrow();

/** Returns the end of the log, locked until the transaction ends. */
export const lockLookupLogEnd = (store: LookupStore, writer: Writer<LookupSchema>, name: EndName) =>
  lockForUpdate(store, end(writer, name)).executeTakeFirstOrThrow();

async function moveEnd(writer: Writer<LookupSchema>, name: EndName, { seq, hash }: LogEnd): Promise<void> {
  await writer.updateTable("lookup_end").set({ seq, hash }).where("id", "=", name).execute();
}

export async function appendLookupBatch(writer: Writer<LookupSchema>, row: LookupBatchRow): Promise<void> {
  await writer.insertInto("lookup_batch").values(row).execute();
  await moveEnd(writer, "last", row);
}

export const lookupBatchesAfter = (reader: Reader<LookupSchema>, seq: number, atMost: number) =>
  reader.selectFrom("lookup_batch").selectAll().where("seq", ">", seq).orderBy("seq").limit(atMost).execute();

type OldBatches = { now: number; before: number; atMost: number };

/**
 * The oldest batches up to the last that is old. One that is dated later than now is as old as those around it: the batches are a
 * chain, and none is deleted before those in front of it. Usually the very first stays, and no other is read.
 */
export async function oldLookupBatches(
  reader: Reader<LookupSchema>,
  { now, before, atMost }: OldBatches,
): Promise<LogEnd[]> {
  const batches = reader.selectFrom("lookup_batch").select(["seq", "at", "hash"]).orderBy("seq");
  const toStay = await batches.where("at", ">=", before).where(isNotFromFuture("at", now)).limit(1).execute();
  const firstToStay = toStay[0]?.seq ?? Number.MAX_SAFE_INTEGER;
  const [lastOld] = await batches
    .clearOrderBy()
    .orderBy("seq", "desc")
    .where("seq", "<", firstToStay)
    .where("at", "<", before)
    .limit(1)
    .execute();
  return lastOld ? batches.where("seq", "<=", lastOld.seq).limit(atMost).execute() : [];
}

export async function deleteLookupBatchesUpTo(writer: Writer<LookupSchema>, last: LogEnd): Promise<void> {
  await writer.deleteFrom("lookup_batch").where("seq", "<=", last.seq).execute();
  await moveEnd(writer, "removed", last);
}
