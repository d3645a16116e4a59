import { z } from "zod";
import { readConfig } from "#config";
import { runJobs } from "#jobs/run-jobs.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { openPortal } from "#server/open-portal.ts";
import { sentRecord } from "../support/api.ts";
import { askServer, createDatabase, startPostgres } from "../support/processes/postgres.ts";
import { ask, type Member, timeUntil } from "./member.ts";
import { serveSite } from "./served-site.ts";
import { nothingYet, type Shown, timed } from "./shown.ts";
import { newSiteSetup, type Workplace } from "./workplace.ts";

const sentSchema = z.object({ id: z.string() });
const insertedSchema = z.object({ insertedId: z.string() });

/** How long a process may take to answer a hide, in any state of the replica. */
const hideLimitMs = 2000;
const quickHides = 20;

/**
 * One process hides records, and another one looks them up at once: while the replica keeps up, and while it is paused.
 * In the control, the process that hides does not know the replica.
 */
export async function pausedReplica(workplace: Workplace, lookups: number, knowsReplica = true): Promise<Shown> {
  const shown = nothingYet(lookups);
  const primary = await startPostgres(undefined, "");
  const standby = await startPostgres(undefined, "", { primary });
  await using _servers = {
    [Symbol.asyncDispose]: async () => void (await Promise.all([standby.stop(), primary.stop()])),
  };
  const ground = await newSiteSetup({ ...workplace, newDatabase: () => createDatabase(primary.url) }, "postgres");
  const writer = ground.environment["DATABASE_URL"] ?? "";
  const DATABASE_READ_URL = Object.assign(new URL(writer), { host: new URL(standby.url).host }).href;
  const environment = { ...ground.environment, DATABASE_READ_URL };
  await using office = await serveSite(knowsReplica ? { ...ground, environment } : ground);
  {
    await using elsewhere = await openPortal(readConfig(environment));
    await using _jobs = runJobs(elsewhere, (error) => shown.problems.push(String(error)));
    const used = async () => elsewhere.database.replicas?.count().used === 1;
    const found = async (number: string, times: number) => {
      let count = 0;
      for (let time = 0; time < times; time += 1) {
        if (await lookUpRecord(elsewhere, { by: "passport", number })) count += 1;
      }
      return count;
    };
    const hideAndLookUp = async (times: number, when: string) => {
      const { id, number } = await addRecord(office.member);
      await elsewhere.database.replicas?.catchUp();
      if ((await found(number, 1)) === 0) shown.problems.push(`${when}: a record was not found`);
      const pausing = when === "paused" ? pauseReplay : async () => undefined;
      await pausing(DATABASE_READ_URL);
      const start = performance.now();
      const hidden = await ask(office.member, { method: "PATCH", path: `/user_data/User_Hide/${id}` });
      timed(shown, `${when}: a hide`, performance.now() - start, hideLimitMs);
      if (hidden?.status === 200) shown.acknowledged += 1;
      const left = await found(number, times);
      if (left > 0) shown.problems.push(`${when}: ${left} of ${times} lookups found a record that was hidden`);
    };

    await timeUntil(used, 5000);
    const { number } = await addRecord(office.member);
    await elsewhere.database.replicas?.catchUp();
    const foundAll = await found(number, lookups);
    if (foundAll < lookups) shown.problems.push(`${lookups - foundAll} of ${lookups} lookups found nothing`);
    for (let hide = 0; hide < quickHides; hide += 1) await hideAndLookUp(50, "keeping up");
    await hideAndLookUp(lookups, "paused");
  }
  // The lookups during the pause are not counted here.
  const asked = await lookupsAt(DATABASE_READ_URL);
  const all = lookups + quickHides * 51;
  if (asked < 0.9 * all) shown.problems.push(`${asked} of ${all} lookups went to the replica`);
  return shown;
}

async function addRecord(member: Member): Promise<{ id: string; number: string }> {
  const body = sentRecord();
  const added = await ask(member, { method: "POST", path: "/cofees", body });
  return {
    id: insertedSchema.parse(JSON.parse(added?.text ?? "{}")).insertedId,
    number: sentSchema.parse(body).id,
  };
}

const pauseReplay = (url: string) => askServer(url, "select pg_wal_replay_pause()");

/** Returns how many lookups this server answered. PostgreSQL's count is complete only once their connections have ended. */
async function lookupsAt(url: string): Promise<number> {
  const query = "select idx_scan::int as count from pg_stat_user_tables where relname = 'candidate'";
  return Number((await askServer(url, query))[0]?.["count"]);
}
