import { sql } from "kysely";
import { describe, expect } from "vitest";
import { auditTrail } from "../support/audit-trail.ts";
import { changeRole, deleteAccount, suspendAccount } from "#operations/accounts/manage-accounts.ts";
import {
  invitePerson,
  listInvitations,
  readInvitation,
  acceptInvitation,
  withdrawInvitation,
} from "#operations/accounts/invitations.ts";
import { readAccount } from "#operations/accounts/read-accounts.ts";
import { mailRow, sealedMail } from "#operations/mails/mail-queue.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { newDataKey } from "#sealing/data-keys.ts";
import { openKeyring } from "#sealing/keyring.ts";
import { seal } from "#sealing/seal.ts";
import type { MailRow } from "#storage/database/mails.ts";
import { hashesDuring } from "../support/accounts/hashes-during.ts";
import { engines, sharedTest, testOn } from "../support/portals.ts";
import {
  freshAdmin,
  freshEmail,
  freshAccount,
  goodPassword,
  openSession,
  registered,
  sentInvitation,
  sessionsOf,
} from "../support/accounts/fresh-accounts.ts";
import { bindAgain, changeRows } from "../support/change-rows.ts";

const hourMs = 60 * 60 * 1000;
const form = (token: string) => ({ token, name: "Nadia Newcomer", password: goodPassword });
const ended = { id: "link-ended" };
const refused = { id: "not-allowed" };

/** Returns all columns of all tables. Sealed values stay sealed. */
async function stored({ database: { engine, read } }: Portal): Promise<string> {
  const tables =
    engine === "sqlite"
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
      : sql<{
          name: string;
        }>`select table_name as name from information_schema.tables where table_schema = current_schema()`;
  const { rows: names } = await tables.execute(read);
  return JSON.stringify(
    await Promise.all(names.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(read))),
  );
}

const openMail = ({ keyring }: Portal, row: MailRow) => sealedMail.openRow(keyring, row);

describe.each(engines)("invitations on %s", (engine) => {
  const test = testOn(engine);
  test("create a confirmed account with their role, once, and are audited", async ({ portal, admin }) => {
    const email = freshEmail();
    const sent = await sentInvitation(portal, admin, { email: ` ${email.toUpperCase()} `, role: "moderator" });
    expect(sent).toMatchObject({ to: email, role: "moderator", invitedBy: "Amina Admin" });
    expect(await readInvitation(portal, sent.token)).toEqual({ email, role: "moderator" });
    expect(await acceptInvitation(portal, form(sent.token))).toEqual({ email, role: "moderator" });
    const member = await readAccount(portal, admin, { email });
    expect(member).toMatchObject({ role: "moderator", confirmed: true, name: "Nadia Newcomer" });
    await expect(acceptInvitation(portal, form(sent.token))).rejects.toMatchObject(ended);
    expect(await readInvitation(portal, sent.token)).toBeNull();
    const [event] = await auditTrail(portal, admin, "staff", member.id);
    expect(event).toMatchObject({ action: "invitation-taken", details: { role: { from: null, to: "moderator" } } });
  });

  test("and everything else that contains an address are deleted with the account of that address", async ({
    portal,
    admin,
  }) => {
    const [email, other] = [freshEmail(), freshEmail()];
    const { token } = await sentInvitation(portal, admin, { email, role: "moderator" });
    await acceptInvitation(portal, form(token));
    const { id } = await readAccount(portal, admin, { email });
    await invitePerson(portal, admin, { email, role: "student" });
    const visitor = { headers: new Headers(), clientAddress: "203.0.113.9" };
    for (const address of [email, other]) {
      const wrong = portal.accounts.signIn(visitor, { email: address, password: "wrong tulip nine oboe" });
      await expect(wrong).rejects.toMatchObject({ id: "wrong-credentials" });
      await portal.accounts.askForReset(visitor, { email: address });
      await portal.accountMails.passwordChanged({ email: address, name: "" });
    }
    const [name = ""] = email.split("@");
    expect(await stored(portal)).toContain(name);
    await deleteAccount(portal, admin, { id });
    expect(await stored(portal)).not.toContain(name);
    const mails = await portal.database.read.selectFrom("mail").selectAll().execute();
    expect(mails.map((row) => openMail(portal, row))).toEqual([expect.objectContaining({ to: other })]);
  });

  test("deleting an account deletes any number of its queued mails, except those sealed under another secret", async ({
    portal,
    admin,
  }) => {
    const email = freshEmail();
    const { id } = await registered(portal, email);
    const mine = { to: email, senderName: "Agency", subject: "Hello", text: "" };
    const other = { ...mine, to: freshEmail() };
    const foreign = { keyring: openKeyring(["x".repeat(40)]), now: portal.now };
    const rows = Array.from({ length: 450 }, (_, at) => mailRow(portal, at % 10 === 0 ? other : mine));
    const stays = mailRow(foreign, mine);
    await portal.database.write((writer) =>
      writer
        .insertInto("mail")
        .values([...rows, stays])
        .execute(),
    );
    await deleteAccount(portal, admin, { id });
    const left = await portal.database.read.selectFrom("mail").select("id").execute();
    const expected = [...rows.filter((_, at) => at % 10 === 0), stays].map((row) => row.id);
    expect(new Set(left.map((row) => row.id))).toEqual(new Set(expected));
  });
});

// One engine is enough: these queries are the same on both.
describe("invitations", () => {
  const test = testOn("sqlite");

  test("end after 48 hours", async ({ portal }) => {
    const { token } = await sentInvitation(portal, await freshAdmin(portal), { email: freshEmail(), role: "student" });
    const in48Hours = portal.now() + 48 * hourMs;
    expect(await readInvitation({ ...portal, now: () => in48Hours - hourMs }, token)).not.toBeNull();
    await expect(acceptInvitation({ ...portal, now: () => in48Hours }, form(token))).rejects.toMatchObject(ended);
  });

  test("deleting an account fails if a queued mail cannot be parsed", async ({ portal, admin }) => {
    const { id } = await registered(portal, freshEmail());
    const row = mailRow(portal, { to: freshEmail(), senderName: "Agency", subject: "Hello", text: "" });
    const { key, wrapped } = newDataKey(portal.keyring, row.id);
    const strange = { ...row, wrapped_key: wrapped, sealed: seal(key, `mail/${row.id}`, Buffer.from("not JSON")) };
    await portal.database.write((writer) => writer.insertInto("mail").values(strange).execute());
    await expect(deleteAccount(portal, admin, { id })).rejects.toThrow(SyntaxError);
  });

  test("are replaced by a newer one to the same address, in upper or lower case", async ({ portal, admin }) => {
    const older = await sentInvitation(portal, admin, { email: "New@Agency.Example", role: "admin" });
    const newer = await sentInvitation(portal, admin, { email: "new@agency.example", role: "student" });
    await expect(acceptInvitation(portal, form(older.token))).rejects.toMatchObject(ended);
    expect(await acceptInvitation(portal, form(newer.token))).toMatchObject({ role: "student" });
  });

  test("are stored without a token that could be used", async ({ portal }) => {
    const { token } = await sentInvitation(portal, await freshAdmin(portal), { email: freshEmail(), role: "admin" });
    const [row] = await portal.database.read.selectFrom("invitation").selectAll().execute();
    expect(Buffer.from(JSON.stringify(row)).includes(token)).toBe(false);
    expect(await readInvitation(portal, Buffer.from(row?.token_hash ?? "").toString("base64url"))).toBeNull();
    expect(await readInvitation(portal, Buffer.from(row?.token_hash ?? "").toString("hex"))).toBeNull();
  });

  test.for([
    ["an existing account keeps its data and gets the role", "moderator", "admin", "admin"],
    ["an existing account keeps its role if that is higher than the invitation's", "admin", "student", "admin"],
  ] as const)("%s", async ([, has, invitedAs, gets], { portal, admin }) => {
    const email = freshEmail();
    const { id } = await freshAccount(portal, has, email);
    await openSession(portal, id);
    const { token } = await sentInvitation(portal, admin, { email, role: invitedAs });
    expect(await acceptInvitation(portal, form(token))).toEqual({ email, role: gets });
    expect(await readAccount(portal, admin, { email })).toMatchObject({ id, role: gets, name: "Sadia Student" });
    expect(await sessionsOf(portal, id)).toBe(0);
  });

  test("do not lift a suspension, and end when their author is suspended, deleted or no longer an admin", async ({
    portal,
    admin,
  }) => {
    const leaving = [await freshAdmin(portal), await freshAdmin(portal), await freshAdmin(portal)] as const;
    const written = await Promise.all(
      leaving.map((writer) => sentInvitation(portal, writer, { email: freshEmail(), role: "admin" })),
    );
    await changeRole(portal, admin, { id: leaving[0].id, role: "moderator" });
    await deleteAccount(portal, admin, leaving[1]);
    await suspendAccount(portal, admin, leaving[2]);
    for (const { token } of written) await expect(acceptInvitation(portal, form(token))).rejects.toMatchObject(ended);

    const [suspended, gone] = [freshEmail(), freshEmail()];
    const before = await sentInvitation(portal, admin, { email: suspended, role: "moderator" });
    await suspendAccount(portal, admin, await freshAccount(portal, "moderator", suspended));
    await expect(acceptInvitation(portal, form(before.token))).rejects.toMatchObject(ended);
    const old = await sentInvitation(portal, admin, { email: gone, role: "moderator" });
    await deleteAccount(portal, admin, await freshAccount(portal, "moderator", gone));
    await expect(acceptInvitation(portal, form(old.token))).rejects.toMatchObject(ended);
    const after = await sentInvitation(portal, admin, { email: suspended, role: "moderator" });
    await acceptInvitation(portal, form(after.token));
    expect(await readAccount(portal, admin, { email: suspended })).toMatchObject({ suspended: true });
  });

  test("require a name and a strong password, and ignore other fields of the form", async ({ portal, admin }) => {
    const { token } = await sentInvitation(portal, admin, { email: "nadia@agency.example", role: "student" });
    const given = { token, role: "admin", email: "other@agency.example", id: admin.id, email_confirmed: 1 };
    await expect(acceptInvitation(portal, { ...given, name: "", password: goodPassword })).rejects.toMatchObject({
      fields: { name: "required" },
    });
    await expect(acceptInvitation(portal, { ...given, name: "N", password: "short" })).rejects.toMatchObject({
      fields: { password: "password-short" },
    });
    await expect(
      acceptInvitation(portal, { ...given, name: "N", password: "nadia@agency.example" }),
    ).rejects.toMatchObject({
      fields: { password: "password-personal" },
    });
    await acceptInvitation(portal, { ...given, name: "N", password: goodPassword });
    expect(await readAccount(portal, admin, { email: "nadia@agency.example" })).toMatchObject({ role: "student" });
    await expect(acceptInvitation(portal, null)).rejects.toMatchObject({ id: "invalid" });
    await expect(acceptInvitation(portal, { ...given, token: [token] })).rejects.toMatchObject({ id: "invalid" });
  });

  test("are mailed to one mailbox three times an hour at most, however its address is spelt", async ({ portal }) => {
    const admin = await freshAdmin(portal);
    const [name, host] = freshEmail().split("@");
    const invites = (email: string) => invitePerson(portal, admin, { email, role: "student" });
    for (const part of ["", "+1", "+two"]) await invites(`${name}${part}@${host}`);
    await expect(invites(`${name}+3@${host}`)).rejects.toMatchObject({ id: "too-many-requests" });
    await invites(freshEmail());
  });

  test("cost at most ten password hashes if one is accepted 100 times at once", async ({ portal }) => {
    const { token } = await sentInvitation(portal, await freshAdmin(portal), { email: freshEmail(), role: "student" });
    const hashes = await hashesDuring(async () => {
      const taken = await Promise.allSettled(Array.from({ length: 100 }, () => acceptInvitation(portal, form(token))));
      expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(taken).toContainEqual({
        status: "rejected",
        reason: expect.objectContaining({ id: "too-many-requests" }),
      });
    });
    expect(hashes).toBeLessThanOrEqual(10);
  });

  test("are listed until they are accepted or withdrawn", async ({ portal, admin }) => {
    const [kept, withdrawn, taken] = [freshEmail(), freshEmail(), freshEmail()];
    const open = async () => {
      const listed = await listInvitations(portal, admin);
      return listed.filter(({ email }) => [kept, withdrawn, taken].includes(email));
    };
    const { token } = await sentInvitation(portal, admin, { email: taken, role: "student" });
    await acceptInvitation(portal, form(token));
    const ofOther = await sentInvitation(portal, admin, { email: withdrawn, role: "moderator" });
    expect(await invitePerson(portal, admin, { email: kept, role: "admin" })).toMatchObject({
      email: kept,
      role: "admin",
    });
    const listed = await open();
    expect(listed.map(({ email }) => email).toSorted()).toEqual([kept, withdrawn].toSorted());
    const { id = "" } = listed.find(({ email }) => email === withdrawn) ?? {};
    await expect(withdrawInvitation(portal, await freshAccount(portal, "moderator"), { id })).rejects.toMatchObject(
      refused,
    );
    await withdrawInvitation(portal, admin, { id });
    expect((await open()).map(({ email }) => email)).toEqual([kept]);
    expect(await readInvitation(portal, ofOther.token)).toBeNull();
    expect(await auditTrail(portal, admin, "staff", id)).toContainEqual(
      expect.objectContaining({
        action: "invitation-withdrawn",
        details: { email: { from: withdrawn, to: null } },
      }),
    );
    for (const gone of [id, "\0"]) {
      await expect(withdrawInvitation(portal, admin, { id: gone })).rejects.toMatchObject({ id: "not-found" });
    }
  });

  test("that expired are deleted by the sweep", async ({ portal, admin }) => {
    const [open, old] = [freshEmail(), freshEmail()];
    for (const email of [open, old]) await invitePerson(portal, admin, { email, role: "student" });
    const expires_at = portal.now();
    await changeRows(portal, "invitation", { expires_at }, { email: old });
    await portal.accounts.sweep();
    const left = await portal.database.read.selectFrom("invitation").select("email").execute();
    expect(left.map(({ email }) => email)).toEqual([open]);
  });

  test("an unconfirmed account loses the sign-in methods of the person who made it", async ({ portal, admin }) => {
    const email = freshEmail();
    const { id } = await registered(portal, email);
    const at = portal.now();
    await portal.database.write(async (writer) => {
      const method = { id: "google-of-a-fraud", person_id: id, provider: "google", provider_account: "1" };
      await writer
        .insertInto("sign_in_method")
        .values({ ...method, password_hash: null, added_at: at, changed_at: at })
        .execute();
    });
    await bindAgain(portal);
    const { token } = await sentInvitation(portal, admin, { email, role: "moderator" });
    await acceptInvitation(portal, form(token));
    const ways = await portal.database.read
      .selectFrom("sign_in_method")
      .select("provider")
      .where("person_id", "=", id)
      .execute();
    expect(ways).toEqual([{ provider: "credential" }]);
    expect(await readAccount(portal, admin, { id })).toMatchObject({ name: "Nadia Newcomer", confirmed: true });
  });
});

sharedTest.sqlite.for([
  [{ email: "not an address", role: "moderator" }, { email: "email-format" }],
  [{ email: ["a@b.example"], role: "moderator" }, { email: "email-format" }],
  [{ email: "a@b.example\nBcc: all@b.example", role: "moderator" }, { email: "email-format" }],
  [{ email: "a@b.example", role: "owner" }, { role: "unknown-choice" }],
  [{}, { email: "required", role: "unknown-choice" }],
  [null, { body: "unknown-choice" }],
] as const)("no invitation is created for %j", async ([given, fields], { portal, admin }) => {
  await expect(invitePerson(portal, admin, given)).rejects.toMatchObject({ id: "invalid", fields });
});
