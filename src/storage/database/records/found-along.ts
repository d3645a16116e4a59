import { type RawBuilder, sql } from "kysely";
import type { Engine } from "../database.ts";

/** The indexes that PostgreSQL has on the records, too: `changed_at` is not in the narrow table, and few records are assigned. */
const onRecords: ReadonlySet<string> = new Set([
  "candidate_by_changed",
  "candidate_by_holder_changed",
  "candidate_changed_late",
  "candidate_by_assignee",
]);

/** True if the rows along this index of SQLite come from PostgreSQL's narrow table, which has no `changed_at`. */
export const isBrief = (engine: Engine, index: string): boolean => engine === "postgres" && !onRecords.has(index);

/** What to select from, to read along an index. SQLite must be told which one. */
export function foundAlong(engine: Engine, index: string): RawBuilder<unknown> {
  if (engine === "sqlite") return sql`candidate indexed by ${sql.ref(index)}`;
  return isBrief(engine, index) ? sql`candidate_briefly as candidate` : sql`candidate`;
}

/** A column of the record of a row of the narrow table, which lacks it. */
export const ofRecord = (column: string): RawBuilder<unknown> =>
  sql`(select ${sql.ref(`record.${column}`)} from candidate as record where record.seq = candidate.seq)`;

/** What to select from if any index will do that has what the list filters by. */
export const foundBriefly = (engine: Engine): RawBuilder<unknown> =>
  engine === "sqlite" ? sql`candidate` : sql`candidate_briefly as candidate`;
