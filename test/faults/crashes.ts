import { setTimeout as delay } from "node:timers/promises";
import { newLedger, type Ledger } from "./ledger.ts";
import { ask } from "./member.ts";
import { type SiteSetup, type ServedSite, serveSite, type Start } from "./served-site.ts";
import { nothingYet, type Shown, timed } from "./shown.ts";
import { findDamage, findLostWrites } from "./data-checks.ts";
import { postRecord, writeRecord, writeUntil } from "./write-loop.ts";

/** Ends the server while it works. */
export type Crash = (site: ServedSite) => Promise<unknown>;

export const kill: Crash = ({ server }) => server.stop("SIGKILL");

const clockAhead = new URL("../support/set-clock.ts", import.meta.url);
const readyWithinMs = 5000;
/** Enough time for decoders to start on a busy machine. */
const maxRoundMs = 10_000;
const longerThanAClaimMs = 3 * 60_000;

/**
 * Crashes one site repeatedly during writes over HTTP, each time restarts it on the same data, and at the end looks for
 * everything that was acknowledged. For a control, `start` is a program that loses something.
 */
export async function crashes(ground: SiteSetup, rounds: number, crash: Crash, start: Start = {}): Promise<Shown> {
  const all: Ledger = newLedger();
  const shown = nothingYet(rounds);
  let site = await serveSite(ground, start);
  for (let round = 0; round < rounds; round += 1) {
    const ledger = newLedger();
    await writeUntilCrash(site, ledger, round, crash);
    const next = await serveSite(ground, start).catch((error: unknown) => `no start: ${String(error)}`);
    if (typeof next === "string") return { ...shown, problems: [...shown.problems, next] };
    site = next;
    timed(shown, "a start", site.readyMs, readyWithinMs);
    all.entries.push(...ledger.entries);
    all.uploads.push(...ledger.uploads);
    shown.acknowledged += ledger.acknowledged;
    for (const status of Object.keys(ledger.refused)) shown.problems.push(`a write was answered ${status}`);
  }
  await site.server.stop("SIGKILL");
  shown.problems.push(...(await sentAgain(ground, all)), ...(await findDamage(ground.environment)));
  return shown;
}

async function writeUntilCrash(site: ServedSite, ledger: Ledger, round: number, crash: Crash): Promise<void> {
  const stopped = new AbortController();
  const withDocuments = hasUploads(round);
  // The first document waits until a decoder has started, which takes longer than everything else.
  if (withDocuments) await writeRecord(site.member, ledger, { withDocument: true, next: undefined });
  const writing = writeUntil(stopped.signal, site.member, ledger, { withDocuments });
  await Promise.race([heardEnough(ledger, round), delay(maxRoundMs, undefined, { ref: false })]);
  // The delay moves the crash from the end of a write into one of the next writes.
  await delay((round * 7) % 23);
  await crash(site);
  stopped.abort();
  await writing;
}

const hasUploads = (round: number) => round % 3 === 0;

function heardEnough(ledger: Ledger, round: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const [answers, uploads] = [3 + ((round * 5) % 17), hasUploads(round) ? 2 + (round % 2) : 0];
  ledger.heard = () => {
    if (ledger.acknowledged >= answers && ledger.uploads.length >= uploads) resolve();
  };
  return promise;
}

/** Sends each unanswered request again under its key, after the claims of dead processes expired. Each adds one record. */
async function sentAgain(ground: SiteSetup, all: Ledger): Promise<string[]> {
  const ATTESTRY_TEST_CLOCK = String(Date.now() + longerThanAClaimMs);
  await using site = await serveSite(ground, { before: clockAhead, environment: { ATTESTRY_TEST_CLOCK } });
  const withoutAnswer = all.entries.filter(({ acknowledged }) => acknowledged < 0);
  const problems: string[] = [];
  for (const entry of withoutAnswer) {
    const again = await postRecord(site.member, entry, newLedger());
    if (again?.status === 201) entry.acknowledged = 0;
    else problems.push(`${entry.sent.id}: sent again it was answered ${again?.status} ${again?.text}`);
  }
  problems.push(...(await findLostWrites(site.member, all)));
  const ready = await ask(site.member, { path: "/readyz" });
  if (ready?.status !== 200) problems.push(`after all of it /readyz answers ${ready?.status}`);
  return problems;
}
