import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { newLedger } from "./ledger.ts";
import { type SiteSetup, serveSite } from "./served-site.ts";
import { nothingYet, type Shown, timed } from "./shown.ts";
import { findDamage, findLostWrites } from "./data-checks.ts";
import { writeUntil } from "./write-loop.ts";

const program = new URL("programs/stop-clients.ts", import.meta.url);
const reportSchema = z.tuple([z.object({ answers: z.number(), failures: z.array(z.string()) })]);

const exitsWithinMs = 10_000;

/** The number of clients, and the pause before each client connects again and before each writer writes again. */
export type Crowd = { clients: number; pauseMs: number };

/** Stops a site while clients in another process send requests and records are written. */
export async function stops(
  ground: SiteSetup,
  rounds: number,
  signal: "SIGTERM" | "SIGKILL",
  { clients: count, pauseMs }: Crowd,
): Promise<Shown> {
  const shown = nothingYet(rounds);
  const { problems } = shown;
  for (let round = 0; round < rounds; round += 1) {
    const ledger = newLedger();
    await using site = await serveSite(ground);
    const clients = fork(program, [new URL(site.member.url).port, String(count), String(pauseMs)]);
    await once(clients, "message");
    const stopped = new AbortController();
    const writing = writeUntil(stopped.signal, site.member, ledger, { pauseMs });
    await delay(300 + round * 10);
    const report = once(clients, "message");
    const start = performance.now();
    const code = await site.server.stop(signal);
    const exitMs = performance.now() - start;
    const [{ answers, failures }] = reportSchema.parse((await report).slice(0, 1));
    stopped.abort();
    await writing;
    if (code !== 0) problems.push(`it ended with ${code}`);
    problems.push(...failures.map((failure) => `a client: ${failure}`));
    timed(shown, "an exit", exitMs, exitsWithinMs);
    shown.acknowledged += answers + ledger.acknowledged;
    await using again = await serveSite(ground);
    problems.push(...(await findLostWrites(again.member, ledger)));
  }
  problems.push(...(await findDamage(ground.environment)));
  return shown;
}
