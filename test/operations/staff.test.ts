import { describe, expect } from "vitest";
import { type Actor, type AccountActor, system } from "#core/accounts/actor.ts";
import type { Role } from "#core/accounts/roles.ts";
import { isPortalError } from "#core/errors.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { readRecord } from "#operations/records/read-record.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { beginRun } from "#operations/bulk/begin-run.ts";
import { addClass } from "#operations/classes/manage-class.ts";
import { addPost } from "#operations/posts/publish-post.ts";
import { deleteRecord, unhideRecord } from "#operations/records/change-record.ts";
import { noteUse } from "#operations/portal/still-signed-in.ts";
import { makeApiKey, readApiKeys } from "#operations/accounts/api-keys.ts";
import { byProvider } from "#operations/accounts/change-accounts.ts";
import { invitePerson } from "#operations/accounts/invitations.ts";
import {
  changeRole,
  confirmAccount,
  deleteAccount,
  restoreAccount,
  suspendAccount,
  endSessionsOf,
} from "#operations/accounts/manage-accounts.ts";
import { listAccounts, readAccount } from "#operations/accounts/read-accounts.ts";
import { verifyAudit } from "#operations/upkeep/verify.ts";
import { admin as madeUpAdmin } from "../support/accounts/people.ts";
import { facts } from "../support/classes.ts";
import { uploaded } from "../support/documents.ts";
import { addTestRecord } from "../support/records.ts";
import { engines, testOn } from "../support/portals.ts";
import {
  freshAdmin,
  freshEmail,
  freshAccount,
  goodPassword,
  openSession,
  otherPassword,
  registered,
  sessionsOf,
} from "../support/accounts/fresh-accounts.ts";

const actionsOn = async (portal: Portal, actor: AccountActor, id: string) =>
  (await auditTrail(portal, actor, "staff", id)).map(({ action, details }) => [action, details]);

describe.each(engines)("staff on %s", (engine) => {
  const test = testOn(engine);
  describe("roles", () => {
    test("are given only to confirmed people, whose sessions end, and are audited", async ({ portal, admin }) => {
      const { id } = await registered(portal);
      await expect(changeRole(portal, admin, { id, role: "moderator" })).rejects.toMatchObject({ id: "not-confirmed" });
      expect(await confirmAccount(portal, admin, { id })).toMatchObject({ modified: 1 });
      expect(await confirmAccount(portal, admin, { id })).toEqual({ modified: 0, link: null });
      await openSession(portal, id);
      const changed = await changeRole(portal, admin, { id, role: "moderator" });
      expect(changed).toMatchObject({ modified: 1, member: { id, role: "moderator", name: "Sadia Student" } });
      expect(await sessionsOf(portal, id)).toBe(0);
      await openSession(portal, id);
      expect(await changeRole(portal, admin, { id, role: "moderator" })).toMatchObject({ modified: 0 });
      expect(await sessionsOf(portal, id)).toBe(1);
      expect(await readAccount(portal, admin, { id })).toMatchObject({ role: "moderator", confirmed: true });
      expect(await actionsOn(portal, admin, id)).toEqual([
        ["staff-confirmed", { confirmed: { from: false, to: true } }],
        ["role-changed", { role: { from: "student", to: "moderator" } }],
      ]);
      expect((await verifyAudit(portal)).brokenAt).toBeNull();
    });
  });

  test("what was begun with a session or key that has ended since is not done", async ({ portal, admin }) => {
    const own = await freshAdmin(portal);
    const { id } = await addTestRecord(portal, admin);
    const run = await askForRun(portal, own, "hide", { ids: [id] });
    const images = [await uploaded(portal, admin), await uploaded(portal, admin)];
    const { id: session } = await openSession(portal, own.id);
    await makeApiKey(portal, own, { name: "Import", scope: "write", days: "30" });
    const [key] = await readApiKeys(portal, own);
    const begun: Record<string, (actor: AccountActor) => Promise<unknown>> = {
      "a new record": (actor) => addTestRecord(portal, actor),
      "a change of a record": (actor) => unhideRecord(portal, actor, { id }),
      "a post": (actor) => addPost(portal, actor, { title: "News", text: "Come in.", images }),
      "a class": (actor) => addClass(portal, actor, facts),
      "a run": (actor) => beginRun(portal, actor, run.id),
      "an invitation": (actor) => invitePerson(portal, actor, { email: freshEmail(), role: "student" }),
    };
    const outcomes = (sessionOrKey: string) =>
      Promise.all(
        Object.entries(begun).map(([what, begin]) =>
          begin({ ...own, sessionOrKey }).then(
            () => `${what}: done`,
            (error: unknown) => `${what}: ${isPortalError(error) && error.id}`,
          ),
        ),
      );
    const each = (outcome: string) => Object.keys(begun).map((what) => `${what}: ${outcome}`);
    expect(await noteUse(portal, { ...own, sessionOrKey: session })).toBe(true);
    await endSessionsOf(portal, admin, own);
    for (const sessionOrKey of [session, key?.id ?? ""]) {
      expect(await outcomes(sessionOrKey)).toEqual(each("not-signed-in"));
      expect(await noteUse(portal, { ...own, sessionOrKey })).toBe(false);
    }
    expect(await outcomes((await openSession(portal, own.id)).id)).toEqual(each("done"));
  });

  test("a deleted account leaves its records, and nothing with which to sign in", async ({ portal, admin }) => {
    const moderator = await freshAccount(portal, "moderator");
    await openSession(portal, moderator.id);
    const added = await addTestRecord(portal, moderator);
    expect(await deleteAccount(portal, admin, moderator)).toEqual({ deleted: 1 });
    await expect(deleteAccount(portal, admin, moderator)).rejects.toMatchObject({ id: "not-found" });
    expect((await readRecord(portal, admin, added.id)).addedBy).toBe(moderator.id);
    for (const table of ["session", "sign_in_method", "staff"] as const) {
      const left = await portal.database.read
        .selectFrom(table)
        .select("person_id")
        .where("person_id", "=", moderator.id)
        .execute();
      expect(left).toEqual([]);
    }
    expect((await actionsOn(portal, admin, moderator.id)).at(-1)).toEqual([
      "staff-deleted",
      { role: { from: "moderator", to: null }, departure: { from: null, to: "suspected" } },
    ]);
  });

  test("an admin can end the sessions of an account", async ({ portal, admin }) => {
    const { id } = await freshAccount(portal, "moderator");
    await openSession(portal, id);
    await openSession(portal, id);
    expect(await endSessionsOf(portal, admin, { id })).toEqual({ ended: 2 });
    expect(await endSessionsOf(portal, admin, { id })).toEqual({ ended: 0 });
  });

  describe("the list", () => {
    test("shows all accounts to admins, page by page, and finds them by a part of name or address", async ({
      portal,
    }) => {
      const admin = await freshAdmin(portal, "amina@agency.example");
      const people = [admin.id];
      for (const email of ["one_a@x.example", "one%a@x.example", "oneXa@x.example".toLowerCase()]) {
        people.push((await registered(portal, email)).id);
      }
      const first = await listAccounts(portal, admin, { limit: 3 });
      const second = await listAccounts(portal, admin, { limit: 3, cursor: first.next ?? "" });
      expect([...first.members, ...second.members].map(({ id }) => id).toSorted()).toEqual(people.toSorted());
      expect([first.members.length, second.next]).toEqual([3, null]);
      const found = async (search: string) =>
        (await listAccounts(portal, admin, { search })).members.map(({ email }) => email);
      expect(await found("AMINA@")).toEqual(["amina@agency.example"]);
      await openSession(portal, admin.id);
      await openSession(portal, admin.id);
      const [shown] = (await listAccounts(portal, admin, { search: "amina@" })).members;
      expect(shown).toMatchObject({ sessions: 2, passkeys: 0, hasCodes: false });
      expect(await found("sadia")).toHaveLength(3);
      expect(await found("one_a")).toEqual(["one_a@x.example"]);
      expect(await found("one%a")).toEqual(["one%a@x.example"]);
      expect(await found("\\")).toEqual([]);
      expect(await found("' or ''='")).toEqual([]);
    });
  });
});

// One engine is enough: these queries are the same on both.
describe("staff", () => {
  const test = testOn("sqlite");
  describe("roles", () => {
    test("an email that an admin confirms leaves no password of whoever registered it; a new link sets one", async ({
      portal,
      admin,
    }) => {
      const { id } = await registered(portal);
      const { email } = await readAccount(portal, admin, { id });
      await openSession(portal, id);
      const unproved = confirmAccount(portal, { ...admin, mustProveAgain: true }, { id });
      await expect(unproved).rejects.toMatchObject({ id: "prove-again" });
      const { link } = await confirmAccount(portal, admin, { id });
      expect(await sessionsOf(portal, id)).toBe(0);
      const ofEnvironment = { host: "mail.example", transport: { ...portal.mail.files, keepsMails: false } };
      const mailing = { ...portal, mail: { ...portal.mail, ofEnvironment } };
      const other = await registered(portal);
      expect(await confirmAccount(mailing, admin, other)).toEqual({ modified: 1, link: null });
      const caller = { headers: new Headers(), clientAddress: "192.0.2.1" };
      const signIn = (password: string) => portal.accounts.signIn(caller, { email, password });
      await expect(signIn(goodPassword)).rejects.toMatchObject({ id: "wrong-credentials" });
      const token = new URL(link ?? "").searchParams.get("token");
      await portal.accounts.resetPassword(caller, { token, password: otherPassword });
      expect(await signIn(otherPassword)).toMatchObject({ next: "signed-in" });
    });

    test("are one of three known roles", async ({ portal, admin }) => {
      const { id } = await freshAccount(portal, "moderator");
      for (const role of ["owner", "", "ADMIN", "__proto__", null, ["admin"]]) {
        const given = changeRole(portal, admin, { id, role: role as Role });
        await expect(given, String(role)).rejects.toMatchObject({ id: "invalid" });
      }
    });

    test("can be given only by a person who is still an admin", async ({ portal, admin }) => {
      const former = await freshAdmin(portal);
      const moderator = await freshAccount(portal, "moderator");
      const { id } = await freshAccount(portal, "student");
      const giving = (actor: Actor) => changeRole(portal, actor, { id, role: "moderator" });
      await expect(giving({ ...moderator, role: "admin" })).rejects.toMatchObject({ id: "not-allowed" });
      // No account ever had this id.
      await expect(giving(madeUpAdmin)).rejects.toMatchObject({ id: "not-allowed" });
      await changeRole(portal, admin, { id: former.id, role: "student" });
      await expect(giving(former)).rejects.toMatchObject({ id: "not-allowed" });
      await expect(invitePerson(portal, former, { email: freshEmail(), role: "admin" })).rejects.toMatchObject({
        id: "not-allowed",
      });
      expect((await readAccount(portal, admin, { id })).role).toBe("student");
    });

    test("of an unknown id are not found", async ({ portal, admin }) => {
      for (const id of ["nobody", "", "' or 1=1 --", "x".repeat(100_000), "a\0b", "%", "\uD800"]) {
        await expect(changeRole(portal, admin, { id, role: "admin" }), id).rejects.toMatchObject({ id: "not-found" });
        await expect(deleteAccount(portal, admin, { id }), id).rejects.toMatchObject({ id: "not-found" });
        await expect(suspendAccount(portal, admin, { id }), id).rejects.toMatchObject({ id: "not-found" });
      }
    });
  });

  test("the id of a record is not the id of an account, and vice versa", async ({ portal, admin }) => {
    const added = await addTestRecord(portal);
    await expect(deleteAccount(portal, admin, { id: added.id })).rejects.toMatchObject({ id: "not-found" });
    await expect(deleteRecord(portal, admin, { id: admin.id })).rejects.toMatchObject({ id: "not-found" });
  });

  test("a suspended account cannot sign in until it is restored with the same role", async ({ portal, admin }) => {
    const { id } = await freshAccount(portal, "moderator");
    await openSession(portal, id);
    expect(await suspendAccount(portal, admin, { id })).toEqual({ modified: 1 });
    expect(await suspendAccount(portal, admin, { id })).toEqual({ modified: 0 });
    expect(await sessionsOf(portal, id)).toBe(0);
    expect(await readAccount(portal, admin, { id })).toMatchObject({ suspended: true, role: "moderator" });
    expect(await restoreAccount(portal, admin, { id })).toEqual({ modified: 1 });
    expect(await restoreAccount(portal, admin, { id })).toEqual({ modified: 0 });
    expect(await readAccount(portal, admin, { id })).toMatchObject({ suspended: false, role: "moderator" });
    // An account that never had a role has no row in the table of roles.
    const student = await registered(portal);
    expect(await suspendAccount(portal, admin, student)).toEqual({ modified: 1 });
    expect(await readAccount(portal, admin, student)).toMatchObject({ suspended: true, role: "student" });
  });

  test("a change of an account, and what cannot be undone, needs a recent proof", async ({ portal }) => {
    const admin: AccountActor = { ...(await freshAdmin(portal)), mustProveAgain: true };
    const other = await freshAccount(portal, "moderator");
    const added = await addTestRecord(portal, other);
    const attempts = [
      () => changeRole(portal, admin, { id: other.id, role: "admin" }),
      () => deleteAccount(portal, admin, other),
      () => suspendAccount(portal, admin, other),
      () => restoreAccount(portal, admin, other),
      () => endSessionsOf(portal, admin, other),
      () => invitePerson(portal, admin, { email: freshEmail(), role: "admin" }),
      () => deleteRecord(portal, admin, { id: added.id }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ id: "prove-again", status: 403 });
  });

  describe("the list", () => {
    test("is refused with an invented cursor or limit", async ({ portal, admin }) => {
      await expect(listAccounts(portal, admin, { cursor: "x" })).rejects.toMatchObject({ id: "invalid" });
      await expect(listAccounts(portal, admin, { limit: Number.NaN })).rejects.toMatchObject({ id: "invalid" });
      await expect(listAccounts(portal, admin, { limit: 501 })).rejects.toMatchObject({ id: "invalid" });
    });
  });

  describe("the last admin", () => {
    test("can be deleted by the site itself; then providers still lower others", async ({ portal, admin }) => {
      const { id } = await freshAccount(portal, "moderator");
      const lowered = changeRole(portal, byProvider, { id: admin.id, role: "student" });
      await expect(lowered).rejects.toMatchObject({ id: "last-admin" });
      expect(await deleteAccount(portal, system("restore"), admin)).toEqual({ deleted: 1 });
      expect(await changeRole(portal, byProvider, { id, role: "student" })).toMatchObject({ modified: 1 });
    });

    test("cannot be demoted, deleted or suspended", async ({ portal, admin }) => {
      const { id } = admin;
      await freshAccount(portal, "moderator");
      const attempts = [
        () => changeRole(portal, admin, { id, role: "moderator" }),
        () => changeRole(portal, admin, { id, role: "student" }),
        () => deleteAccount(portal, admin, { id }),
        () => suspendAccount(portal, admin, { id }),
      ];
      for (const attempt of attempts) {
        await expect(attempt()).rejects.toMatchObject({ id: "last-admin", status: 409 });
      }
      expect(await readAccount(portal, admin, { id })).toMatchObject({ role: "admin", suspended: false });
      expect(await actionsOn(portal, admin, id)).toHaveLength(1);
    });

    test("counts as the last one even if others are suspended admins", async ({ portal }) => {
      const [admin, other] = [await freshAdmin(portal), await freshAdmin(portal)];
      await suspendAccount(portal, admin, other);
      await expect(deleteAccount(portal, admin, admin)).rejects.toMatchObject({ id: "last-admin" });
      await restoreAccount(portal, admin, other);
      expect(await deleteAccount(portal, admin, admin)).toEqual({ deleted: 1 });
    });
  });
});
