import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect } from "vitest";
import { askForRestore } from "#operations/restore/ask-for-restore.ts";
import { makeBackup } from "#operations/backups/make-backup.ts";
import { issueSetupLink, setUpPortal } from "#operations/accounts/set-up-portal.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { anyTargets } from "#operations/targets/targets.ts";
import { secretAsWords } from "#sealing/secret-words.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import { writeBeat } from "#storage/database/lookups/processes.ts";
import { chosenSettings } from "../support/accounts/chosen-settings.ts";
import { freshAdmin, goodPassword } from "../support/accounts/fresh-accounts.ts";
import { admin } from "../support/accounts/people.ts";
import { engines, freshEnvironment, openForTest, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";

const secret = "a secret of the backup tests with 32 letters";
const words = secretAsWords(secret);
const wrong = (field: string, problem: string) => ({ id: "invalid", fields: { [field]: problem } });

/** A folder beside the data with a backup of another site, made under `secret`. */
async function backupBeside(environment: Record<string, string>, withDocuments = true): Promise<string> {
  const folder = path.join(path.dirname(environment["DATA_DIR"] ?? ""), "backups");
  const other = await openForTest({ ...(await freshEnvironment("sqlite")), SECRET: secret });
  await addTestRecord(other, admin);
  await using store = await openFilesystemBlobs(folder);
  await makeBackup(other, store, { withDocuments });
  return folder;
}

const tokenFor = async (portal: Portal) => {
  const link = await issueSetupLink(portal, "always");
  return new URL(link?.url ?? "").searchParams.get("token") ?? "";
};

describe.each(engines)("a restore ordered on %s", (engine) => {
  const test = testOn(engine);

  test("is taken once, and only from the holder of the setup link of an empty site", async ({
    environment,
    portal,
  }) => {
    const form = { token: await tokenFor(portal), place: await backupBeside(environment), words: words.join(" ") };
    // Nothing else is said to a stranger, whatever else is wrong: the form that comes back names the usual place.
    for (const wrongForm of [
      { ...form, token: "made-up" },
      { from: "backup" },
      { token: "x", place: "/".repeat(3000) },
    ])
      await expect(askForRestore(portal, wrongForm)).rejects.toMatchObject({ id: "link-ended" });
    expect(existsSync(portal.restores.orderFile)).toBe(false);

    const both = await Promise.allSettled([askForRestore(portal, form), askForRestore(portal, form)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(askForRestore(portal, form)).rejects.toMatchObject({ id: "still-working" });
    const first = { email: "first@agency.example", name: "Farida", password: goodPassword, token: form.token };
    await expect(setUpPortal(portal, first, await chosenSettings(portal))).rejects.toMatchObject({
      id: "still-working",
    });
  });

  test("is refused once there is a record, an admin or another process", async ({ environment, portal }) => {
    const form = { token: await tokenFor(portal), place: await backupBeside(environment), words: words.join(" ") };
    const { lookups } = portal.database;
    await lookups.write((writer) => writeBeat(lookups, writer, "another"));
    await expect(askForRestore(portal, form)).rejects.toMatchObject({ id: "not-alone" });
    await addTestRecord(portal, admin);
    await expect(askForRestore(portal, form)).rejects.toMatchObject({ id: "site-not-empty" });
    await freshAdmin(portal);
    await expect(askForRestore(portal, form)).rejects.toMatchObject({ id: "link-ended" });
    expect(existsSync(portal.restores.orderFile)).toBe(false);
  });
});

describe("the form of a restore", () => {
  const test = testOn("sqlite");

  test("says what is wrong with a place", async ({ environment, portal }) => {
    const token = await tokenFor(portal);
    const folder = path.join(environment["DATA_DIR"] ?? "", "temp");
    await writeFile(path.join(folder, "note"), "no backup");
    for (const [place, problem] of [
      ["", "required"],
      ["backups", "place-format"],
      ["../../etc", "place-format"],
      ["file:///etc", "place-format"],
      ["http://example.com/backup", "place-format"],
      ["s3://key:secret@s3.example.com/ab", "bucket-short"],
      ["s3://key@s3.example.com/bucket", "place-format"],
      ["s3://key:secret@127.0.0.1:9000/bucket", "place-inside"],
      ["s3://key:secret@169.254.169.254/latest?tls=off", "place-inside"],
      ["s3://key:secret@[::1]:9000/bucket", "place-inside"],
      ["s3://key:secret@localhost/bucket", "place-inside"],
      ["s3://key:secret@nowhere.invalid/bucket", "place-away"],
      ["/nowhere/at/all", "no-backup"],
      [path.join(folder, "note"), "no-backup"],
      [folder, "no-backup"],
      ["/proc/self/root/etc", "no-backup"],
      [await backupBeside(environment, false), "no-backup"],
    ] as const) {
      const asked = askForRestore(portal, { token, place, words: words.join(" ") });
      await expect(asked, place).rejects.toMatchObject(wrong("place", problem));
    }
    const open = { ...portal, targets: anyTargets };
    const nothingThere = { token, place: "s3://key:secret@127.0.0.1:9/bucket", words: words.join(" ") };
    await expect(askForRestore(open, nothingThere)).rejects.toMatchObject(wrong("place", "place-away"));
  });

  test("names a wrong word, and takes the words with their numbers", async ({ environment, portal }) => {
    const token = await tokenFor(portal);
    const place = await backupBeside(environment);
    const ask = (typed: string) => askForRestore(portal, { token, place, words: typed });
    const typo = words.with(4, "zebra");
    await expect(ask(typo.join(" "))).rejects.toMatchObject({
      ...wrong("words", "words-wrong"),
      detail: `5: zebra → ${words[4]}`,
    });
    await expect(ask(words.slice(1).join(" "))).rejects.toMatchObject(wrong("words", "words-wrong"));
    await expect(ask("short")).rejects.toMatchObject(wrong("words", "words-wrong"));
    await expect(ask(secretAsWords("another secret, just as long as the first").join(" "))).rejects.toMatchObject(
      wrong("words", "secret-other"),
    );
    await expect(ask("")).rejects.toMatchObject(wrong("words", "secret-other"));
    const given = { ...portal, restores: { ...portal.restores, isSecretGiven: true } };
    await expect(askForRestore(given, { token, place, words: words.join(" ") })).rejects.toMatchObject(
      wrong("place", "secret-other"),
    );
    await ask(words.map((word, at) => `${at + 1}. ${word}`).join("\n"));
    const order: unknown = JSON.parse(await readFile(portal.restores.orderFile, "utf8"));
    expect(order).toMatchObject({ place, secrets: [secret], begun: 0 });
  });

  test("refuses a changed backup and one of a newer version, and says so", async ({ environment, portal }) => {
    const token = await tokenFor(portal);
    const place = await backupBeside(environment);
    const store = await openFilesystemBlobs(place);
    const [name] = await Array.fromAsync(store.names("backup-"));
    const file = path.join(place, "ba", name ?? "");
    const [checksum, ...rest] = (await readFile(file, "utf8")).split("\n");
    await writeFile(file, [checksum, ...rest, "more"].join("\n"));
    const ask = () => askForRestore(portal, { token, place, words: words.join(" ") });
    await expect(ask()).rejects.toMatchObject({ id: "backup-unusable", detail: expect.stringContaining("is damaged") });
    const newer = JSON.stringify({ format: "9.0" });
    await writeFile(file, `${hash("sha256", newer)}\n\n${newer}\n`);
    await expect(ask()).rejects.toMatchObject({
      id: "backup-unusable",
      detail: expect.stringContaining("A newer Attestry made"),
    });
  });
});
