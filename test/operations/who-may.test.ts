import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { expect, inject, onTestFinished } from "vitest";
import { type Actor, anonymous, holder, uploadProgram } from "#core/accounts/actor.ts";
import { makeBackup } from "#operations/backups/make-backup.ts";
import { setOwnWebhook } from "#operations/desk/own-webhook.ts";
import type { BackupPlace } from "#operations/portal/backup-place.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";
import { approvedTable, blockBelow, rowOf } from "../support/approved-table.ts";
import { atTheDesk } from "../support/organisations.ts";
import { testOn } from "../support/portals.ts";
import { Things } from "../server/matrix/things.ts";
import { given } from "./who-may/calls.ts";
import { drawnOperations } from "./who-may/drawn-operations.ts";
import { pressed } from "./who-may/press.ts";

const approved = approvedTable("Operations");
const parts = blockBelow("Parts of operations").map((line) => line.split(/\s+/)[0] ?? "");

async function actorsOf(portal: Portal): Promise<Readonly<Record<string, Actor>>> {
  const admin = await freshAccount(portal, "admin");
  const organisation = (await atTheDesk(portal)).person;
  await setOwnWebhook(portal, organisation, { url: "https://desk.example/a" });
  return {
    nobody: anonymous,
    holder,
    program: uploadProgram,
    student: await freshAccount(portal, "student"),
    organisation,
    moderator: await freshAccount(portal, "moderator"),
    admin,
    unproved: { ...admin, mustProveAgain: true },
    "old-sign-in": { ...admin, mustSignInAgain: true },
    key: { ...admin, scope: "write", mustProveAgain: true },
  };
}

/** A place with a backup of this portal. It starts no process. */
async function withBackup(portal: Portal): Promise<BackupPlace> {
  const folder = await mkdtemp(path.join(inject("scratch"), "backups-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const open = () => openFilesystemBlobs(folder);
  await makeBackup(portal, await open());
  return { location: folder, open, makeInChild: () => undefined, checkInChild: () => undefined };
}

const operations = await drawnOperations();
const test = testOn("sqlite");

test("every operation is in the approved table, or among the parts that ask nobody", () => {
  expect([...approved.names, ...parts].toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
  expect(approved.names).toEqual(approved.names.toSorted());
  expect(Object.keys(given).filter((name) => !operations.some((operation) => operation.name === name))).toEqual([]);
});

// test/server/matrix.test.ts tries the routes. Here operations refuse without their help.
test("every operation is allowed to those whom the approved table names, and refused to all others", async ({
  portal,
}) => {
  const site = { ...portal, backupPlace: await withBackup(portal) };
  const actors = await actorsOf(site);
  const things = new Things(site);
  const rows: string[] = [];
  for (const operation of operations.filter(({ name }) => !parts.includes(name))) {
    const marks: string[] = [];
    for (const column of approved.columns)
      marks.push(await pressed(site, things, operation, actors[column] ?? anonymous));
    rows.push(rowOf(approved, operation.name, marks));
  }
  const expected = approved.names.map((name) => rowOf(approved, name, Object.values(approved.marks.get(name) ?? {})));
  // Only what differs: the answers, then what is approved.
  expect(rows.filter((row) => !expected.includes(row))).toEqual(expected.filter((row) => !rows.includes(row)));
  expect(rows).toHaveLength(expected.length);
});
