import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startNginx } from "../../support/processes/nginx.ts";
import { findDamage, findLostWrites } from "../data-checks.ts";
import { newLedger } from "../ledger.ts";
import { isReady, type Member, timeUntil } from "../member.ts";
import { nothingYet, type Shown } from "../shown.ts";
import { newSiteSetup, type Workplace } from "../workplace.ts";
import { type Tally, useUntil } from "./clients.ts";
import type { ProcessFault, Processes } from "./process-faults.ts";
import { ServedProcess } from "./served-process.ts";

type Site = AsyncDisposable & Processes & { member: Member; environment: Record<string, string> };

const count = 2;

/** Several processes behind nginx. Each has its own folder, as on its own machine, and all have the same documents. */
async function serveSite(workplace: Workplace): Promise<Site> {
  await using made = new AsyncDisposableStack();
  const folder = await workplace.newFolder();
  const shared = { BLOB_URL: `file://${folder}/blobs`, TRUSTED_PROXIES: "127.0.0.1" };
  const { environment, cookie } = await newSiteSetup(workplace, "postgres", shared);
  const processes: ServedProcess[] = [];
  for (let number = 1; number <= count; number += 1) {
    const started = await ServedProcess.start({ ...environment, DATA_DIR: path.join(folder, `data-${number}`) });
    processes.push(made.use(started));
  }
  const ofNginx = path.join(folder, "nginx");
  await mkdir(ofNginx);
  const addresses = processes.map(({ address }) => address);
  const nginx = made.use(await startNginx(addresses, { folder: ofNginx }));
  const member = { url: nginx.url, cookie };
  await timeUntil(() => isReady(member), 10_000);
  const parts = made.move();
  const databaseUrl = environment["DATABASE_URL"] ?? "";
  return { member, environment, databaseUrl, processes, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

const beforeMs = 1500;
const afterMs = 2500;

/** A fault hits one process after another. A client that retries once must see no error. */
export async function severalProcesses(
  workplace: Workplace,
  rounds: number,
  fault: ProcessFault,
  pauseMs: number,
): Promise<Shown> {
  const shown = nothingYet(rounds);
  await using site = await serveSite(workplace);
  for (let round = 0; round < rounds; round += 1) {
    const tally: Tally = { problems: shown.problems, slowestMs: shown.slowestMs };
    const [ledger, stopped] = [newLedger(), new AbortController()];
    const using = useUntil(stopped.signal, site.member, ledger, tally, pauseMs);
    await delay(beforeMs);
    await fault(site);
    await delay(afterMs);
    stopped.abort();
    await using;
    shown.slowestMs = tally.slowestMs;
    shown.acknowledged += ledger.acknowledged;
    shown.problems.push(...(await findLostWrites(site.member, ledger)));
  }
  for (const served of site.processes) await served.stop("SIGTERM");
  shown.problems.push(...site.processes.flatMap(({ faults }) => faults), ...(await findDamage(site.environment)));
  return shown;
}
