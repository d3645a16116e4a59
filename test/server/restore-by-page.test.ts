import { once } from "node:events";
import { cp, mkdir, readFile, readdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { restoreByPage } from "#cli/restore-by-page.ts";
import { readConfig } from "#config";
import { writeErasures } from "#operations/backups/erasures.ts";
import { makeBackup } from "#operations/backups/make-backup.ts";
import { manifestsAt } from "#operations/backups/manifest.ts";
import { readOrder, type RestoreOrder } from "#operations/portal/restore-order.ts";
import { deleteRecord } from "#operations/records/change-record.ts";
import { openLog } from "#server/log.ts";
import { markRestore } from "#server/restore-mark.ts";
import { secretAsWords } from "#sealing/secret-words.ts";
import { blobName } from "#storage/blobs/blob-store.ts";
import { openBlobs } from "#storage/blobs/open-blobs.ts";
import { createAccount, freshEmail, realGuessingCosts } from "../support/accounts/fresh-accounts.ts";
import { admin } from "../support/accounts/people.ts";
import { behindProxy, cookieFor } from "../support/accounts/signed-in.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { uploaded } from "../support/documents.ts";
import { emptyEnvironment, freshEnvironment, openForTest, whenTestEnds } from "../support/portals.ts";
import { attestry } from "../support/command.ts";
import { freePort } from "../support/processes/free-port.ts";
import { startServer } from "../support/processes/server.ts";
import { addTestRecord } from "../support/records.ts";
import { S3Server } from "../support/s3-server.ts";

/** A site with two records, backed up to this place. One was deleted after the backup. */
async function backedUpSite(place: (folder: string) => string) {
  const environment = await freshEnvironment("sqlite");
  const portal = await openForTest(environment, whenTestEnds, realGuessingCosts);
  const email = freshEmail();
  await createAccount(portal, "admin", email, "Amina Admin");
  const images = { workPermit: await uploaded(portal, admin) };
  const kept = await addTestRecord(portal, admin, { passportNumber: "RS1234567", images });
  const gone = await addTestRecord(portal, admin);
  const BACKUP_URL = place(path.dirname(environment["DATA_DIR"] ?? ""));
  expect((await attestry({ ...environment, BACKUP_URL }, ["backup"])).code).toBe(0);
  await deleteRecord(portal, admin, { id: gone.id });
  await using store = await openBlobs(BACKUP_URL);
  expect(await writeErasures(portal, store)).toBe(1);
  const secret = (await readFile(path.join(environment["DATA_DIR"] ?? "", "secret"), "utf8")).trim();
  return { environment, portal, kept, place: BACKUP_URL, email, secret, words: secretAsWords(secret).join(" ") };
}

async function startAt(environment: Record<string, string>, port: number) {
  const server = await startServer({ ...environment, ...behindProxy, PORT: String(port) });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

const setupLinkOf = async ({ DATA_DIR }: Record<string, string>) => {
  await expect.poll(() => readFile(`${DATA_DIR}/setup-link`, "utf8").catch(() => "")).toContain("token=");
  return new URL((await readFile(`${DATA_DIR}/setup-link`, "utf8")).trim()).search;
};

/** Opens the page until it is no longer the one that is shown during a restore. */
async function untilRestored(page: PlainBrowser): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.opens("/setup?from=backup").catch(() => undefined);
        return page.heading;
      },
      { timeout: 60_000, interval: 100 },
    )
    .not.toBe("A backup is being restored");
}

// One engine is enough: test/operations/backups.test.ts restores onto both.
describe("an empty site", () => {
  test("is replaced by that of a backup on the page of the setup link, without a shell", async () => {
    const source = await backedUpSite((folder) => `file://${folder}/backups`);
    const folder = source.place.replace("file://", "");
    // The usual place has the backup already, and an empty site writes nothing there.
    const environment: Record<string, string> = { ...(await emptyEnvironment("sqlite")), BACKUP_URL: source.place };
    const server = await startAt(environment, await freePort());
    const link = await setupLinkOf(environment);
    const stranger = new PlainBrowser(server.url);
    await stranger.opens("/setup?from=backup");
    expect(stranger.heading).toBe("This link has expired");

    const page = new PlainBrowser(server.url);
    await page.opens(`/setup${link}`);
    await page.follows("From a backup");
    page.types({ "Where the backup is": "s3://key:secret@s3.example.com/ab", "The words of the secret": source.words });
    await page.presses("Restore this backup");
    expect(page.box("Where the backup is").description).toContain("at least three characters");

    // One byte of a document has changed: nothing is restored, and the same link works again.
    const [first = ""] = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".original"));
    const file = path.join(folder, first);
    const bytes = await readFile(file);
    await writeFile(file, bytes.with(9, (bytes[9] ?? 0) ^ 1));
    const restores = async (place: string) => {
      page.types({ "Where the backup is": place, "The words of the secret": source.words });
      await page.presses("Restore this backup");
      expect(page.status).toBe(503);
      expect(page.words).toContain("ব্যাকআপ ফিরিয়ে আনা হচ্ছে");
      expect((await fetch(`${server.url}/healthz`).catch(() => null))?.status ?? 200).toBe(200);
      await untilRestored(page);
    };
    await restores(folder);
    expect(page.words).toContain("The backup was not restored, and the site is as empty as before.");
    expect(page.words).toContain("The backup is damaged");
    expect(await readdir(path.join(environment["DATA_DIR"] ?? "", "blobs"), { recursive: true })).not.toContainEqual(
      expect.stringContaining("."),
    );

    await writeFile(file, bytes);
    await restores("");
    expect(page.heading).toBe("The site is back");
    expect(page.words).toMatch(/Records 2 Papers 1 Accounts 1 Later deletions that were repeated 1/);
    expect(await readOrder(`${environment["DATA_DIR"]}/restore-order`)).toBeNull();
    await page.opens(`/setup${link}`);
    await stranger.opens(`/setup${link}`);
    expect(stranger.heading).toBe("This link has expired");
    expect(await cookieFor(server.url, source.email)).toContain("=");
    expect(await server.stop("SIGTERM")).toBe(0);
    expect((await attestry(environment, ["verify"])).out).toContain("Records: 1 can be opened, 0 cannot.");
    expect((await readdir(environment["DATA_DIR"] ?? "")).toSorted()).not.toContainEqual(
      expect.stringMatching(/^restore-|unfinished/),
    );
  });
});

test("a restore stops all processes of a supervisor first, continues at the next start after one was killed, and never leaves half a site", async () => {
  await using s3 = await new S3Server().start();
  const source = await backedUpSite(() => s3.url({ prefix: "/backups" }));
  const more = { PRIVATE_TARGETS: "allow", PROCESSES: "2" };
  const environment: Record<string, string> = { ...(await emptyEnvironment("sqlite")), ...more };
  const port = await freePort();
  const server = await startAt(environment, port);
  const processesOf = async ({ child: { pid } }: typeof server) =>
    (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim().split(" ").map(Number);
  const serving = ({ log }: typeof server) => log.filter(({ msg }) => msg === "serving");
  await expect.poll(() => serving(server)).toHaveLength(2);
  const empty = await processesOf(server);
  const link = await setupLinkOf(environment);
  const page = new PlainBrowser(server.url);
  await page.opens(`/setup${link}`);
  await page.follows("From a backup");
  page.types({ "Where the backup is": source.place, "The words of the secret": source.words });
  // The form is accepted. Then the documents never come.
  s3.mood = (request) => (/\.original/.test(request) ? "says nothing" : "serves");
  await page.presses("Restore this backup");
  // The one that took the order dies before it can tell its supervisor.
  const isStopping = ({ msg }: Record<string, unknown>) => msg === "stopping, to restore a backup";
  await expect.poll(() => server.log.find(isStopping)?.["process"], { interval: 10 }).toBeDefined();
  process.kill(Number(server.log.find(isStopping)?.["process"]), "SIGKILL");
  const order = path.join(environment["DATA_DIR"] ?? "", "restore-order");
  await expect.poll(async () => (await readOrder(order))?.begun, { timeout: 20_000 }).toBe(1);
  // Only one is left, which restores.
  const [restoring = NaN, ...others] = await processesOf(server);
  expect([empty.includes(restoring), others]).toEqual([false, []]);
  const exited = once(server.child, "exit");
  process.kill(restoring, "SIGKILL");
  expect(await exited).toEqual([137, null]);
  s3.mood = "serves";
  const again = await startAt(environment, port);
  const continues = expect.objectContaining({ msg: "a restore was interrupted, and continues" });
  await expect.poll(() => again.log).toContainEqual(continues);
  await untilRestored(page);
  await expect.poll(() => serving(again), { timeout: 30_000 }).toHaveLength(2);
  // Whichever process answers.
  for (let time = 0; time < 6; time += 1) {
    await page.opens("/setup?from=backup");
    expect(page.heading).toBe("The site is back");
  }
  expect(await cookieFor(again.url, source.email)).toContain("=");
  expect(await again.stop("SIGTERM")).toBe(0);
});

describe("a start with an order", () => {
  const said: string[] = [];
  const startWith = async (
    environment: Record<string, string>,
    order: Pick<RestoreOrder, "place" | "begun" | "secrets">,
  ) => {
    await mkdir(environment["DATA_DIR"] ?? "", { recursive: true });
    await writeFile(`${environment["DATA_DIR"]}/restore-order`, JSON.stringify({ ...order, link: "00".repeat(32) }));
    return start(environment);
  };
  const start = async (environment: Record<string, string>) => {
    await using started = await restoreByPage(
      readConfig({ ...environment, PORT: String(await freePort()) }),
      openLog("warn", { write: (line) => void said.push(line) }),
    );
    return started?.hasFailed;
  };
  const documentsIn = async (folder: string) =>
    (await readdir(folder, { recursive: true })).filter((name) => /\/[0-9a-f]{32}\./.test(name));

  test("gives up after five ends of the process, and removes only documents of its own", async () => {
    const source = await backedUpSite((folder) => `file://${folder}/backups`);
    const environment = await emptyEnvironment("sqlite");
    const blobs = `${environment["DATA_DIR"]}/blobs`;
    await cp(`${source.environment["DATA_DIR"]}/blobs`, blobs, { recursive: true });
    const documents = await documentsIn(blobs);
    expect(documents).not.toEqual([]);
    const order = { place: source.place.replace("file://", ""), secrets: [source.secret] };
    // Nothing was begun, so the documents are not the restore's own.
    expect(await startWith(environment, { ...order, begun: 0 })).toBe(true);
    expect(await documentsIn(blobs)).toEqual(documents);
    const [first = ""] = documents;
    const other = `${first.slice(0, 3)}${first.slice(3, 5)}${"0".repeat(30)}.original`;
    await rename(path.join(blobs, first), path.join(blobs, other));
    expect(await startWith(environment, { ...order, begun: 1 })).toBe(true);
    expect(await documentsIn(blobs)).toHaveLength(documents.length);
    await rename(path.join(blobs, other), path.join(blobs, first));
    expect(await startWith(environment, { ...order, begun: 5 })).toBe(true);
    expect(await documentsIn(blobs)).toEqual([]);
  });

  test.for([
    ["goes on with the backup of which documents are there, although a newer one came", false, "after it"],
    ["takes a newer backup if the one that was begun is damaged", true, "after it"],
    ["takes no older backup if the one that was begun is damaged", true, "before it"],
  ] as const)("%s", async ([, isDamaged, when]) => {
    const source = await backedUpSite((folder) => `file://${folder}/backups`);
    const environment = await emptyEnvironment("sqlite");
    await using store = await openBlobs(source.place);
    const begun = blobName((await manifestsAt(store)).join());
    await markRestore(readConfig(environment), begun, () =>
      cp(`${source.environment["DATA_DIR"]}/blobs`, `${environment["DATA_DIR"]}/blobs`, { recursive: true }),
    );
    if (!isDamaged) await deleteRecord(source.portal, admin, { id: source.kept.id });
    const now = () => Date.now() + (when === "after it" ? 60_000 : -60_000);
    const other = (await makeBackup({ ...source.portal, now }, store)).name;
    if (isDamaged) await store.write(begun, Buffer.from("damaged"));
    const order = { place: source.place.replace("file://", ""), secrets: [source.secret], begun: 1 };
    const restored = async () => (await readOrder(`${environment["DATA_DIR"]}/restore-order`))?.restored;
    const expected = when === "before it" ? [true, ""] : [false, isDamaged ? other : begun];
    expect([await startWith(environment, order), await restored()]).toEqual(expected);
    // The process ended before the site was opened.
    if (when === "after it") expect([await start(environment), await restored()]).toEqual(expected);
  });

  test("restores no backup in which only another registry has records: the site could not start after it", async () => {
    const source = await backedUpSite((folder) => `file://${folder}/backups`);
    const environment = await emptyEnvironment("sqlite");
    const order = { place: source.place.replace("file://", ""), secrets: [source.secret], begun: 0 };
    expect(await startWith({ ...environment, REGISTRY: "My_Asut" }, order)).toBe(true);
    expect(said.at(-1)).toContain("Set REGISTRY=My_Aust,");
    expect(await documentsIn(environment["DATA_DIR"] ?? "")).toEqual([]);
    expect(await startWith(environment, order)).toBe(false);
  });

  test("does not report a complete site as one that was not restored", async () => {
    const { environment, secret } = await backedUpSite((folder) => `file://${folder}/backups`);
    await expect(startWith(environment, { place: "/nowhere/at/all", secrets: [secret], begun: 1 })).rejects.toThrow(
      "There is no backup",
    );
    expect(await readOrder(`${environment["DATA_DIR"]}/restore-order`)).not.toBeNull();
  });
});
