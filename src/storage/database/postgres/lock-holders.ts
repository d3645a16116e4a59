import { type Kysely, sql } from "kysely";
import type { LockHolder } from "../database.ts";
import { processOfSession } from "../process-name.ts";

type Session = { session: number; program: string; held: number | null };

/**
 * Sessions that hold locks for longer than a change of ours takes: they changed or locked rows and then said nothing for
 * a second, or have kept everybody from changing one of our tables for a second, also if nobody has tried; or others have
 * waited for them for a second. Who waits for a tuple does not count: that is a place in a queue, whose head changes. What a
 * session of another user last did, and since when, is not shown to us (null).
 */
const holding = sql<Session>`
  with awaited as (
    select unnest(pg_blocking_pids(pid)) as pid, min(waitstart) as since from pg_locks
    where not granted and locktype <> 'tuple' and waitstart < clock_timestamp() - interval '1 second'
    group by 1),
  locking as (
    select distinct pid from pg_locks join pg_class on pg_class.oid = relation and relkind = 'r'
    where granted and locktype = 'relation' and relnamespace = (select oid from pg_namespace where nspname = current_schema())
      and database = (select oid from pg_database where datname = current_database())
      and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'))
  select pid as session, application_name as program,
    cast(extract(epoch from clock_timestamp() - least(query_start, since)) * 1000 as bigint) as held
  from pg_stat_activity left join awaited using (pid)
  where datname = current_database() and pid <> pg_backend_pid() and wait_event_type is distinct from 'Lock' and (
    since is not null
    or pid in (select pid from locking) and coalesce(xact_start < clock_timestamp() - interval '1 second', true)
    or (state like 'idle in transaction%' and backend_xid is not null
      and state_change < clock_timestamp() - interval '1 second'))
  order by held desc`;

export async function lockHolders(read: Pick<Kysely<unknown>, "getExecutor">): Promise<LockHolder[]> {
  const { rows } = await holding.execute(read);
  return rows.map(({ session, program, held }) => ({
    process: processOfSession(program),
    program: program || "a program without a name",
    heldMs: held,
    session,
  }));
}
