import { sql } from "kysely";
import { describe, expect } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { addAccount } from "#operations/accounts/add-account.ts";
import { closedAccounts } from "#operations/accounts/bind-all-rows.ts";
import { acceptInvitation } from "#operations/accounts/invitations.ts";
import { changeRole, deleteAccount, suspendAccount } from "#operations/accounts/manage-accounts.ts";
import { rotateKeys } from "#operations/upkeep/rotate-keys.ts";
import { keyOfSettings, sealedSettings, settingsIn } from "#operations/portal/current-settings.ts";
import { verifyRows } from "#operations/upkeep/verify-rows.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import { boundTables } from "#storage/database/bound-rows.ts";
import { updateRow } from "#storage/database/rows.ts";
import { settingsRow } from "#storage/database/settings.ts";
import {
  accountTestOn,
  goodPassword,
  member,
  otherPassword,
  tokenMailed,
  Visitor,
  withApp,
} from "../support/accounts/account-visitor.ts";
import { actorOf, sentInvitation } from "../support/accounts/fresh-accounts.ts";
import { addPasskey } from "../support/accounts/ways-in.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { engines, later, openForTest } from "../support/portals.ts";

const machine = system("test");
const closed = { ok: false, problem: "account-closed" };

/** Runs SQL as somebody who can write to the database and does not have the secret. */
const past = ({ database }: OpenPortal, ...statements: string[]) =>
  database.write(async (writer) => {
    for (const statement of statements) await sql.raw(statement).execute(writer);
  });

describe.each(engines)("an account on %s that somebody changes in the database", (engine) => {
  const test = accountTestOn(engine);

  test("opens nothing with a password copied from another account, until an admin invites the person again", async ({
    site,
    portal,
    owner,
  }) => {
    const [chief, thief] = [await member(site, "admin"), await member(site)];
    await thief.step("changePassword", { currentPassword: goodPassword, password: otherPassword });
    const ofThief = `(select password_hash from sign_in_method where person_id = '${thief.id}')`;
    await past(portal, `update sign_in_method set password_hash = ${ofThief} where person_id = '${owner.id}'`);
    expect(await new Visitor(portal).signIn(owner.email, otherPassword)).toMatchObject(closed);
    await new Visitor(portal).step("askForReset", { email: owner.email });
    const token = await tokenMailed(site, owner.email, "reset");
    const chosen = { token, password: "nine green kettles 4" };
    expect(await new Visitor(portal).step("resetPassword", chosen)).toMatchObject(closed);
    // Nobody else is closed, and the program does not bind the change with one of its own.
    expect(await owner.step("changeProfile", { name: "Rahim" })).toMatchObject(closed);
    expect(await new Visitor(portal).signIn(thief.email, otherPassword)).toMatchObject({ ok: true });
    expect(await closedAccounts(portal)).toEqual([owner.id]);
    expect(await verifyRows(portal)).toEqual([`person ${owner.id}`]);

    const invited = await sentInvitation(portal, actorOf(chief.id, "admin"), { email: owner.email, role: "student" });
    await acceptInvitation(portal, { token: invited.token, name: "Rahim", password: chosen.password });
    expect(await new Visitor(portal).signIn(owner.email, chosen.password)).toMatchObject({ next: "signed-in" });
    expect(await verifyRows(portal)).toEqual([]);
  });

  test("opens nothing with another role, without its suspension or its factor, or with one more", async ({
    site,
    portal,
  }) => {
    const bare = await member(site, "admin");
    await withApp(bare);
    const raised = await member(site);
    await past(portal, `update staff set role = 'admin' where person_id = '${raised.id}'`);
    const suspended = await member(site, "moderator");
    await suspendAccount(portal, machine, suspended);
    await past(portal, `update staff set suspended_at = null, suspended_by = null where person_id = '${suspended.id}'`);
    await past(
      portal,
      `delete from totp where person_id = '${bare.id}'`,
      `update person set has_totp = 0 where id = '${bare.id}'`,
    );
    const joined = await member(site, "admin");
    const thief = await member(site);
    await addPasskey(portal, thief.id);
    await past(portal, `update passkey set person_id = '${joined.id}' where person_id = '${thief.id}'`);
    for (const { email } of [raised, suspended, bare, joined, thief])
      expect([email, await new Visitor(portal).signIn(email)]).toMatchObject([email, closed]);
    // A session is bound to the person and the role, and counts the factors as they were bound.
    expect([await raised.whoAmI(), await bare.whoAmI()]).toEqual([null, null]);
    expect(await joined.whoAmI()).toMatchObject({ person: { passkeys: 0 } });
    const names = [raised, suspended, bare, joined, thief].map(({ id }) => `person ${id}`);
    expect((await verifyRows(portal)).toSorted()).toEqual(names.toSorted());
    // As it was before, it opens again. A closed one can be deleted, and the operator can make it again.
    await past(portal, `update staff set role = 'student' where person_id = '${raised.id}'`);
    expect(await new Visitor(portal).signIn(raised.email)).toMatchObject({ ok: true });
    await deleteAccount(portal, machine, thief);
    await addAccount(portal, machine, "admin", { email: bare.email, name: "Amina", password: otherPassword });
    expect(await new Visitor(portal).signIn(bare.email, otherPassword)).toMatchObject({ next: "signed-in" });
  });

  test("opens nothing with an earlier password; put back as a whole it is named by verify", async ({
    portal,
    owner,
  }) => {
    const { read } = portal.database;
    const before = await read.selectFrom("person").selectAll().executeTakeFirstOrThrow();
    const role = await read.selectFrom("staff").selectAll().executeTakeFirstOrThrow();
    const method = await read.selectFrom("sign_in_method").selectAll().executeTakeFirstOrThrow();
    const put = (table: "person" | "sign_in_method", row: { id: string }) =>
      portal.database.write((writer) => updateRow(writer, table, row.id, row));
    await owner.step("changePassword", { currentPassword: goodPassword, password: otherPassword });
    await put("sign_in_method", method);
    expect(await new Visitor(portal).signIn(owner.email)).toMatchObject(closed);
    await put("person", before);
    await changeRole(later(portal, 600_000), machine, { id: owner.id, role: "moderator" });
    await portal.database.write((writer) => writer.updateTable("staff").set(role).execute());
    await put("person", before);
    expect(await new Visitor(portal).signIn(owner.email)).toMatchObject({ next: "signed-in" });
    expect(await verifyRows(portal)).toEqual([`person ${owner.id}`]);
  });

  test("lends no session to somebody else", async ({ site, portal, owner }) => {
    const thief = await member(site);
    await past(portal, `update session set person_id = '${owner.id}' where person_id = '${thief.id}'`);
    expect(await thief.whoAmI()).toBeNull();
    expect(await owner.whoAmI()).not.toBeNull();
  });
});

describe.each(engines)("the accounts of version 1.0 on %s", (engine) => {
  const test = accountTestOn(engine);

  test("are bound once, by one of the processes that start, except those that differ from the audit log", async ({
    site,
    portal,
    owner,
  }) => {
    const forged = await member(site);
    await past(portal, `update staff set role = 'admin' where person_id = '${forged.id}'`);
    const old = await asOfVersion1(portal);
    const [there] = await Promise.all([openForTest(site.environment), openForTest(site.environment)]);
    expect(await closedAccounts(there)).toEqual([forged.id]);
    expect(await owner.whoAmI()).not.toBeNull();
    expect(await new Visitor(portal).signIn(forged.email)).toMatchObject(closed);
    const bindings = (await auditTrail(there, machine, "settings", "settings")).filter(
      ({ changedFields }) => changedFields[0] === "rowsAreBound",
    );
    expect(bindings).toHaveLength(1);

    // Whoever writes to the database cannot have accounts bound again, not even with the settings of before.
    await past(portal, `update person set row_hash = null where id = '${owner.id}'`);
    for (const settings of [null, old]) {
      if (settings) await portal.database.write((writer) => updateRow(writer, "settings", "settings", settings));
      expect((await closedAccounts(await openForTest(site.environment))).toSorted()).toEqual(
        [forged.id, owner.id].toSorted(),
      );
    }
  });
});

/** Makes the rows as version 1.0 has left them. Returns the settings. */
async function asOfVersion1(portal: OpenPortal) {
  const row = await portal.database.find(settingsRow, []);
  if (!row) throw new Error("there are no settings");
  const sealed = sealedSettings.seal(await keyOfSettings(portal), row, settingsIn(portal, row));
  await portal.database.write((writer) => updateRow(writer, "settings", "settings", { sealed }));
  await past(portal, "update person set ways = null, row_hash = null");
  for (const table of boundTables) await past(portal, `update ${table} set row_hash = null`);
  return { ...row, sealed };
}

accountTestOn("sqlite")("a new SECRET binds what is whole again, and names what is not", async ({ site, owner }) => {
  const forged = await member(site);
  await past(site.portal, `update person set name = 'Somebody' where id = '${forged.id}'`);
  const fresh = "n".repeat(40);
  const both = await openForTest({ ...site.environment, SECRET: `${fresh},${site.environment["SECRET"] ?? ""}` });
  expect((await rotateKeys(both, machine)).broken).toEqual([`person ${forged.id}`]);
  const alone = await openForTest({ ...site.environment, SECRET: fresh });
  expect(await verifyRows(alone)).toEqual([`person ${forged.id}`]);
  expect(await new Visitor(alone).signIn(owner.email)).toMatchObject({ next: "signed-in" });
});
