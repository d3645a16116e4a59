import { type Database, type Reader, type Writer, lockForUpdate } from "./database.ts";
import type { Row } from "./rows.ts";

export type RepeatableRow = Row<"idempotency">;

/** The request with this key, locked until the transaction ends. `keyIndexes` are its hashes under each secret. */
export async function repeatableForChange(database: Database, writer: Writer, keyIndexes: readonly Uint8Array[]) {
  const found = writer.selectFrom("idempotency").selectAll().where("key_index", "in", keyIndexes);
  return lockForUpdate(database, found).executeTakeFirst();
}

/** The request with this key if it has no answer yet. The row is not locked. */
export const openClaim = (reader: Reader, keyIndexes: readonly Uint8Array[]) =>
  reader
    .selectFrom("idempotency")
    .selectAll()
    .where("key_index", "in", keyIndexes)
    .where("answer", "is", null)
    .executeTakeFirst();

export async function deleteRepeatable(writer: Writer, { key_index, claim }: RepeatableRow): Promise<void> {
  await writer.deleteFrom("idempotency").where("key_index", "=", key_index).where("claim", "=", claim).execute();
}

/** Removes a claim that failed, so that the request can be repeated. An answered claim stays. */
export async function deleteUnfinished(writer: Writer, claim: string): Promise<void> {
  await writer.deleteFrom("idempotency").where("claim", "=", claim).where("answer", "is", null).execute();
}

/** Stores the answer. Returns true if the claim still existed. */
export async function answerRepeatable(writer: Writer, claim: string, answer: string): Promise<boolean> {
  const answered = writer.updateTable("idempotency").set({ answer }).where("claim", "=", claim);
  return (await answered.executeTakeFirst()).numUpdatedRows > 0n;
}

export async function deleteRepeatablesBefore(writer: Writer, time: number): Promise<void> {
  await writer.deleteFrom("idempotency").where("claimed_at", "<", time).execute();
}
