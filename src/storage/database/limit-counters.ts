import { sql } from "kysely";
import { clockToleranceMs } from "#core/wrong-clock.ts";
import type { Database, Reader, Writer } from "./database.ts";
import type { Row } from "./rows.ts";

type LimitCounter = Row<"limit_counter">;

/** Adds tries to each key, atomically. Keys must be unique and sorted, so that two processes cannot deadlock. */
export async function countTries(writer: Writer, fresh: readonly LimitCounter[], now: number): Promise<LimitCounter[]> {
  // The second condition ends a counter that began while the clock was ahead: it would keep users out until then.
  const hasEnded = sql`(limit_counter.ends_at <= ${now} or limit_counter.ends_at > excluded.ends_at + ${clockToleranceMs})`;
  return writer
    .insertInto("limit_counter")
    .values(fresh)
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        tries: sql`case when ${hasEnded} then excluded.tries else limit_counter.tries + excluded.tries end`,
        ends_at: sql`case when ${hasEnded} then excluded.ends_at else limit_counter.ends_at end`,
      }),
    )
    .returningAll()
    .execute();
}

/** Returns the counters with these keys whose window has not ended. Those without tries may be missing. */
export async function openCounters(reader: Reader, keys: readonly string[], now: number): Promise<LimitCounter[]> {
  // PostgreSQL refuses an empty list.
  if (keys.length === 0) return [];
  const counters = reader.selectFrom("limit_counter").where("key", "in", keys).where("ends_at", ">", now);
  return counters.selectAll().execute();
}

export async function takeBackTry(writer: Writer, key: string): Promise<void> {
  const counter = writer.updateTable("limit_counter").where("key", "=", key).where("tries", ">", 0);
  await counter.set({ tries: sql`tries - 1` }).execute();
}

export async function deleteCounter(writer: Writer, key: string): Promise<void> {
  await writer.deleteFrom("limit_counter").where("key", "=", key).execute();
}

/** Deletes some counters whose window has ended, and returns how many. Locked rows are skipped. */
export async function deleteEndedCounters({ engine }: Database, writer: Writer, now: number, atMost: number) {
  const ended = writer.selectFrom("limit_counter").select("key").where("ends_at", "<=", now).limit(atMost);
  const { numDeletedRows } = await writer
    .deleteFrom("limit_counter")
    .where("key", "in", engine === "postgres" ? ended.forUpdate().skipLocked() : ended)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
