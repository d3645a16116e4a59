import { once } from "node:events";
import { mkdir, readdir, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Engine } from "#storage/database/database.ts";
import { ask, type Member } from "../../test/faults/member.ts";
import { serveSite, type ServedSite } from "../../test/faults/served-site.ts";
import type { Workplace } from "../../test/faults/workplace.ts";
import { layOutAsItWas } from "../../test/released/as-it-was.ts";
import { cookieFor } from "../../test/support/accounts/signed-in.ts";
import { sentRecord } from "../../test/support/api.ts";
import { freePort } from "../../test/support/processes/free-port.ts";
import { startNameProxyFor } from "../../test/support/processes/name-proxy.ts";
import { expectEqual } from "./expect-equal.ts";
import { run } from "./run.ts";

export type Upgrade = {
  older: string;
  newer: string;
  /** The folder of `test/released` with the data of the older version. */
  released: string;
  workplace: Workplace;
};

type Kept = { secret: string; publicUrl: string; records: Record<string, { passportNumber: string }> };
type Environment = Record<string, string>;

const admin = { email: "amina@agency.example", password: "seven drawn papers on a desk" };
const stopsWithinMs = 10_000;
const pauseMs = 20;

/**
 * What the pages tell an operator, over a step that stops older programs, with the data of the older version: upgrade, go back by
 * the backup that the log names, upgrade again. Somebody looks up records all the time.
 */
export async function upgradeOverFence(upgrade: Upgrade, engine: Engine): Promise<void> {
  const { older, newer } = upgrade;
  await using site = await layOut(upgrade, engine);
  await site.serve(older);
  await site.signIn();
  const answers = await answersOf(site);
  const before = await write(site);
  const looks = lookUpMeanwhile([site.url], Object.keys(answers));
  await site.stop();
  const { log } = (await site.serve(newer)).server;
  console.log(`${engine}, one process after the other: ${await looks.end()}`);
  await expectSame(site, answers);
  await expectAnswer(site, before, 200);
  const after = await write(site);
  await site.stop();
  await site.command(newer, "verify");

  await site.empty();
  await site.command(older, ...wayBackIn(log));
  await site.serve(older);
  await site.signIn();
  await expectSame(site, answers);
  await expectAnswer(site, before, 200);
  await expectAnswer(site, after, 404);
  await site.stop();

  await site.serve(newer);
  await expectSame(site, answers);
  await site.stop();
  await site.command(newer, "verify");
}

/** The older process stops by itself beside the newer one. Meanwhile, one of the two answers each lookup. */
export async function upgradeBesideOlder(upgrade: Upgrade): Promise<void> {
  await using site = await layOut(upgrade, "postgres");
  const { child } = (await site.serve(upgrade.older)).server;
  const ended = once(child, "exit");
  const answers = await answersOf(site);
  const PORT = String(await freePort());
  await using toNext = await startNameProxyFor(site.environment, `http://127.0.0.1:${PORT}`);
  const looks = lookUpMeanwhile([site.url, toNext?.url ?? ""], Object.keys(answers));
  const next = { environment: { ...site.environment, PORT }, cookie: "" };
  await using _newer = await serveSite(next, { folder: upgrade.newer });
  const [code] = await Promise.race([ended, delay(stopsWithinMs, ["nothing: it runs"], { ref: false })]);
  console.log(`postgres, one process beside the other: ${await looks.end()}`);
  expectEqual(code, 0);
  expectEqual(looks.failed(), 0);
}

type Site = AsyncDisposable & {
  environment: Environment;
  numbers: string[];
  /** Leads to the version that serves. */
  url: string;
  member: Member;
  serve: (folder: string) => Promise<ServedSite>;
  signIn: () => Promise<void>;
  stop: () => Promise<void>;
  command: (folder: string, ...args: string[]) => Promise<string>;
  /** As the page says: files whose names begin with "attestry" are moved away; on PostgreSQL, there is a new database. */
  empty: () => Promise<void>;
};

async function layOut({ older, released, workplace }: Upgrade, engine: Engine): Promise<Site> {
  const kept = JSON.parse(await readFile(path.join(released, "site.json"), "utf8")) as Kept;
  const place = await workplace.newFolder();
  const [dataDir, away] = [path.join(place, "data"), path.join(place, "away")];
  const environment: Environment = {
    SECRET: kept.secret,
    PUBLIC_URL: kept.publicUrl,
    DATA_DIR: dataDir,
    DATABASE_URL: "",
    BACKUP_URL: `file://${place}/backups`,
    PORT: String(await freePort()),
  };
  const command = (folder: string, ...args: string[]) => {
    const given = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
    const program = [process.execPath, path.join(folder, "build/program/main.js"), ...args];
    return run(["sh", "-c", `echo "$0" | env "$@"`, admin.password, ...given, ...program], place);
  };
  await layOutAsItWas(released, dataDir);
  await command(older, "create-admin", "--email", admin.email);
  if (engine === "postgres") {
    const DATABASE_URL = await workplace.newDatabase();
    await command(older, "move", "--to", DATABASE_URL);
    environment["DATABASE_URL"] = DATABASE_URL;
  }
  const proxy = await startNameProxyFor(environment, `http://127.0.0.1:${environment["PORT"]}`);
  const url = proxy?.url ?? "";
  let served: ServedSite | null = null;
  const site: Site = {
    environment,
    numbers: Object.values(kept.records).map(({ passportNumber }) => passportNumber),
    url,
    member: { url, cookie: "" },
    command,
    async serve(folder) {
      served = await serveSite({ environment, cookie: "" }, { folder });
      return served;
    },
    async signIn() {
      site.member.cookie = await cookieFor(url, admin.email, admin.password);
    },
    async stop() {
      expectEqual(await served?.server.stop("SIGTERM"), 0);
      await served?.[Symbol.asyncDispose]();
    },
    async empty() {
      if (engine === "postgres") environment["DATABASE_URL"] = await workplace.newDatabase();
      await mkdir(away);
      const names = (await readdir(dataDir)).filter((name) => name.startsWith("attestry"));
      for (const name of names) await rename(path.join(dataDir, name), path.join(away, name));
    },
    async [Symbol.asyncDispose]() {
      await served?.[Symbol.asyncDispose]();
      await proxy?.[Symbol.asyncDispose]();
    },
  };
  return site;
}

/** What strangers get for each record of the older version, without the links to images, which end. */
async function answersOf({ member, numbers }: Site): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const number of numbers) {
    const answer = await ask({ ...member, cookie: "" }, { path: `/result/${number}` });
    if (answer?.status === 200) answers[number] = answer.text.replaceAll(/\?until=[^"]*/g, "");
  }
  if (Object.keys(answers).length === 0) throw new Error("No record of the older version is found.");
  return answers;
}

async function expectSame(site: Site, answers: Record<string, string>): Promise<void> {
  expectEqual(JSON.stringify(await answersOf(site)), JSON.stringify(answers));
}

/** Adds a record, and returns its address for staff. */
async function write({ member }: Site): Promise<string> {
  const added = await ask(member, { method: "POST", path: "/cofees", body: sentRecord() });
  if (added?.status !== 201) throw new Error(`A record was not added: ${added?.status} ${added?.text}`);
  const { insertedId } = JSON.parse(added.text) as { insertedId: string };
  return `/User_Data/${insertedId}`;
}

const expectAnswer = async ({ member }: Site, address: string, status: number) =>
  expectEqual((await ask(member, { path: address }))?.status, status);

/** The command that the log names, in words. */
function wayBackIn(log: readonly Record<string, unknown>[]): string[] {
  const [, command] =
    log.map(({ msg }) => /into an empty database: attestry (.*)$/.exec(String(msg))).find(Boolean) ?? [];
  if (command === undefined) throw new Error("The log of the newer version names no way back.");
  return command.split(" ");
}

/** Looks up these numbers until `end`, each at the first of the addresses that answers. */
function lookUpMeanwhile(urls: readonly string[], numbers: readonly string[]) {
  const ending = new AbortController();
  const seen = { answered: 0, failed: 0, longestMs: 0 };
  const find = async (number: string) => {
    for (const url of urls) {
      const answer = await ask({ url, cookie: "" }, { path: `/result/${number}` });
      if (answer?.status === 200) return true;
    }
    return false;
  };
  const looking = (async () => {
    let last = performance.now();
    for (let count = 0; !ending.signal.aborted; count += 1) {
      const isFound = await find(numbers[count % numbers.length] ?? "");
      seen[isFound ? "answered" : "failed"] += 1;
      seen.longestMs = Math.max(seen.longestMs, performance.now() - last);
      if (isFound) last = performance.now();
      await delay(pauseMs);
    }
  })();
  return {
    failed: () => seen.failed,
    /** Says what was seen. */
    async end(): Promise<string> {
      ending.abort();
      await looking;
      const seconds = (seen.longestMs / 1000).toFixed(1);
      return `${seen.answered} lookups were answered, ${seen.failed} were not; at most ${seconds} s without an answer`;
    },
  };
}
