import { type RawBuilder, sql } from "kysely";
import type { Reader } from "./database.ts";

/** `column not in (keySets)` as ranges, which an index serves; a million rows under one key set are passed in one step. */
export function underOther(column: string, keySets: readonly string[]): RawBuilder<boolean> {
  const known = keySets.toSorted();
  const edges = [null, ...known, null];
  const gaps = edges.slice(1).map((end, at) => between(column, edges[at] ?? null, end));
  return sql<boolean>`(${sql.join(gaps, sql` or `)})`;
}

function between(column: string, start: string | null, end: string | null): RawBuilder<unknown> {
  const after = start === null ? sql`true` : sql`${sql.ref(column)} > ${start}`;
  const before = end === null ? sql`${sql.ref(column)} is not null` : sql`${sql.ref(column)} < ${end}`;
  return sql`(${after} and ${before})`;
}

/** Whether anything was sealed under a key set that is none of these. */
export async function isAnythingUnderOther(reader: Reader, keySets: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from (select 1 from candidate where ${underOther("key_set", keySets)} limit 1) as candidates
    union all
    select 1 from (select 1 from image where ${underOther("key_set", keySets)} limit 1) as images
    union all
    select 1 from (select 1 from report where ${underOther("key_set", keySets)} limit 1) as reports
    union all
    select 1 from (select 1 from post where ${underOther("key_set", keySets)} limit 1) as posts
    union all
    select 1 from (select 1 from class where ${underOther("key_set", keySets)} limit 1) as classes
    union all
    select 1 from (select 1 from candidate_draft where ${underOther("key_set", keySets)} limit 1) as drafts
    union all
    select 1 from (select 1 from letter where ${underOther("key_set", keySets)} limit 1) as letters
    union all
    select 1 from settings where ${underOther("key_set", keySets)}`.execute(reader);
  return rows.length > 0;
}
