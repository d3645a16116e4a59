import { sql } from "kysely";
import { toldForDays } from "#core/desk/organisation.ts";
import { dayMs, hourMs } from "#core/durations.ts";
import { watchDays } from "#core/records/watch.ts";
import { clockToleranceMs } from "#core/wrong-clock.ts";
import type { Writer } from "./database.ts";
import type { Schema } from "./tables/schema.ts";

type Kept<Table extends keyof Schema = keyof Schema> = {
  [Name in Table]: { table: Name; column: keyof Schema[Name] & string; aheadMs: number; where?: string };
}[Table];

/** What is kept for a while: the column that says since when or until when, and how far ahead of now it can be. */
const kept: readonly Kept[] = [
  { table: "watch", column: "ends_at", aheadMs: watchDays * dayMs },
  { table: "watch_stop", column: "ends_at", aheadMs: watchDays * dayMs },
  { table: "told_answer", column: "ends_at", aheadMs: toldForDays * dayMs },
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

/**
 * Lets what a clock that was ahead stored begin now: it would be kept until that time has come. Call this only once the clock has
 * been steady for a while. One that is behind takes everything for stored by a clock that was ahead.
 */
export async function beginKeptAnew(writer: Writer, now: number): Promise<void> {
  for (const { table, column, aheadMs, where = "1 = 1" } of kept) {
    const [name, latest] = [sql.ref(column), now + aheadMs];
    await sql`update ${sql.table(table)} set ${name} = ${latest}
      where ${name} > ${latest + clockToleranceMs} and ${sql.raw(where)}`.execute(writer);
  }
}
