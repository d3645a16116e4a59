import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { hash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { appendLeaf } from "../support/log-leaves.ts";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { writeCopyAtBackups } from "#operations/log/outside-copies.ts";
import { readLogs } from "#operations/log/read-log.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { leavesFrom } from "#storage/database/proofs/log.ts";
import { lookupsFileOf } from "#storage/database/sqlite/open-sqlite.ts";
import { emptyEnvironment, freshEnvironment, openForTest, whenTestEnds } from "../support/portals.ts";
import { serveApi } from "../support/api.ts";
import { attestry } from "../support/command.ts";
import { python } from "../support/processes/python.ts";

async function publish(portal: Portal, count: number) {
  for (let at = 0; at < count; at += 1) {
    const commitment = hash("sha256", `${count} ${at}`, "buffer");
    await portal.database.write((writer) => appendLeaf(portal, writer, { kind: "published", commitment }));
  }
  await signCheckpoint(portal);
}

test("a site restored from before 100 publications continues under a new origin, with its last checkpoint", async () => {
  const environment = await freshEnvironment("sqlite");
  const folder = path.dirname(environment["DATA_DIR"] ?? "");
  const withBackups = { ...environment, BACKUP_URL: `file://${folder}/backups`, PUBLIC_URL: "https://check.example" };
  const portal = await openForTest(withBackups);
  await publish(portal, 20);
  const ofOther = { registry: "Other", publicOrigin: "https://other.example" };
  await publish({ ...portal, ...ofOther }, 1);
  expect(await attestry(withBackups, ["backup"])).toMatchObject({ code: 0 });
  await publish(portal, 40);
  const [middle] = await readLogs(portal);
  await publish(portal, 60);
  await writeCopyAtBackups(portal);
  const [last] = await readLogs(portal);
  // Another machine, which has only the backups and the secret.
  const empty = await emptyEnvironment("sqlite");
  await mkdir(empty["DATA_DIR"] ?? "");
  const secret = (place: Record<string, string>) => path.join(place["DATA_DIR"] ?? "", "secret");
  await copyFile(secret(environment), secret(empty));
  const place = { ...empty, BACKUP_URL: withBackups.BACKUP_URL, PUBLIC_URL: withBackups.PUBLIC_URL };
  const said = await attestry(place, ["restore"]);
  expect(said).toMatchObject({ code: 0, out: expect.stringContaining(`continues as ${last?.origin}/2. /proof`) });
  const again = await openForTest(place);
  await publish(again, 1);
  const [now, before] = await readLogs(again);
  expect((await readLogs({ ...again, ...ofOther })).map(({ origin }) => origin)).toEqual([
    "other.example/log/2",
    "other.example/log",
  ]);
  expect(now).toMatchObject({ origin: `${last?.origin}/2`, checkpoint: { size: 2 } });
  expect(before).toMatchObject({ origin: last?.origin, checkpoint: { size: 20 } });
  expect(before?.endedAt).not.toBeNull();
  const [first] = await leavesFrom(again.database.read, `${again.registry}/2`, 0, 1);
  expect(last?.checkpoint?.size).toBe(120);
  const files = path.join(folder, "files");
  expect(await attestry(place, ["log", "export", files])).toMatchObject({ code: 0, err: "" });
  for (const folderOf of ["2", "newest"])
    expect(await readFile(path.join(files, `log/${folderOf}/checkpoint`), "utf8")).toBe(now?.checkpoint?.note);
  expect(await readdir(path.join(files, "log/tile/entries"), { recursive: true })).toEqual(["000.p", "000.p/20"]);
  if (python !== "") {
    const { stdout, stderr } = spawnSync(python, ["docs/check_proof.py", "log", files, "--without-witnesses"], {
      encoding: "utf8",
    });
    const goesOn = `${last?.origin}/2 goes on from ${last?.origin} at 120 leaves, of which 20 are here`;
    expect(stdout.split("\n")).toContain(goesOn);
    expect(stderr).toBe("");
  }
  const checked = (file: string) => attestry(place, ["log", "verify", file]);
  expect(await checked(path.join(files, "log/checkpoint"))).toMatchObject({
    code: 0,
    err: "",
    out: "Public log: 22 lines under 2 origins, as it was signed.\n",
  });
  const kept = path.join(folder, "kept.txt");
  await writeFile(kept, last?.checkpoint?.note ?? "");
  if (python !== "") {
    const command = [path.resolve("docs/check_proof.py"), "log", files];
    const checkedFor = (file: string) =>
      spawnSync(python, [...command, file, "--without-witnesses"], { cwd: folder, encoding: "utf8" });
    const goesOn = "goes on from kept.txt, of which 20 leaves are here: the others were lost in a restore";
    expect(checkedFor("kept.txt").stdout.split("\n")).toContain(goesOn);
    await writeFile(path.join(folder, "middle.txt"), middle?.checkpoint?.note ?? "");
    expect(checkedFor("middle.txt").stderr).toMatch(
      /^WRONG: middle.txt has 60 leaves, and the log has 20: the others were lost in a restore, after 120 leaves/,
    );
  }
  const lost = `${last?.origin} has 20 leaves, and the checkpoint given has 120.\n`;
  expect(await checked(kept)).toMatchObject({ code: 1, err: lost });
  expect((await checked(secret(place))).err).toMatch(/is not a checkpoint/);
  expect(Buffer.from(first?.entry ?? []).toString()).toBe(`attestry/v1 continues\n${last?.checkpoint?.note}`);
});

test("an older state of the database that is moved continues under a new origin at once", async () => {
  const environment: Record<string, string> = await freshEnvironment("sqlite");
  environment["PUBLIC_URL"] = "https://check.example";
  const folder = environment["DATA_DIR"] ?? "";
  const addressOf = (name: string) => pathToFileURL(path.join(folder, name)).href;
  const portal = await openForTest(environment);
  await publish(portal, 3);
  for (const fileOf of [(name: string) => name, lookupsFileOf]) {
    using database = new DatabaseSync(fileOf(path.join(folder, "attestry.db")));
    database.exec(`vacuum into '${fileOf(path.join(folder, "older.db"))}'`);
  }
  await publish(portal, 5);
  const [last] = await readLogs(portal);
  const place = { ...environment, DATABASE_URL: addressOf("older.db") };
  const moved = await attestry(place, ["move", `--to=${addressOf("moved/moved.db")}`]);
  expect(moved).toMatchObject({
    err: "",
    code: 0,
    out: expect.stringContaining(`continues as ${last?.origin}/2. /proof`),
  });
  const [now] = await readLogs(await openForTest({ ...environment, DATABASE_URL: addressOf("moved/moved.db") }));
  expect(now).toMatchObject({ origin: `${last?.origin}/2`, continues: last?.checkpoint?.note });
});

/** The commands in the section of docs/proof.md, as somebody types them who watches the site at `address`. */
async function watcher(folder: string) {
  const page = await readFile("docs/proof.md", "utf8");
  const [, block = ""] = /## Watching a log\n.*?```sh\n(.*?)```/s.exec(page) ?? [];
  const [first = "", again = ""] = block.split("# from time to time\n");
  await mkdir(folder, { recursive: true });
  return async (part: "once" | "again", address: string, program = python) => {
    const typed = (part === "once" ? first : again).replaceAll("https://check.example", address);
    const fetched = /^curl -fsS (\S+) > (\S+)\n/gm;
    for (const [, from = "", to = ""] of typed.matchAll(fetched)) {
      const answer = await fetch(from);
      if (!answer.ok) return { code: answer.status, said: [] };
      await writeFile(path.join(folder, to), await answer.text());
    }
    const command = typed
      .replaceAll(fetched, "")
      .replace("python3", program)
      .replace("docs/check_proof.py", path.resolve("docs/check_proof.py"));
    const shell = spawn("/bin/sh", ["-ec", command], { cwd: folder });
    const [out, err, [code]] = await Promise.all([text(shell.stdout), text(shell.stderr), exitOf(shell)]);
    return { code, said: (out + err).trim().split("\n") };
  };
}

const exitOf = (child: ChildProcess) => once(child, "exit") as Promise<[number | null]>;

test.skipIf(python === "")(
  "whoever watches a log as docs/proof.md says goes on after a move and after a restore",
  async () => {
    const environment = await freshEnvironment("sqlite");
    const folder = path.dirname(environment["DATA_DIR"] ?? "");
    const old = { ...environment, BACKUP_URL: `file://${folder}/backups`, PUBLIC_URL: "https://check.example" };
    const watch = await watcher(path.join(folder, "watcher"));
    const served = async (portal: Portal) => {
      const api = await serveApi(portal);
      whenTestEnds(() => api[Symbol.asyncDispose]());
      return api.url;
    };
    const portal = await openForTest(old);
    await publish(portal, 3);
    const before = await served(portal);
    expect(await watch("once", before)).toMatchObject({ code: 0 });
    await publish(portal, 2);
    const wellKept = { code: 0, said: expect.arrayContaining(["goes on from kept.txt", "goes on from next.txt"]) };
    expect(await watch("again", before)).toEqual(wellKept);
    expect(await attestry(old, ["backup"])).toMatchObject({ code: 0 });

    const atNewAddress = { ...old, PUBLIC_URL: "https://new.example" };
    const moved = await openForTest(atNewAddress);
    await publish(moved, 1);
    const after = await served(moved);
    expect(await watch("again", after)).toEqual(wellKept);
    expect(await watch("again", after)).toEqual(wellKept);
    const kept = await readFile(path.join(folder, "watcher/kept.txt"), "utf8");
    expect(kept).toMatch(/^new.example\/log\/2\n2\n/);
    // A checker that was stopped has checked nothing.
    expect(await watch("again", after, "sh -c 'exit 137'")).toMatchObject({ code: 137 });
    expect(await readdir(path.join(folder, "watcher"))).toContain("next.txt");

    const empty = await emptyEnvironment("sqlite");
    const place = { ...empty, BACKUP_URL: old.BACKUP_URL, PUBLIC_URL: atNewAddress.PUBLIC_URL };
    await mkdir(empty["DATA_DIR"] ?? "");
    await copyFile(path.join(environment["DATA_DIR"] ?? "", "secret"), path.join(empty["DATA_DIR"] ?? "", "secret"));
    await writeCopyAtBackups(moved);
    expect(await attestry(place, ["restore"])).toMatchObject({ code: 0 });
    const restored = await openForTest(place);
    await publish(restored, 1);
    const again = await served(restored);
    expect(await watch("again", again)).toEqual({
      code: 0,
      said: expect.arrayContaining([
        "goes on from kept.txt, of which 0 leaves are here: the others were lost in a restore",
        "new.example/log/3 goes on from new.example/log/2 at 2 leaves, of which 0 are here",
        "goes on from next.txt",
      ]),
    });
    expect(await watch("again", again)).toEqual(wellKept);
    const [newest] = await readLogs(restored);
    const file = (name: string) => fetch(`${again}/log/newest/${name}`);
    expect(await (await file("checkpoint")).text()).toBe(newest?.checkpoint?.note);
    expect((await file("tile/0/000.p/2")).headers.get("cache-control")).toBe("public, max-age=5");
  },
);
