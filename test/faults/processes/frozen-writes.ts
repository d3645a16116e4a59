import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Engine } from "#storage/database/database.ts";
import { lockHolder } from "#storage/database/sqlite/lock-holder.ts";
import { attestryProcess } from "../../support/processes/command.ts";
import { askServer } from "../../support/processes/postgres.ts";
import { findDamage, findLostWrites } from "../data-checks.ts";
import { type Ledger, newLedger } from "../ledger.ts";
import { ask, isReady, type Member, timeUntil } from "../member.ts";
import { nothingYet, type Shown, timed } from "../shown.ts";
import { newSiteSetup, type Workplace } from "../workplace.ts";
import { writeRecord, writeUntil } from "../write-loop.ts";
import { ServedProcess } from "./served-process.ts";

const METRICS_TOKEN = "a token for the tests alone";
const writesAgainWithinMs = 10_000;
const namedWithinMs = 12_000;

type Site = AsyncDisposable & {
  environment: Record<string, string>;
  frozen: ServedProcess;
  other: ServedProcess;
  cookie: string;
};

/** Two processes, each asked directly. On SQLite they share a folder. */
async function serveSite(workplace: Workplace, engine: Engine): Promise<Site> {
  await using made = new AsyncDisposableStack();
  const { environment, cookie } = await newSiteSetup(workplace, engine, { METRICS_TOKEN });
  const [frozen, other] = [
    made.use(await ServedProcess.start(environment)),
    made.use(await ServedProcess.start(environment)),
  ];
  const parts = made.move();
  return { environment, frozen, other, cookie, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** Stops the process while one of its transactions has locked the end of the audit chain. */
async function freezeOnPostgres({ environment, frozen }: Site): Promise<void> {
  const url = environment["DATABASE_URL"] ?? "";
  const holding = new pg.Client({ connectionString: url });
  await holding.connect();
  await holding.query("begin; select 1 from audit_head for update");
  const ofProcess = `application_name like 'attestry.${frozen.pid}.%'`;
  const waits = `select 1 from pg_stat_activity where ${ofProcess} and wait_event_type = 'Lock'`;
  const isWaiting = await timeUntil(async () => (await askServer(url, waits)).length > 0, 5000);
  process.kill(frozen.pid, "SIGSTOP");
  await holding.end();
  const holds = `select 1 from pg_stat_activity where ${ofProcess} and state = 'idle in transaction'`;
  const isHolding = await timeUntil(async () => (await askServer(url, holds)).length > 0, 1500);
  if (isWaiting === Infinity || isHolding === Infinity) throw new Error("no transaction was caught");
}

/** Stops the process at random moments, until it is at one at which it holds the lock of SQLite. */
async function freezeOnSqlite({ environment, frozen }: Site): Promise<void> {
  for (const start = performance.now(); performance.now() - start < 30_000;) {
    process.kill(frozen.pid, "SIGSTOP");
    const holder = await lockHolder(`${environment["DATA_DIR"]}/attestry.db`);
    if (holder?.process?.pid === frozen.pid) return;
    process.kill(frozen.pid, "SIGCONT");
    await delay(Math.random() * 20);
  }
  throw new Error("no transaction was caught");
}

const addsRecord = async (member: Member, ledger: Ledger) => {
  const before = ledger.acknowledged;
  await writeRecord(member, ledger, { withDocument: false, next: undefined });
  return ledger.acknowledged > before;
};

async function isNamed({ frozen, other }: Site, metric: string): Promise<boolean> {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const answer = await ask(other.member(""), { path: "/metrics", headers });
  return new RegExp(`^${metric}\\{process="${frozen.pid} on `, "m").test(answer?.text ?? "");
}

/** What doctor should say, and does not. */
async function problemsOfDoctor({ environment, frozen }: Site): Promise<string[]> {
  const { out } = await attestryProcess(environment, ["doctor"]);
  return out.includes(`rocess ${frozen.pid} on `) ? [] : [`doctor does not name the process:\n${out}`];
}

/** While the process is stopped: the other one writes on PostgreSQL, and says on SQLite that changes wait. */
async function problemsOfOther(site: Site, engine: Engine, ledger: Ledger, shown: Shown): Promise<string[]> {
  const member = site.other.member(site.cookie);
  if (engine === "postgres") {
    const untilWritten = await timeUntil(() => addsRecord(member, ledger), 2 * writesAgainWithinMs);
    timed(shown, "a write of the other process", untilWritten, writesAgainWithinMs);
  } else {
    const says = async () => (await ask(member, { path: "/readyz" }))?.text.includes("changes wait") === true;
    // Until then it may repeat its last result, for five seconds.
    if ((await timeUntil(says, namedWithinMs)) === Infinity)
      shown.problems.push("/readyz does not say that changes wait");
    const lookups = await ask(member, { path: "/readyz/lookups" });
    if (lookups?.status !== 200) shown.problems.push(`/readyz/lookups answered ${lookups?.status}`);
  }
  const metric = engine === "postgres" ? "attestry_process_silent_seconds" : "attestry_lock_holder";
  const untilNamed = await timeUntil(() => isNamed(site, metric), namedWithinMs);
  return untilNamed === Infinity ? [`${metric} does not name the process`] : [];
}

/** A process is stopped (SIGSTOP) in a write, and goes on later. */
export async function frozenWrites(workplace: Workplace, engine: Engine, rounds: number): Promise<Shown> {
  const shown = nothingYet(rounds);
  await using site = await serveSite(workplace, engine);
  const [ledger, ofOther] = [newLedger(), newLedger()];
  const member = site.frozen.member(site.cookie);
  for (let round = 0; round < rounds; round += 1) {
    const stopped = new AbortController();
    const writing = writeUntil(stopped.signal, member, ledger, { withDocuments: false });
    const enough = ledger.acknowledged + 10;
    await timeUntil(async () => ledger.acknowledged >= enough, 10_000);
    await (engine === "postgres" ? freezeOnPostgres(site) : freezeOnSqlite(site));
    shown.problems.push(...(await problemsOfOther(site, engine, ofOther, shown)));
    if (round === 0) shown.problems.push(...(await problemsOfDoctor(site)));
    process.kill(site.frozen.pid, "SIGCONT");
    for (const woken of [member, site.other.member(site.cookie)]) {
      timed(shown, "a return", await timeUntil(() => isReady(woken), 20_000), 10_000);
      timed(shown, "a write", await timeUntil(() => addsRecord(woken, ofOther), 20_000), 10_000);
    }
    stopped.abort();
    await writing;
  }
  for (const status of Object.keys({ ...ledger.refused, ...ofOther.refused }))
    if (status !== "503") shown.problems.push(`a write was answered ${status}`);
  shown.acknowledged = ledger.acknowledged + ofOther.acknowledged;
  for (const written of [ledger, ofOther]) shown.problems.push(...(await findLostWrites(member, written)));
  for (const served of [site.frozen, site.other]) await served.stop("SIGTERM");
  const faults = [site.frozen, site.other].flatMap(({ faults: found }) => found);
  shown.problems.push(...faults, ...(await findDamage(site.environment)));
  return shown;
}
