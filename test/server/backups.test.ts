import { execFileSync } from "node:child_process";
import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { readAudit } from "#operations/audit/read-audit.ts";
import { listRuns } from "#operations/backups/backup-runs.ts";
import { readLedger } from "#operations/backups/erasures.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import { admin } from "../support/accounts/people.ts";
import { freshAdmin, openSession } from "../support/accounts/fresh-accounts.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { uploaded } from "../support/documents.ts";
import { emptyEnvironment, freshEnvironment, openForTest, whenTestEnds } from "../support/portals.ts";
import { attestry } from "../support/command.ts";
import { startServer } from "../support/processes/server.ts";
import { addTestRecord } from "../support/records.ts";

test("an admin tries a restore of the newest backup and downloads it, and a site is restored from that file", async () => {
  const bare = await freshEnvironment("sqlite");
  const folder = path.dirname(bare["DATA_DIR"] ?? "");
  const environment = { ...bare, BACKUP_URL: pathToFileURL(path.join(folder, "backups")).href };
  const portal = await openForTest(bare);
  await addTestRecord(portal, admin, { images: { workPermit: await uploaded(portal, admin) } });
  const { cookie } = await openSession(portal, (await freshAdmin(portal)).id);
  const server = await startServer(environment);
  whenTestEnds(async () => void (await server.stop("SIGTERM")));
  await expect.poll(async () => (await listRuns(portal)).map(({ state }) => state)).toEqual(["done"]);

  const page = new PlainBrowser(server.url, cookie);
  await page.opens("/dashboard/Backups");
  expect(page.words).toContain("A restore was last tried never.");
  await page.presses("Try a restore of the newest");
  const shown = async () => {
    await page.opens("/dashboard/Backups");
    return page.words;
  };
  await expect.poll(shown, { timeout: 30_000 }).toContain("everything in the backup opened – records: 1, papers: 1");

  const answer = await fetch(`${server.url}/dashboard/Backups/files`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: server.url },
  });
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="backup-\w+\.tar"$/);
  await writeFile(path.join(folder, "taken.tar"), Buffer.from(await answer.arrayBuffer()));
  execFileSync("tar", ["-xf", "taken.tar"], { cwd: folder });
  const taken = (await readdir(folder)).find((name) => /^backup-\w+$/.test(name)) ?? "";
  const place = await emptyEnvironment("sqlite");
  await mkdir(place["DATA_DIR"] ?? "");
  await copyFile(path.join(bare["DATA_DIR"] ?? "", "secret"), path.join(place["DATA_DIR"] ?? "", "secret"));
  const restored = await attestry(place, ["restore", path.join(folder, taken)]);
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining("Restored.") });
  expect((await attestry(place, ["verify"])).out).toContain("Images: 1 intact, 0 damaged");

  const { events } = await readAudit(portal, admin, { limit: 5 });
  expect(events.map(({ action }) => action)).toContain("backup-exported");
});

test("a running site makes a backup automatically, another on request, and notes deletions beside the backups", async () => {
  const bare = await freshEnvironment("sqlite");
  const folder = path.join(path.dirname(bare["DATA_DIR"] ?? ""), "backups");
  const environment = { ...bare, BACKUP_URL: pathToFileURL(folder).href };
  const portal = await openForTest(bare);
  const record = await addTestRecord(portal, admin);
  const { cookie } = await openSession(portal, (await freshAdmin(portal)).id);
  const servers = await Promise.all([startServer(environment), startServer(environment)]);
  for (const server of servers) whenTestEnds(async () => void (await server.stop("SIGTERM")));
  const states = async () => (await listRuns(portal)).map(({ state }) => state);
  await expect.poll(states).toEqual(["done"]);

  const page = new PlainBrowser(servers[0].url, cookie);
  await page.opens("/dashboard/Backups");
  expect(page.words).toContain(folder);
  await page.presses("Make one now");
  expect(page.words).toContain("A backup is being made.");
  await expect.poll(states).toEqual(["done", "done"]);

  await page.opens(`/dashboard/update/${record.id}/delete`);
  await page.presses("Yes, delete it!");
  const place = await openFilesystemBlobs(folder);
  await expect.poll(async () => (await readLedger(place, portal.keyring))?.length).toBe(1);
  expect(servers.flatMap(({ log }) => log).filter(({ level }) => level === "error")).toEqual([]);
});
