import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { openSync, readFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { unavailable } from "#core/errors.ts";
import { logFailure } from "./log.ts";
import { openLines } from "./log-lines.ts";
import { Outages } from "./outages.ts";

function causeInLog(cause: unknown): unknown {
  const written: string[] = [];
  const lines = openLines("warn", null, { write: (line) => void written.push(line) });
  logFailure({ ...lines, outages: new Outages(() => undefined) }, unavailable(cause));
  const entry: { cause?: unknown } = JSON.parse(written[0] ?? "{}");
  return entry.cause;
}

async function refusedConnection(): Promise<unknown> {
  const [error] = await once(connect({ host: "localhost", port: 1 }), "error");
  return error;
}

function fullDatabase(): unknown {
  using database = new DatabaseSync(":memory:");
  database.exec("create table full (bytes); pragma max_page_count = 2");
  try {
    return database.exec("insert into full values (zeroblob(100000))");
  } catch (error) {
    return error;
  }
}

const ofPostgres = (code: string, message: string) => Object.assign(new Error(message), { code });

test("the cause of a failure says what cannot be reached or done, and quotes nothing that anybody sent", async () => {
  expect(causeInLog(await refusedConnection())).toMatch(/^\w*Error ECONNREFUSED, connect \S+:1(, connect \S+:1)?$/);
  expect(causeInLog(fullDatabase())).toBe("Error ERR_SQLITE_ERROR 13, database or disk is full");
  expect(causeInLog(ofPostgres("57P03", "the database system is starting up"))).toBe(
    "Error 57P03, the database system is starting up",
  );
  expect(causeInLog(ofPostgres("22P02", 'invalid input: "A1234567"'))).toBe("Error 22P02");
});

/** Node makes standard output refuse what a full pipe cannot take, once a program has touched it as a stream. */
const manyLines = `
  import { openLines } from "#server/log-lines.ts";
  process.stdout.isTTY;
  const log = openLines("info", { process: 7 });
  for (let n = 0; n < 3000; n += 1) log.info({ n }, "x".repeat(200));
  process.exitCode = 5;`;

const writingMany = () =>
  spawn(process.execPath, ["--input-type=module-typescript", "--eval", manyLines], {
    stdio: ["ignore", "pipe", "inherit"],
  });

test("a reader that is slow gets every line whole, and one that has gone stops nothing", async () => {
  const slow = writingMany();
  slow.stdout.pause();
  await delay(400);
  const lines = (await text(slow.stdout))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
  expect(lines).toHaveLength(3000);
  expect(lines.at(-1)).toMatchObject({ level: "info", process: 7, n: 2999, msg: "x".repeat(200) });
  const unread = writingMany();
  unread.stdout.destroy();
  expect(await once(unread, "exit")).toEqual([5, null]);
});

/** Like a disk that has room again later: the file may first have 1,000 bytes. */
const linesUntilFull = `
  import { execFileSync } from "node:child_process";
  import { openLines } from "#server/log-lines.ts";
  const log = openLines("info", null);
  const allow = (bytes) => execFileSync("prlimit", ["--pid", String(process.pid), "--fsize=" + bytes + ":"]);
  allow(1000);
  for (let n = 0; n < 9; n += 1) log.info({ n }, "x".repeat(200));
  allow("unlimited");
  for (let n = 9; n < 11; n += 1) log.info({ n }, "");`;

test("a full disk spoils the line that it cut, and not the next one", async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "attestry-log-"));
  const file = path.join(folder.path, "log");
  const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", linesUntilFull], {
    stdio: ["ignore", openSync(file, "a"), "inherit"],
  });
  expect(await once(child, "exit")).toEqual([0, null]);
  const [cut, ...whole] = readFileSync(file, "utf8").trimEnd().split("\n").slice(3);
  expect(cut).toMatch(/^\{"level":"info"[^}]*$/);
  expect(whole.map((line): unknown => JSON.parse(line))).toMatchObject([{ n: 9 }, { n: 10 }]);
});
