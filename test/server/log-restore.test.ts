import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { appendLeaf } from "../support/log-leaves.ts";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { writeCopyAtBackups } from "#operations/log/outside-copies.ts";
import { readLogs } from "#operations/log/read-log.ts";
import type { Portal } from "#operations/portal.ts";
import { leavesFrom } from "#storage/database/proofs/log.ts";
import { lookupsFileOf } from "#storage/database/sqlite/open-sqlite.ts";
import { emptyEnvironment, freshEnvironment, openForTest } from "../support/portals.ts";
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
  await publish(portal, 100);
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
  expect(await readFile(path.join(files, "log/2/checkpoint"), "utf8")).toBe(now?.checkpoint?.note);
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
  expect(await checked(path.join(files, "log/checkpoint"))).toEqual({
    code: 0,
    err: "",
    out: "Public log: 22 lines under 2 origins, as it was signed.\n",
  });
  const kept = path.join(folder, "kept.txt");
  await writeFile(kept, last?.checkpoint?.note ?? "");
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
