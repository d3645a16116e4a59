import { type RawBuilder, sql } from "kysely";
import { clockToleranceMs } from "#core/wrong-clock.ts";

/** For what has happened: false if it is dated later than now, which a clock did that was ahead. */
export const isNotFromFuture = (column: string, now: number): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} <= ${now + clockToleranceMs}`;

/** `hasCome` of core, of a column. */
export const hasComeIn = (column: string, now: number, longestMs: number): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${now + longestMs + clockToleranceMs})`;

/** Its opposite: the time is ahead, and not further than it can be. */
export const isAheadIn = (column: string, now: number, longestMs: number): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} > ${now} and ${sql.ref(column)} <= ${now + longestMs + clockToleranceMs}`;
