import { type Kysely, sql } from "kysely";
import type { LockHolder } from "../database.ts";
import { processOfSession } from "../process-name.ts";

type Session = { session: number; program: string; held: number | null };

/**
 * Sessions that hold locks for longer than a change of ours takes: they changed or locked rows and then said nothing for
 * a second, or others have waited for them for a second. PostgreSQL does not say how long if a session has another user.
 */
const holding = sql<Session>`
  select pid as session, application_name as program,
    cast(extract(epoch from clock_timestamp() - xact_start) * 1000 as bigint) as held
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and wait_event_type is distinct from 'Lock' and (
    (state like 'idle in transaction%' and backend_xid is not null
      and state_change < clock_timestamp() - interval '1 second')
    or pid in (
      select unnest(pg_blocking_pids(waiting.pid)) from pg_stat_activity as waiting
      where waiting.datname = current_database() and waiting.wait_event_type = 'Lock'
        and waiting.query_start < clock_timestamp() - interval '1 second'))
  order by xact_start`;

export async function lockHolders(read: Pick<Kysely<unknown>, "getExecutor">): Promise<LockHolder[]> {
  const { rows } = await holding.execute(read);
  return rows.map(({ session, program, held }) => ({
    process: processOfSession(program),
    program: program || "a program without a name",
    heldMs: held,
    session,
  }));
}
