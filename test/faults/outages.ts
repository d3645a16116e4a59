import { setTimeout as delay } from "node:timers/promises";
import { type Ledger, newLedger } from "./ledger.ts";
import { ask, isReady, type Member, timeUntil } from "./member.ts";
import { type SiteSetup, serveSite, type ServedSite, type Start } from "./served-site.ts";
import { nothingYet, type Shown, timed } from "./shown.ts";
import { findDamage, findLostWrites } from "./data-checks.ts";
import { writeUntil } from "./write-loop.ts";

/** Takes away something that the site needs, and restores it. */
export type Outage = {
  begin: (site: ServedSite) => unknown;
  end: (site: ServedSite) => unknown;
  /** True if reads are answered as usual during the outage. */
  isReadable: boolean;
  /** True if documents are not answered, although other reads are. */
  hidesDocuments?: boolean;
  /** False if /readyz does not report the outage. Otherwise it does once the outage lasts long enough. */
  isNoticed?: boolean;
  /** True if the outage is over as soon as it has begun. */
  isMoment?: boolean;
  /** Describes what the outage left over. Called when the site is idle. */
  leftOver?: () => Promise<string[]>;
};

const answersWithinMs = 3000;
const backWithinMs = 10_000;
/** Tolerance for delays on a busy machine. */
const slackMs = 700;

/** Pages and calls that need the database. */
const reads = ["/User_Data?limit=5", "/dashboard/update", "/news", "/account", "/dashboard/classes"];

/** How long /readyz may repeat its last result. */
const readinessHoldsMs = 5000;

type Options = { rounds: number; start?: Start | undefined };

/**
 * Repeats the outage during writes. Only durable writes may be acknowledged, every request must be answered in time,
 * and after the outage the site must recover without help.
 */
export async function outages(ground: SiteSetup, outage: Outage, { rounds, start }: Options): Promise<Shown> {
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
  shown.problems.push(...(await findLostWrites(site.member, ledger)), ...((await outage.leftOver?.()) ?? []));
  await site.server.stop("SIGKILL");
  shown.problems.push(...(await findDamage(ground.environment)));
  return { ...shown, acknowledged: ledger.acknowledged, slowestMs };
}

/** Sends a query too, because the result of /readyz may be some seconds old. */
const serves = async (member: Member) =>
  (await isReady(member)) && (await ask(member, { path: "/User_Data?limit=1" }))?.status === 200;

/** Waits for `count` further acknowledgements, or until the time limit if no write succeeds. */
async function untilWritten(ledger: Ledger, count: number): Promise<void> {
  const enough = ledger.acknowledged + count;
  await timeUntil(async () => ledger.acknowledged >= enough, backWithinMs);
}

/** Reads pages during the outage. Returns the responses with a wrong status; the ledger notes the slowest response. */
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
  // An outage of the database may go unnoticed for a fraction of a second.
  if (isReadable) pages.push("/readyz/lookups");
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
