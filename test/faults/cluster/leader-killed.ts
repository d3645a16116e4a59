import { setTimeout as delay } from "node:timers/promises";
import { median } from "../../../bench/support/measure.ts";
import { findDamage, findLostWrites } from "../data-checks.ts";
import { newLedger } from "../ledger.ts";
import { type Member, timeUntil } from "../member.ts";
import { serveSite } from "../served-site.ts";
import { nothingYet, type Shown, timed } from "../shown.ts";
import { newSiteSetup, type Workplace } from "../workplace.ts";
import { writeRecord, writeUntil } from "../write-loop.ts";
import { startCluster } from "./cluster.ts";

const backWithinMs = 30_000;
const giveUpAfterMs = 90_000;
const writesBefore = 30;
/** While no server is the leader, each request is refused at once. */
const pauseMs = 200;

/** Kills the whole machine of the leader again and again during writes. Each time it comes back as a standby. */
export async function killedLeaders(workplace: Workplace, rounds: number): Promise<Shown> {
  const shown = nothingYet(rounds);
  const backAfter: number[] = [];
  const ledger = newLedger();
  await using cluster = await startCluster();
  const ground = await newSiteSetup({ ...workplace, newDatabase: async () => cluster.databaseUrl }, "postgres");
  await using site = await serveSite(ground);
  for (let round = 0; round < rounds; round += 1) {
    const leader = await cluster.untilWhole();
    const stopped = new AbortController();
    const writing = writeUntil(stopped.signal, site.member, ledger, { withDocuments: false, pauseMs });
    const enough = ledger.acknowledged + writesBefore;
    await timeUntil(async () => ledger.acknowledged >= enough, backWithinMs);
    await leader.kill();
    const backMs = await timeUntilWritten(site.member);
    backAfter.push(backMs);
    timed(shown, "the first write", backMs, backWithinMs);
    stopped.abort();
    await writing;
    await leader.start();
    console.log(`  ${round + 1}: ${leader.name} was killed, the first write after ${(backMs / 1000).toFixed(1)} s`);
  }
  await cluster.untilWhole();
  console.log(`  the first write: median ${(median(backAfter) / 1000).toFixed(1)} s after the kill`);
  shown.problems.push(...(await findLostWrites(site.member, ledger)));
  await site.server.stop("SIGKILL");
  shown.problems.push(...(await findDamage(ground.environment)));
  return { ...shown, acknowledged: ledger.acknowledged };
}

/** Sends writes until one is acknowledged. */
async function timeUntilWritten(member: Member): Promise<number> {
  const probes = newLedger();
  const isWritten = async () => {
    await writeRecord(member, probes, { withDocument: false, next: undefined });
    if (probes.acknowledged === 0) await delay(pauseMs);
    return probes.acknowledged > 0;
  };
  return timeUntil(isWritten, giveUpAfterMs);
}
