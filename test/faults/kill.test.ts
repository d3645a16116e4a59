import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { auditTrail } from "#operations/audit/audit-trail.ts";
import { verifyAudit, verifyRecords, verifyImages } from "#operations/verify.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { sweepImages } from "#operations/images/remove-images.ts";
import type { Portal } from "#operations/portal.ts";
import { admin } from "../support/accounts/people.ts";
import { engines, freshEnvironment, openForTest } from "../support/portals.ts";

const program = fileURLToPath(new URL("write-loop.ts", import.meta.url));
/** On each engine. */
const kills = 10;

type Acknowledged = { action: string; id: string; number: string };

/** What a process acknowledged before it was killed: the last action for each number. */
async function writeUntilKilled(environment: Record<string, string>, acknowledgements: number) {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const last = new Map<string, Acknowledged>();
  const exited = once(child, "exit");
  let heard = 0;
  for await (const line of createInterface(child.stdout)) {
    const [action = "", id = "", number = ""] = line.split(" ");
    last.set(number, { action, id, number });
    heard += 1;
    // Not at the end of a write: somewhere within the next ones.
    if (heard === acknowledgements) setTimeout(() => child.kill("SIGKILL"), (heard * 7) % 13);
  }
  const [, signal] = await exited;
  expect(signal).toBe("SIGKILL");
  return last;
}

test.each(engines)(
  `${kills} kills in a loop of writes lose nothing that was acknowledged, on %s`,
  { timeout: 240_000 },
  async (engine) => {
    const environment = { ...(await freshEnvironment(engine)), SECRET: "x".repeat(40) };
    let acknowledged = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      const last = await writeUntilKilled(environment, 3 + ((kill * 5) % 11));
      acknowledged += last.size;
      const start = performance.now();
      const portal = await openForTest(environment);
      expect(performance.now() - start).toBeLessThan(5000);
      for (const each of last.values()) await expectStored(portal, each);
      await portal[Symbol.asyncDispose]();
    }
    const portal = await openForTest(environment);
    expect(acknowledged).toBeGreaterThan(kills);
    expect((await verifyAudit(portal)).brokenAt).toBeNull();
    expect((await verifyRecords(portal)).broken).toEqual([]);
    await sweepImages({ ...portal, now: () => Date.now() + 2 * 24 * 3600 * 1000 });
    expect(await verifyImages(portal)).toEqual({ kept: expect.any(Number), broken: [], orphans: [] });
    expect(await readdir(portal.tempFolder)).toEqual([]);
    if (engine === "sqlite") {
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(portal.database.read);
      expect(rows).toEqual([{ integrity_check: "ok" }]);
    }
  },
);

/** What follows from the last action acknowledged; the next one may have been done without having been acknowledged. */
async function expectStored(portal: Portal, { id, action: last, number }: Acknowledged): Promise<void> {
  const isFound = (await lookUpRecord(portal, { by: "passport", number })) !== null;
  const trail = await auditTrail(portal, admin, "candidate", id);
  const done = trail.map(({ action }) => action.replace("candidate-", ""));
  expect(done, number).toContain(last);
  if (last === "hidden" || last === "deleted") expect(isFound, number).toBe(false);
  if (last === "approved" && done.at(-1) === "approved") expect(isFound, number).toBe(true);
}
