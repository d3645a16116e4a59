import { sql } from "kysely";
import { longestPauseMs } from "#core/backoff.ts";
import { toldForDays } from "#core/desk/organisation.ts";
import { dayMs, hourMs } from "#core/durations.ts";
import { gatherNewsMs } from "#core/holders/holder-news.ts";
import { watchDays } from "#core/records/watch.ts";
import { longestMarkDays } from "#core/reports/false-number.ts";
import { clockToleranceMs } from "#core/wrong-clock.ts";
import type { Writer } from "./database.ts";
import type { Schema } from "./tables/schema.ts";

type Stored<Table extends keyof Schema = keyof Schema> = {
  [Name in Table]: { table: Name; column: keyof Schema[Name] & string; aheadMs: number; where?: string };
}[Table];

/** What is kept for a while: the column that says since when or until when, and how far ahead of now it can be. */
const kept: readonly Stored[] = [
  { table: "watch", column: "ends_at", aheadMs: watchDays * dayMs },
  { table: "watch_stop", column: "ends_at", aheadMs: watchDays * dayMs },
  { table: "told_answer", column: "ends_at", aheadMs: toldForDays * dayMs },
  { table: "false_number", column: "ends_at", aheadMs: longestMarkDays * dayMs },
  { table: "presentation", column: "until", aheadMs: hourMs },
  { table: "image", column: "uploaded_at", aheadMs: 0, where: "state != 'kept'" },
  { table: "form_draft", column: "saved_at", aheadMs: 0 },
  { table: "report", column: "closed_at", aheadMs: 0 },
  { table: "bulk_run", column: "asked_at", aheadMs: 0 },
  // A deletion can then be undone from now on.
  { table: "bulk_run", column: "ended_at", aheadMs: 0 },
  { table: "webhook_delivery", column: "happened_at", aheadMs: 0 },
  { table: "idempotency", column: "claimed_at", aheadMs: 0 },
];

/** What waits for its turn: the column that says until when, or since when, and how far ahead of now it can be. */
const waiting: readonly Stored[] = [
  // Until the mail of the day, which may be an hour late when clocks are turned back.
  { table: "alert", column: "due_at", aheadMs: dayMs + hourMs },
  { table: "mail", column: "next_try_at", aheadMs: longestPauseMs },
  { table: "webhook_delivery", column: "next_try_at", aheadMs: longestPauseMs },
  { table: "holder", column: "tell_at", aheadMs: gatherNewsMs },
  { table: "told_answer", column: "due_at", aheadMs: 0 },
  { table: "account_photo", column: "read_at", aheadMs: 0, where: "has_image = 0" },
];

/** Ends the waiting for what a clock that was ahead stored. */
export async function endLongWaits(writer: Writer, now: number): Promise<void> {
  for (const row of waiting) await pullBack(writer, row, now, now);
}

/**
 * Lets what a clock that was ahead stored begin now: it would be kept until that time has come. Call this only once the clock has
 * been steady for a while. One that is behind takes everything for stored by a clock that was ahead.
 */
export async function beginKeptAnew(writer: Writer, now: number): Promise<void> {
  for (const row of kept) await pullBack(writer, row, now, now + row.aheadMs);
}

async function pullBack(writer: Writer, { table, column, aheadMs, where = "1 = 1" }: Stored, now: number, to: number) {
  const name = sql.ref(column);
  await sql`update ${sql.table(table)} set ${name} = ${to}
    where ${name} > ${now + aheadMs + clockToleranceMs} and ${sql.raw(where)}`.execute(writer);
}
