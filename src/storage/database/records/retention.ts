import { type RawBuilder, sql } from "kysely";
import type { Database, Engine, Reader, Writer } from "../database.ts";
import { countFound, type Row } from "../rows.ts";
import { isNotFromFuture } from "../wrong-clock.ts";
import { foundAlong, isBrief, ofRecord } from "./found-along.ts";

/** Says which records are due: those whose retention time is over. */
export type DueRule = {
  registry: string;
  since: "published" | "changed";
  /** A record is due if it was published or changed before this time. */
  before: number;
  /** Holds that ended before this day no longer count. */
  today: string;
};

export type Notice = Row<"retention_notice">;
type WalkPosition = { key: number; seq: number };

/** No record is published before it is added, so a walk by `added_at` passes all records that may be due. */
const walks = {
  published: { column: sql.ref("added_at"), index: "candidate_by_added" },
  changed: { column: sql.ref("changed_at"), index: "candidate_by_changed" },
} as const;

/** For a record that was never published, or is no longer published, the time starts when it was added. */
const countsFrom = { published: sql`coalesce(approved_at, added_at)`, changed: sql`changed_at` } as const;

const isDue = (
  { since, before, today }: DueRule,
  from: RawBuilder<unknown> = countsFrom[since],
) => sql`(${from} < ${before}
  and not exists (select 1 from retention_hold where retention_hold.record_seq = candidate.seq and until >= ${today}))`;

/** `isDue` along the index of the walk, whose rows may lack the time of publication. */
function isDueAlong(engine: Engine, due: DueRule): RawBuilder<unknown> {
  if (!isBrief(engine, walks[due.since].index)) return isDue(due);
  return isDue(due, sql`coalesce(${ofRecord("approved_at")}, added_at)`);
}

const flag = (condition: RawBuilder<unknown>) => sql<0 | 1>`case when ${condition} then 1 else 0 end`;

/** Walks over records that may be due, the oldest first. Returns those that are due without a notice. */
export async function stepToDue({ engine, read }: Database, due: DueRule, after: WalkPosition, atMost: number) {
  const { column, index } = walks[due.since];
  const along = foundAlong(engine, index);
  const isNew = sql`${isDueAlong(engine, due)}
    and not exists (select 1 from retention_notice where retention_notice.record_seq = candidate.seq)`;
  const { rows } = await sql<WalkPosition & { is_new: 0 | 1 }>`
    select seq, ${column} as key, ${flag(isNew)} as is_new from ${along}
    where registry = ${due.registry} and ${column} < ${due.before} and (${column}, seq) > (${after.key}, ${after.seq})
    order by ${column}, seq limit ${atMost}`.execute(read);
  const last = rows.at(-1);
  return {
    due: rows.filter(({ is_new }) => is_new === 1).map(({ seq }) => seq),
    place: last && rows.length === atMost ? { key: last.key, seq: last.seq } : null,
  };
}

/** Counts the records that are due, the oldest first, up to `atMost`. */
export async function countDue({ engine, read }: Database, due: DueRule, atMost: number): Promise<number> {
  const { column, index } = walks[due.since];
  const found = sql`select 1 from ${foundAlong(engine, index)}
    where registry = ${due.registry} and ${column} < ${due.before} and ${isDueAlong(engine, due)}`;
  return countFound(read, sql`${found} limit ${atMost}`);
}

/** Inserts notices for those records that still exist. */
export async function insertNotices(writer: Writer, seqs: readonly number[], notice: Omit<Notice, "record_seq">) {
  const { registry, noticed_at, ends_on } = notice;
  await sql`insert into retention_notice (record_seq, registry, noticed_at, ends_on)
    select seq, ${registry}, ${sql.lit(noticed_at)}, ${sql.lit(ends_on)} from candidate where seq in (${sql.join([...seqs])})
    on conflict do nothing`.execute(writer);
}

type NoticeStep = { registry: string; due: DueRule | null; now: number; after: number; atMost: number };

/**
 * The next notices in the order of records, and whether each of them holds: without `due` no record is due. One that is dated
 * later than now is given again, so that somebody is told of it.
 */
export async function stepOverNotices(reader: Reader, { registry, due, now, after, atMost }: NoticeStep) {
  const holds = due && sql`(${isDue(due)} and ${isNotFromFuture("noticed_at", now)})`;
  const { rows } = await sql<Notice & { holds: 0 | 1 }>`
    select retention_notice.*, ${holds ? flag(holds) : sql`0`} as holds
    from (select * from retention_notice where registry = ${registry} and record_seq > ${after}
      order by record_seq limit ${atMost}) as retention_notice
    join candidate on candidate.seq = record_seq order by record_seq`.execute(reader);
  return rows;
}

export async function deleteNotices(writer: Writer, seqs: readonly number[]): Promise<void> {
  await writer.deleteFrom("retention_notice").where("record_seq", "in", seqs).execute();
}

type NoticeEnd = Pick<Notice, "ends_on" | "record_seq">;

/** Records whose notice has ended by this day, after a position. */
export async function endedNotices(reader: Reader, registry: string, day: number, after: NoticeEnd, atMost: number) {
  const { rows } = await sql<NoticeEnd & { id: string }>`
    select id, ends_on, record_seq from retention_notice join candidate on candidate.seq = record_seq
    where retention_notice.registry = ${registry} and ends_on <= ${day}
      and (ends_on, record_seq) > (${after.ends_on}, ${after.record_seq})
    order by ends_on, record_seq limit ${atMost}`.execute(reader);
  return rows;
}

/** True if a record is due and its notice has ended. Call this in the transaction that deletes the record. */
export async function mayEndNow(writer: Writer, due: DueRule, seq: number, day: number): Promise<boolean> {
  const { rows } = await sql`select 1 from retention_notice join candidate on candidate.seq = record_seq
    where record_seq = ${seq} and ends_on <= ${day} and ${isDue(due)}`.execute(writer);
  return rows.length > 0;
}

export const noticeOf = (reader: Reader, seq: number) =>
  reader.selectFrom("retention_notice").selectAll().where("record_seq", "=", seq).executeTakeFirst();

export const holdOf = (reader: Reader, seq: number) =>
  reader.selectFrom("retention_hold").selectAll().where("record_seq", "=", seq).executeTakeFirst();

/** The number of records with a notice, and the day on which the first notice ends. */
export async function countNotices(reader: Reader, registry: string) {
  const found = reader.selectFrom("retention_notice").where("registry", "=", registry);
  return found
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.min("ends_on").as("first")])
    .executeTakeFirstOrThrow();
}

export async function hasNoticeBetween(reader: Reader, registry: string, since: number, now: number): Promise<boolean> {
  const found = reader.selectFrom("retention_notice").select("record_seq");
  return (
    (await found
      .where("registry", "=", registry)
      .where("noticed_at", ">", since)
      .where(isNotFromFuture("noticed_at", now))
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}
