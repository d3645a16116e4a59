import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { runJobs, sharedJobs } from "#jobs/run-jobs.ts";
import { doOnce } from "#operations/portal/do-once.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { beat, forgetDeadProcesses, freeJobs, leave, runShared, sickProcesses } from "#operations/portal/processes.ts";
import { ownName } from "#storage/database/process-name.ts";
import { admin } from "../support/accounts/people.ts";
import { engines, testOn } from "../support/portals.ts";

/** Simulates a killed process: its last beat was `ms` milliseconds earlier. */
async function fellSilent({ database: { lookups }, processId }: Portal, ms: number): Promise<void> {
  await lookups.write((writer) =>
    sql`update process set seen_at = seen_at - ${ms} where id = ${processId}`.execute(writer),
  );
}

const job = { name: "a-job", everyMs: 60_000 };
const takes = async (portal: Portal): Promise<boolean> => {
  let didRun = false;
  if ((await freeJobs(portal, [job])).length > 0) await runShared(portal, job, async () => void (didRun = true));
  return didRun;
};
const leasesOf = ({ database: { lookups } }: Portal) =>
  lookups.read.selectFrom("job_lease").select(["job", "done_at"]).orderBy("job").execute();

describe.each(engines)("processes on %s", (engine) => {
  const test = testOn(engine);

  test("run a shared job once when it is due, and take it over from a process that died during it", async ({
    portal,
    there,
  }) => {
    await Promise.all([beat(portal), beat(there)]);
    const dying = Promise.withResolvers<void>();
    let began = false;
    const slow = runShared(portal, job, () => ((began = true), dying.promise));
    await expect.poll(() => began).toBe(true);
    expect(await takes(there)).toBe(false);
    await fellSilent(portal, 5000);
    expect(await takes(there)).toBe(true);
    // A process that was only slow does not release the other's lease, and no process repeats a job that was just done.
    dying.resolve();
    await slow;
    expect([await takes(portal), await takes(there)]).toEqual([false, false]);
    // The processes of another registry have work of their own.
    expect(await takes({ ...there, registry: "Other" })).toBe(true);
  });

  test("do not repeat at their start what another process has just done", async ({ portal, there }) => {
    await using _first = runJobs(portal, (error) => expect.unreachable(String(error)));
    await expect
      .poll(async () => (await leasesOf(portal)).filter(({ done_at }) => done_at > 0))
      .toHaveLength(sharedJobs.length);
    const done = await leasesOf(portal);
    await using _second = runJobs(there, (error) => expect.unreachable(String(error)));
    const rows = () => portal.database.lookups.read.selectFrom("process").selectAll().execute();
    const started = Date.now();
    const later = async () => (await rows()).filter(({ seen_at }) => seen_at > started + 500).length;
    await expect.poll(later).toBe(2);
    expect(await leasesOf(portal)).toEqual(done);
  });

  test("take over the request of a dead process while a retry waits for it, and the dead one's late answer is refused", async ({
    portal,
    there,
  }) => {
    await Promise.all([beat(portal), beat(there)]);
    const request = { key: "key-1", body: {} };
    const later = { ...there, now: () => Date.now() + 6000 };
    const [begun, dying] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = doOnce(portal, admin, request, async (once) => {
      begun.resolve();
      await dying.promise;
      return once(async () => "of the slow one");
    });
    await begun.promise;
    const again = () => doOnce(later, admin, request, (once) => once(async () => "an answer"));
    const waiting = again();
    expect(await Promise.race([waiting, delay(300, "it waits")])).toBe("it waits");
    await expect(again()).rejects.toMatchObject({ id: "still-working" });
    await fellSilent(portal, 5000);
    expect(await waiting).toBe("an answer");
    dying.resolve();
    await expect(slow).rejects.toMatchObject({ id: "still-working" });
    expect(await again()).toBe("an answer");
  });

  test("lose their row when they end or die, and are named as long as they may still run", async ({ portal }) => {
    const { host } = ownName();
    const rows = async () => {
      const found = await portal.database.lookups.read.selectFrom("process").select("id").execute();
      return found.map(({ id }) => id).toSorted();
    };
    // The number of our parent; one that no process has; a process of another machine.
    const [runs, ended, elsewhere] = [`${host}.${process.ppid}.00000000`, `${host}.4194999.00000000`, "far.1.00000000"];
    for (const processId of [portal.processId, runs, ended, elsewhere]) await beat({ ...portal, processId });
    for (const processId of [runs, ended, elsewhere]) await fellSilent({ ...portal, processId }, 20_000);
    await forgetDeadProcesses(portal);
    expect(await rows()).toEqual([elsewhere, portal.processId, runs].toSorted());
    expect(await sickProcesses(portal)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ process: { host, pid: process.ppid }, silentMs: expect.closeTo(20_000, -4) }),
        expect.objectContaining({ process: { host: "far", pid: 1 }, holdsLock: false }),
      ]),
    );
    for (const processId of [runs, elsewhere]) await fellSilent({ ...portal, processId }, 3_600_000);
    await forgetDeadProcesses(portal);
    expect([await rows(), await sickProcesses(portal)]).toEqual([[portal.processId], []]);
    await leave(portal);
    expect(await rows()).toEqual([]);
  });
});
