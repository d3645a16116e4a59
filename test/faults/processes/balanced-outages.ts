import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startHaproxy } from "../../support/processes/haproxy.ts";
import { startNginx } from "../../support/processes/nginx.ts";
import { S3Server } from "../../support/s3-server.ts";
import { findDamage, findLostWrites } from "../data-checks.ts";
import { type Ledger, newLedger } from "../ledger.ts";
import { ask, isReady, type Member, timeUntil } from "../member.ts";
import { s3Trouble } from "../s3-outages.ts";
import { nothingYet, type Shown, timed } from "../shown.ts";
import { newSiteSetup, type Workplace } from "../workplace.ts";
import { writeRecord } from "../write-loop.ts";
import { ServedProcess } from "./served-process.ts";

/** Longer than /readyz repeats its last result, and than HAProxy takes to skip a process. */
const lastsMs = 8000;
const withDocument = { withDocument: true, next: undefined } as const;

/** How the example for HAProxy is changed. */
export type ChangeExample = (example: string) => string;

type Balancer = AsyncDisposable & { url: string; said: () => string };

/** Both balancers with their examples of deploy/, in front of the same processes. */
async function startBalancers(
  folder: string,
  addresses: readonly string[],
  change?: ChangeExample,
): Promise<Balancer[]> {
  const [ofHaproxy, ofNginx] = [path.join(folder, "haproxy"), path.join(folder, "nginx")];
  for (const made of [ofHaproxy, ofNginx]) await mkdir(made);
  const haproxy = await startHaproxy(addresses, { folder: ofHaproxy, ...(change && { change }) });
  return [haproxy, await startNginx(addresses, { folder: ofNginx })];
}

/** Asks while S3 is away. Lookups must be answered all the time, and whatever needs documents fails. */
async function problemsWithoutDocuments(member: Member, ledger: Ledger): Promise<string[]> {
  const problems = new Set<string>();
  const [known] = ledger.entries;
  if (known?.id === undefined) return ["there is no record to look up"];
  const number = known.sent.id;
  const page = { method: "POST", path: "/", body: new URLSearchParams({ number }) };
  for (const start = performance.now(); performance.now() - start < lastsMs; await delay(30)) {
    for (const request of [{ path: `/result/${number}` }, page]) {
      const answer = await ask(member, request, ledger);
      const isFound = answer?.status === 200 && answer.text.includes(String(known.sent["name"]));
      if (!isFound) problems.add(`${request.path} answered ${answer?.status} while S3 was away`);
    }
  }
  const statusOf = async (where: string) => (await ask(member, { path: where }))?.status;
  const image = new URL(known.sent["Doc_1_PC"] ?? "", member.url).pathname;
  const wanted = { "/readyz": 503, "/readyz/lookups": 200, "/healthz": 200, [image]: 503 };
  for (const [where, status] of Object.entries(wanted)) {
    const found = await statusOf(where);
    if (found !== status) problems.add(`${where} answered ${found} while S3 was away`);
  }
  return [...problems];
}

/** Two processes behind HAProxy and nginx, with the files of deploy/, lose S3 in different ways. */
export async function balancedOutages(workplace: Workplace, rounds: number, change?: ChangeExample): Promise<Shown> {
  const shown = nothingYet(rounds);
  await using made = new AsyncDisposableStack();
  const s3 = made.use(await new S3Server().start());
  const more = { BLOB_URL: s3.url({ prefix: "/site" }), TRUSTED_PROXIES: "127.0.0.1" };
  const { environment, cookie } = await newSiteSetup(workplace, "sqlite", more);
  const served = [made.use(await ServedProcess.start(environment)), made.use(await ServedProcess.start(environment))];
  const addresses = served.map(({ address }) => address);
  const balancers = await startBalancers(await workplace.newFolder(), addresses, change);
  for (const balancer of balancers) made.use(balancer);
  const ledger = newLedger();
  const outage = s3Trouble(s3);
  const members = balancers.map(({ url }) => ({ url, cookie }));
  for (const member of members) {
    await timeUntil(() => isReady(member), 10_000);
    await writeRecord(member, ledger, withDocument);
  }
  for (let round = 0; round < rounds; round += 1) {
    await outage.begin();
    const problems = await Promise.all(members.map((member) => problemsWithoutDocuments(member, ledger)));
    shown.problems.push(...problems.flat());
    await outage.end();
    for (const member of members) {
      timed(shown, "a return", await timeUntil(() => isReady(member), 20_000), 10_000);
      await writeRecord(member, ledger, withDocument);
    }
  }
  if (balancers.some(({ said }) => / is DOWN/.test(said()))) shown.problems.push("HAProxy took a process away");
  for (const status of Object.keys(ledger.refused)) shown.problems.push(`a write with S3 was answered ${status}`);
  for (const member of members) shown.problems.push(...(await findLostWrites(member, ledger)));
  for (const one of served) await one.stop("SIGTERM");
  shown.problems.push(...served.flatMap(({ faults }) => faults), ...(await findDamage(environment)));
  return { ...shown, acknowledged: ledger.acknowledged };
}
