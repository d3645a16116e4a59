import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { listRuns } from "#operations/backups/backup-runs.ts";
import { readLedger } from "#operations/backups/erasures.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import { admin } from "../support/accounts/people.ts";
import { freshAdmin, openSession } from "../support/accounts/fresh-accounts.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { freshEnvironment, openForTest, whenTestEnds } from "../support/portals.ts";
import { startServer } from "../support/processes/server.ts";
import { addTestRecord } from "../support/records.ts";

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
