import { readdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readConfig } from "#config";
import { openPortal } from "#server/open-portal.ts";
import { localBackups } from "#server/save-before-migration.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import { lookupMigrations, migrations } from "#storage/database/migrations/steps.ts";
import { copyOfEarlierSite } from "../support/earlier-version.ts";
import { emptyEnvironment, engines, whenTestEnds } from "../support/portals.ts";
import { attestry } from "../support/processes/command.ts";

const isOfBackup = (name: string) => name.startsWith("backup-");

async function opened(environment: Record<string, string>) {
  await using _portal = await openPortal(readConfig(environment));
}

describe.each(engines)("a site of an earlier version on %s", (engine) => {
  test("is backed up once before its tables are changed, and can be restored from that backup", async () => {
    const environment = await copyOfEarlierSite(engine, whenTestEnds);
    const { DATA_DIR = "" } = environment;
    await Promise.all([opened(environment), opened(environment)]);
    const folder = localBackups(DATA_DIR);
    const names = await Array.fromAsync((await openFilesystemBlobs(folder)).names());
    expect(names.filter(isOfBackup)).toHaveLength(1);

    const { DATABASE_URL } = await emptyEnvironment(engine);
    for (const file of await readdir(DATA_DIR)) {
      if (file.startsWith("attestry")) await rename(path.join(DATA_DIR, file), path.join(DATA_DIR, `old-${file}`));
    }
    const again = { ...environment, ...(DATABASE_URL !== undefined && { DATABASE_URL }) };
    const whole = await attestry(again, ["restore", "--at", "2099-01-01T00:00Z", folder]);
    expect(whole.err).toContain("There is no complete backup");
    const restored = await attestry(again, ["restore", "--database", "--at", "2099-01-01T00:00Z", folder]);
    expect(restored.out).toContain("Restored.");
    const verified = await attestry(again, ["verify"]);
    expect([verified.code, verified.out]).toEqual([0, expect.stringContaining("Records: 5 can be opened, 0 cannot.")]);
  });
});

test("a site that cannot be backed up is not migrated", async () => {
  const environment = await copyOfEarlierSite("sqlite", whenTestEnds);
  await expect(opened({ ...environment, SECRET: "x".repeat(40) })).rejects.toThrow(/a secret that was not given/);
  expect(await readdir(environment["DATA_DIR"] ?? "")).not.toContain("before-migration");
  await expect(openPortal(readConfig(environment), { migrates: false })).rejects.toThrow(/earlier version of Attestry/);
  await writeFile(localBackups(environment["DATA_DIR"] ?? ""), "in the way");
  await expect(opened(environment)).rejects.toThrow(/the backup before the change failed .*--without-backup/);
  await expect(openPortal(readConfig(environment), { migrates: false })).rejects.toThrow(/earlier version of Attestry/);
  await using _portal = await openPortal(readConfig(environment), { savesBefore: false });
});

test("each migration step that changes existing tables is marked with changesTables", () => {
  const changes = /\b(alter table|drop|update|(?<!on )delete|rename|replace)\b/i;
  const [, ...later] = migrations.steps;
  for (const { sqlite, postgres, changesTables = false } of later) {
    expect([sqlite, postgres].map((text) => changes.test(text))).toEqual([changesTables, changesTables]);
  }
  // No backup of the lookup log is made before its own migrations, so these must not change tables.
  expect(lookupMigrations.steps.slice(1).filter(({ sqlite }) => changes.test(sqlite))).toEqual([]);
});
