import { type LookupStore, type Reader, type Writer, lockForUpdate } from "../database.ts";
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

/** The oldest batches before the first from `time` or later. Usually that is the very first, and no other is read. */
export async function oldLookupBatches(reader: Reader<LookupSchema>, time: number, atMost: number): Promise<LogEnd[]> {
  const oldest = reader.selectFrom("lookup_batch").select(["seq", "at", "hash"]).orderBy("seq");
  const stays = ({ at }: { at: number }) => at >= time;
  if ((await oldest.limit(1).execute()).every(stays)) return [];
  const rows = await oldest.limit(atMost).execute();
  const firstToStay = rows.findIndex(stays);
  return firstToStay === -1 ? rows : rows.slice(0, firstToStay);
}

export async function deleteLookupBatchesUpTo(writer: Writer<LookupSchema>, last: LogEnd): Promise<void> {
  await writer.deleteFrom("lookup_batch").where("seq", "<=", last.seq).execute();
  await moveEnd(writer, "removed", last);
}
