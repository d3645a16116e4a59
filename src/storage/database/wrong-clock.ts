import { type RawBuilder, sql } from "kysely";
import { clockToleranceMs } from "#core/wrong-clock.ts";
import type { Reader } from "./database.ts";

/** For what has happened: false if it is dated later than now, which a clock did that was ahead. */
export const isNotFromFuture = (column: string, now: number): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} <= ${now + clockToleranceMs}`;

/** `hasCome` of core, of a column. */
export const hasComeIn = (column: string, now: number, longestMs: number): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${now + longestMs + clockToleranceMs})`;

/** Its opposite: the time is ahead, and not further than it can be. */
export const isAheadIn = (column: string, now: number, longestMs: number): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} > ${now} and ${sql.ref(column)} <= ${now + longestMs + clockToleranceMs}`;

/** How many events of the audit log and backups are dated later than now, and the latest of these times. Null if none is. */
export async function rowsFromFuture(reader: Reader, now: number): Promise<{ count: number; latest: number } | null> {
  const after = now + clockToleranceMs;
  const { rows } = await sql<{ count: number; latest: number | null }>`
    select count(*) as count, max(at) as latest from (
      select at from audit_event where seq > 0 and at > ${after}
      union all select started_at from backup_run where started_at > ${after}) as ahead`.execute(reader);
  const [{ count, latest } = { count: 0, latest: null }] = rows;
  return latest === null ? null : { count, latest };
}
