import { sql } from "kysely";
import type { Engine, LookupStore, Writer } from "../database.ts";
import type { LookupSchema } from "../tables/schema.ts";

type LookupWriter = Writer<LookupSchema>;

/** A process that has not written its row for this long is dead. */
export const silentMs = 5000;

/** The clock of the database: it is the same for all processes. */
const clocks = {
  sqlite: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  postgres: sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
};

/** A row dated in the future (the clock was set back) counts as dead, too. */
const isAlive = (engine: Engine) => sql<boolean>`abs(${clocks[engine]} - process.seen_at) < ${silentMs}`;

export async function writeBeat({ engine }: LookupStore, writer: LookupWriter, id: string): Promise<void> {
  await sql`insert into process (id, seen_at) values (${id}, ${clocks[engine]})
    on conflict (id) do update set seen_at = excluded.seen_at`.execute(writer);
}

export async function isProcessAlive({ engine, read }: LookupStore, id: string): Promise<boolean> {
  const found = await sql`select 1 from process where id = ${id} and ${isAlive(engine)}`.execute(read);
  return found.rows.length > 0;
}

export async function livingProcesses({ engine, read }: LookupStore): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from process where ${isAlive(engine)}`.execute(read);
  return rows.map(({ id }) => id);
}

export async function deleteProcess(writer: LookupWriter, id: string): Promise<void> {
  await writer.deleteFrom("process").where("id", "=", id).execute();
}

/** The processes that are dead, or seem to be, and how long ago each one wrote its last beat. */
export async function deadProcesses({ engine, read }: LookupStore): Promise<{ id: string; silentMs: number }[]> {
  const { rows } = await sql<{ id: string; silent: number }>`select id, ${clocks[engine]} - seen_at as silent
    from process where not ${isAlive(engine)} order by seen_at`.execute(read);
  return rows.map(({ id, silent }) => ({ id, silentMs: Math.abs(silent) }));
}

export async function deleteDeadProcess({ engine }: LookupStore, writer: LookupWriter, id: string): Promise<void> {
  await sql`delete from process where id = ${id} and not ${isAlive(engine)}`.execute(writer);
}

export async function countLivingProcesses({ engine, read }: LookupStore): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from process where ${isAlive(engine)}`.execute(
    read,
  );
  return rows[0]?.count ?? 0;
}

/** A lease of this process itself counts as free, too: the process could not give it back. */
const isFree = (engine: Engine, own: string) => sql<boolean>`(job_lease.process in ('', ${own})
  or not exists (select 1 from process where process.id = job_lease.process and ${isAlive(engine)}))`;

/** For each job that was ever taken: how long ago it was done, and whether it may be taken now. */
export async function jobLeases({ engine, read }: LookupStore, process: string) {
  const { rows } = await sql<{ job: string; done: number; free: number | boolean }>`
    select job, ${clocks[engine]} - done_at as done, ${isFree(engine, process)} as free from job_lease`.execute(read);
  return rows.map(({ job, done, free }) => ({ job, doneMsAgo: done, isFree: Boolean(free) }));
}

/** Takes a job that no process has and that was not done for `everyMs`. */
export async function takeLease(
  { engine }: LookupStore,
  writer: LookupWriter,
  { job, everyMs, process }: { job: string; everyMs: number; process: string },
): Promise<boolean> {
  const taken = await sql`insert into job_lease (job, process, done_at) values (${job}, ${process}, 0)
    on conflict (job) do update set process = excluded.process
    where abs(${clocks[engine]} - job_lease.done_at) >= ${everyMs} and ${isFree(engine, process)}
    returning job`.execute(writer);
  return taken.rows.length > 0;
}

export async function endLease({ engine }: LookupStore, writer: LookupWriter, job: string, process: string) {
  await sql`update job_lease set process = '', done_at = ${clocks[engine]}
    where job = ${job} and process = ${process}`.execute(writer);
}
