import { setTimeout as delay } from "node:timers/promises";
import { type Ledger, newLedger } from "./ledger.ts";
import { ask, isReady, type Member, timeUntil } from "./member.ts";
import { type Ground, serveSite, type ServedSite, type Start } from "./served-site.ts";
import { nothingYet, type Shown, timed } from "./shown.ts";
import { brokenIn, lostAt } from "./what-is-lost.ts";
import { writeUntil } from "./write-loop.ts";

/** Takes something away that the site needs, and gives it back. */
export type Outage = {
  begin: (site: ServedSite) => unknown;
  end: (site: ServedSite) => unknown;
  /** Whether who reads is answered as ever. */
  isReadable: boolean;
  /** Documents alone are not. */
  hidesDocuments?: boolean;
  /** Whether /readyz says so, if it lasts long enough. */
  isNoticed?: boolean;
  /** Over as soon as it has begun. */
  isMoment?: boolean;
  /** Of a site that has been quiet for a moment, in words: what an outage left over. */
  leftOver?: () => Promise<string[]>;
};

const answersWithinMs = 3000;
const backWithinMs = 10_000;
/** What a busy machine adds to any time. */
const slackMs = 700;

/** Pages and calls that need the database. */
const reads = ["/User_Data?limit=5", "/dashboard/update", "/news", "/account", "/dashboard/classes"];

/** For so long /readyz need not try again. */
const readinessHoldsMs = 5000;

type Wishes = { rounds: number; start?: Start | undefined };

/**
 * Takes it away again and again while the site is written to: nothing is acknowledged that is not durable, whoever asks is told in
 * time, and when it is back so is the site, unaided.
 */
export async function outages(ground: Ground, outage: Outage, { rounds, start }: Wishes): Promise<Shown> {
  const ledger = newLedger();
  const shown = nothingYet(rounds);
  await using site = await serveSite(ground, start);
  for (let round = 0; round < rounds; round += 1) {
    const stopped = new AbortController();
    const writing = writeUntil(stopped.signal, site.member, ledger);
    await untilWritten(ledger, 30 + ((round * 37) % 50));
    await outage.begin(site);
    // The last of several outages is long enough for /readyz to notice.
    const lastsMs = outage.isMoment ? 0 : rounds > 2 && round === rounds - 1 ? readinessHoldsMs + 500 : 600;
    shown.problems.push(...(await readDuring(outage, site.member, lastsMs, ledger)));
    await outage.end(site);
    timed(shown, "a return", await timeUntil(() => serves(site.member), 2 * backWithinMs), backWithinMs);
    stopped.abort();
    await writing;
  }
  const { slowestMs } = shown;
  timed(shown, "an answer", ledger.slowestMs, answersWithinMs + slackMs);
  const { 503: unavailable = 0, ...others } = ledger.refused;
  if (unavailable === 0) shown.problems.push("no write was refused: was there an outage?");
  for (const status of Object.keys(others)) shown.problems.push(`a write was answered ${status}`);
  shown.problems.push(...(await lostAt(site.member, ledger)), ...((await outage.leftOver?.()) ?? []));
  await site.server.stop("SIGKILL");
  shown.problems.push(...(await brokenIn(ground.environment)));
  return { ...shown, acknowledged: ledger.acknowledged, slowestMs };
}

/** What /readyz found may be some seconds old. */
const serves = async (member: Member) =>
  (await isReady(member)) && (await ask(member, { path: "/User_Data?limit=1" }))?.status === 200;

/** So many further acknowledgements, unless nobody writes. */
async function untilWritten(ledger: Ledger, count: number): Promise<void> {
  const enough = ledger.acknowledged + count;
  await timeUntil(async () => ledger.acknowledged >= enough, backWithinMs);
}

/** Nobody who reads waits for longer than is promised, or is told a wrong thing. */
async function readDuring(
  { isReadable, hidesDocuments = false, isNoticed = true }: Outage,
  member: Member,
  lastsMs: number,
  ledger: Ledger,
): Promise<string[]> {
  const problems = new Set<string>();
  const lasting = ledger.entries.filter(({ states, acknowledged }) => states.length === 1 && acknowledged === 0);
  const [known] = lasting;
  const document = lasting.find(({ sent }) => sent["Doc_1_PC"])?.sent["Doc_1_PC"];
  const pages = [...reads, ...(known ? [`/result/${known.sent.id}`] : [])];
  const wanted = new Map(pages.map((page) => [page, isReadable ? 200 : 503]));
  if (document) wanted.set(new URL(document).pathname, isReadable && !hidesDocuments ? 200 : 503);
  const start = performance.now();
  while (performance.now() - start < lastsMs) {
    const asking = [...wanted].map(async ([path, status]) => {
      const answer = await ask(member, { path }, ledger);
      if (answer?.status !== status) problems.add(`${path} answered ${answer?.status} in an outage`);
    });
    await Promise.all(asking);
    await delay(50);
  }
  const ready =
    isNoticed && lastsMs > readinessHoldsMs ? (await ask(member, { path: "/readyz" }, ledger))?.status : 503;
  if (ready !== 503) problems.add(`/readyz answered ${ready} in an outage`);
  return [...problems];
}
