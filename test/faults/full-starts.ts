import { findDamage, findLostWrites } from "./data-checks.ts";
import type { SmallDisk } from "./disk-outages.ts";
import { newLedger } from "./ledger.ts";
import { ask, isReady, type Member, timeUntil } from "./member.ts";
import { startServer } from "../support/processes/server.ts";
import { serveSite, type SiteSetup } from "./served-site.ts";
import { nothingYet, type Shown, timed } from "./shown.ts";
import { writeRecord } from "./write-loop.ts";

const backWithinMs = 10_000;

/** Starts a site on a full disk, as a supervisor does after each end. It must be readable, and write once there is room. */
export async function fullStarts({ environment, cookie }: SiteSetup, disk: SmallDisk, rounds: number): Promise<Shown> {
  const ledger = newLedger();
  const shown = nothingYet(rounds);
  for (let round = 0; round < rounds; round += 1) {
    {
      await using site = await serveSite({ environment, cookie });
      for (let count = 0; count < 5; count += 1)
        await writeRecord(site.member, ledger, { withDocument: true, next: undefined });
      // Half of the ends leave the file beside the database that processes share.
      await site.server.stop(round % 2 === 0 ? "SIGTERM" : "SIGKILL");
    }
    disk.fill();
    await using server = await startServer(environment);
    const member = { url: server.url, cookie };
    shown.problems.push(...(await problemsWhileFull(member, ledger.entries[0]?.sent.id ?? "")));
    disk.empty();
    timed(shown, "a return", await timeUntil(() => isReady(member), 2 * backWithinMs), backWithinMs);
    await writeRecord(member, ledger, { withDocument: true, next: "hidden" });
    shown.problems.push(...(await findLostWrites(member, ledger)));
    await server.stop("SIGTERM");
  }
  shown.problems.push(...(await findDamage(environment)));
  return { ...shown, acknowledged: ledger.acknowledged };
}

async function problemsWhileFull(member: Member, number: string): Promise<string[]> {
  const refused = newLedger();
  await writeRecord(member, refused, { withDocument: false, next: undefined });
  const found = await Promise.all(
    [`/result/${number}`, "/User_Data?limit=5", "/About"].map((path) => ask(member, { path })),
  );
  const statuses = [
    ...found.map((answer) => answer?.status),
    refused.refused[503],
    (await ask(member, { path: "/readyz" }))?.status,
  ];
  const problems = String(statuses) === "200,200,200,1,503" ? [] : [`a full start answered ${String(statuses)}`];
  return found[2]?.text.includes("Nothing can be saved")
    ? problems
    : [...problems, "the page does not say that nothing is saved"];
}
