import { describe, expect } from "vitest";
import { type AccountActor, system } from "#core/accounts/actor.ts";
import { dayMs, hourMs } from "#core/durations.ts";
import { acceptInvitation, invitePerson, listInvitations } from "#operations/accounts/invitations.ts";
import {
  changeRole,
  deleteAccount,
  resetFactors,
  restoreAccount,
  suspendAccount,
} from "#operations/accounts/manage-accounts.ts";
import { readAccount } from "#operations/accounts/read-accounts.ts";
import { readAudit } from "#operations/audit/read-audit.ts";
import { addOrganisation } from "#operations/desk/organisations.ts";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { readRun } from "#operations/bulk/read-run.ts";
import { agreeToChange, applyDueChanges, readHeldChanges, refuseChange } from "#operations/decisions/decide-change.ts";
import { changeMailServer } from "#operations/settings/change-mail-server.ts";
import { whyNotSecond } from "#operations/held-changes/second-person.ts";
import { waitingMails } from "#operations/mails/mail-queue.ts";
import { mailServerIn } from "#operations/mails/mail-server.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { decideOnRecord } from "#operations/records/change-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings, versionedSettings } from "#operations/portal/current-settings.ts";
import { verifyAudit } from "#operations/upkeep/verify.ts";
import type { Settings } from "#core/settings/settings.ts";
import type { Engine } from "#storage/database/database.ts";
import { settingsRow } from "#storage/database/settings.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { freshAccount, freshAdmin, freshEmail, goodPassword, openSession } from "../support/accounts/fresh-accounts.ts";
import { embassy, personOf } from "../support/organisations.ts";
import { addTestRecord } from "../support/records.ts";
import { engines, later, testOn } from "../support/portals.ts";
import { changeRows } from "../support/change-rows.ts";

const machine = system("test");
const held = { id: "waits", status: 409 };
const refused = { id: "not-allowed" };

/** A site under the four-eyes rule with two admins. `one` is the person who attacks. */
const testWithEyes = (engine: Engine) =>
  testOn(engine)
    .extend("one", async ({ portal }) => {
      await changeSettings(portal, machine, { change: { fourEyes: true } });
      return freshAdmin(portal);
    })
    .extend("other", async ({ portal }) => freshAdmin(portal));

async function mailsTo(portal: Portal, email: string): Promise<string[]> {
  const texts: string[] = [];
  for await (const mails of waitingMails(portal))
    texts.push(...mails.filter(({ to }) => to === email).map(({ text }) => text));
  return texts;
}

const emailOf = async (portal: Portal, { id }: { id: string }) => (await readAccount(portal, machine, { id })).email;

/** The only change that waits. */
async function waiting(portal: Portal, actor: AccountActor) {
  const changes = await readHeldChanges(portal, actor);
  expect(changes).toHaveLength(1);
  return { id: "", mayAgree: false, ...changes[0] };
}

/** The newcomer's account, after `by` agreed to the invitation of `inviter`. */
async function secondSelf(portal: Portal, inviter: AccountActor, by: AccountActor): Promise<AccountActor> {
  const email = freshEmail();
  await expect(invitePerson(portal, inviter, { email, role: "admin" })).rejects.toMatchObject(held);
  await agreeToChange(portal, by, await waiting(portal, by));
  const [text = ""] = await mailsTo(portal, email);
  const token = /token=([\w-]+)/.exec(text)?.[1] ?? "";
  await acceptInvitation(portal, { token, name: "Nadia Newcomer", password: goodPassword });
  return { kind: "account", id: (await readAccount(portal, machine, { email })).id, role: "admin" };
}

describe("under the four-eyes rule,", () => {
  const test = testWithEyes("sqlite");

  test("a second self needs another admin, and approves nothing of the first for seven days", async ({
    portal,
    one,
    other,
  }) => {
    const email = freshEmail();
    const inviting = invitePerson(portal, one, { email, role: "admin" });
    await expect(inviting).rejects.toMatchObject({ ...held, until: expect.any(Number) });
    await expect(invitePerson(portal, other, { email, role: "admin" })).rejects.toMatchObject(held);
    // In another role, it is another change: whoever asks is not told that theirs waits.
    const inAnotherRole = invitePerson(portal, other, { email, role: "moderator" });
    await expect(inAnotherRole).rejects.toMatchObject({ id: "stale" });
    expect(await listInvitations(portal, one)).toEqual([]);
    expect(await mailsTo(portal, email)).toEqual([]);
    const change = await waiting(portal, one);
    expect(change).toMatchObject({ askedBy: "Amina Admin", isOwn: true, mayAgree: false });
    await expect(agreeToChange(portal, one, change)).rejects.toMatchObject(refused);
    await refuseChange(portal, other, change);
    expect(await readHeldChanges(portal, other)).toEqual([]);

    const record = await addTestRecord(portal, one);
    const self = await secondSelf(portal, one, other);
    await expect(decideOnRecord(portal, self, record, "approve")).rejects.toMatchObject(refused);
    await expect(decideOnRecord(portal, self, { ...record, expectedVersion: 1 }, "toggle")).rejects.toMatchObject(
      refused,
    );
    const run = await askForRun(portal, self, "approve", { ids: [record.id] });
    expect((await readRun(portal, self, run.id)).counts).toMatchObject({ all: 1, own: 1 });
    // Neither are the two a pair for other changes, nor is somebody whom the second self brings in.
    for (const [asker, partner] of [
      [one, self],
      [self, one],
    ] as const) {
      await expect(deleteAccount(portal, asker, other)).rejects.toMatchObject(held);
      await expect(agreeToChange(portal, partner, await waiting(portal, partner))).rejects.toMatchObject(refused);
      await refuseChange(portal, other, await waiting(portal, other));
    }
    const third = await secondSelf(portal, self, other);
    await expect(decideOnRecord(portal, third, record, "approve")).rejects.toMatchObject(refused);
    expect((await decideOnRecord(later(portal, 7 * dayMs + hourMs), self, record, "approve")).modified).toBe(1);
    const of = await addTestRecord(portal, other);
    expect((await decideOnRecord(portal, self, of, "approve")).modified).toBe(1);
    const [event] = (await readAudit(portal, other, { by: self.id })).events;
    expect(event?.by).toMatchObject({ name: "Nadia Newcomer", roleFrom: "Amina Admin" });
    // The tie to who brought in the second self outlives that.
    await deleteAccount(portal, { ...other, isReleased: true }, { id: self.id, why: "left" });
    const another = await addTestRecord(portal, one);
    await expect(decideOnRecord(portal, third, another, "approve")).rejects.toMatchObject(refused);
  });

  test("one admin changes no other, and every admin is told by mail, also those who are suspended", async ({
    portal,
    one,
    other,
  }) => {
    const [third, suspended] = [await freshAdmin(portal), await freshAdmin(portal)];
    await suspendAccount(portal, machine, suspended);
    await changeRows(portal, "person", { has_totp: 1 }, { id: other.id });
    const student = await freshAccount(portal, "student");
    const moderator = await freshAccount(portal, "moderator");
    const otherEmail = await emailOf(portal, other);
    const clerk = await personOf(portal, (await addOrganisation(portal, machine, embassy(portal))).id);
    const attacks = [
      () => changeRole(portal, one, { id: other.id, role: "moderator" }),
      () => changeRole(portal, one, { id: other.id, role: "student" }),
      () => suspendAccount(portal, one, other),
      () => deleteAccount(portal, one, other),
      () => resetFactors(portal, one, other),
      () => restoreAccount(portal, one, suspended),
      () => changeRole(portal, one, { id: student.id, role: "admin" }),
      () => changeRole(portal, one, { id: student.id, role: "moderator" }),
      () => changeRole(portal, one, { id: moderator.id, role: "admin" }),
      () => changeRole(portal, one, { id: clerk.id, role: "admin" }),
      // Accepting it would set another password.
      () => invitePerson(portal, one, { email: otherEmail, role: "student" }),
      () => changeSettings(portal, one, { change: { fourEyes: false } }),
      () => changeMailServer(portal, one, { server: null }),
    ];
    await changeMailServer(portal, machine, { server: mailServer });
    for (const attack of attacks) await expect(attack(), String(attack)).rejects.toMatchObject(held);
    expect(await readHeldChanges(portal, third)).toHaveLength(attacks.length);
    for (const admin of [one, other, third, suspended]) {
      const texts = await mailsTo(portal, await emailOf(portal, admin));
      expect(texts).toHaveLength(attacks.length);
      expect(texts[0]).toContain("Amina Admin asked for this change");
      expect(
        texts.filter((text) => text.includes("belongs to Embassy of Malta, an organisation outside")),
      ).toHaveLength(1);
    }
    const facts = { role: "admin", suspended: false, hasCodes: true };
    expect(await readAccount(portal, third, other)).toMatchObject(facts);
    expect((await currentSettings(portal)).fourEyes).toBe(true);

    // What concerns no admin, and one's own factors, do not wait.
    expect(await changeRole(portal, one, { id: moderator.id, role: "student" })).toMatchObject({ modified: 1 });
    expect(await suspendAccount(portal, one, student)).toEqual({ modified: 1 });
    expect(await restoreAccount(portal, one, student)).toEqual({ modified: 1 });
    expect(await resetFactors(portal, other, other)).toEqual({ removed: 0 });
    await invitePerson(portal, one, { email: freshEmail(), role: "student" });
    expect(await deleteAccount(portal, one, student)).toEqual({ deleted: 1 });
  });

  test("a change takes effect after 24 hours, is the same as an immediate one, and is on record", async ({
    portal,
    one,
    other,
  }) => {
    await openSession(portal, other.id);
    await expect(suspendAccount(portal, one, other)).rejects.toMatchObject(held);
    await applyDueChanges(later(portal, dayMs - hourMs));
    expect(await readAccount(portal, one, other)).toMatchObject({ suspended: false, sessions: 1 });
    await applyDueChanges(later(portal, dayMs));
    await applyDueChanges(later(portal, dayMs));
    expect(await readAccount(portal, one, other)).toMatchObject({ suspended: true, sessions: 0 });
    const trail = (await auditTrail(portal, one, "staff", other.id)).slice(1);
    expect(trail).toMatchObject([
      { action: "change-held", actor: one.id, details: { change: { to: "suspend" } } },
      { action: "staff-suspended", actor: one.id },
      { action: "change-agreed", actor: "wait-over", details: { askedBy: { to: one.id } } },
    ]);
    expect((await verifyAudit(portal)).brokenAt).toBeNull();
  });

  test("a change that is refused again and again is asked for, and mailed, three times a day at most", async ({
    portal: ticking,
    one,
    other,
  }) => {
    const now = ticking.now();
    const portal = { ...ticking, now: () => now };
    const mails = async () => (await mailsTo(portal, await emailOf(portal, other))).length;
    const third = await freshAdmin(portal);
    const [before, asked] = [await mails(), () => suspendAccount(portal, one, other)];
    // Three refusals of the person whom it is about do not count, or nobody could suspend them.
    for (const refuses of [other, one, third, other, other, third]) {
      await expect(asked()).rejects.toMatchObject(held);
      await refuseChange(portal, refuses, await waiting(portal, other));
    }
    const tooOften = { id: "asked-too-often", status: 429, waitSeconds: 24 * 3600 };
    await expect(asked()).rejects.toMatchObject(tooOften);
    expect((await mails()) - before).toBe(6);
    await expect(suspendAccount(later(portal, dayMs), one, other)).rejects.toMatchObject(held);
    await agreeToChange(portal, other, await waiting(portal, other));

    const invites = () => invitePerson(portal, third, { email: freshEmail(), role: "moderator" });
    for (let time = 0; time < 30; time += 1) await expect(invites()).rejects.toMatchObject(held);
    await expect(invites()).rejects.toMatchObject(tooOften);
    // What was agreed to does not count.
    const [change = { id: "" }] = await readHeldChanges(portal, one);
    await agreeToChange(portal, one, change);
    await expect(invites()).rejects.toMatchObject(held);
    await expect(invites()).rejects.toMatchObject(tooOften);
  });

  test("the operator releases a change, and it takes a second admin to leave the rule", async ({ portal, one }) => {
    const change = { fourEyes: false, defaultNationality: "NEPAL" };
    await expect(changeSettings(portal, one, { change })).rejects.toMatchObject(held);
    expect(await currentSettings(portal)).toMatchObject({ fourEyes: true, defaultNationality: "NEPAL" });
    await expect(changeMailServer(portal, one, { server: mailServer })).rejects.toMatchObject(held);
    // Another answer to what becomes of revisions is another change. Each waits, and the rest of the form does not.
    const publish = { fourEyes: false, leftRevisions: "publish", statementDays: 30 } as const;
    await expect(changeSettings(portal, one, { change: publish })).rejects.toMatchObject(held);
    expect(await currentSettings(portal)).toMatchObject({ leftRevisions: "discard", statementDays: 30 });
    expect(await readHeldChanges(portal, machine)).toHaveLength(3);
    const released = (await readHeldChanges(portal, machine)).find(({ change: { subject } }) => subject === "publish");
    await agreeToChange(portal, machine, { id: released?.id ?? "" });
    const after = { fourEyes: false, leftRevisions: "publish", defaultNationality: "NEPAL" };
    expect(await currentSettings(portal)).toMatchObject(after);
    // Without the rule, nothing waits any more.
    expect(await readHeldChanges(portal, one)).toEqual([]);
    const [last] = (await auditTrail(portal, one, "staff", one.id)).toReversed();
    expect(last).toMatchObject({ action: "change-agreed", actor: "test" });
  });

  test("beyond the limit, the other fields of the settings are saved all the same", async ({ portal, one, other }) => {
    const change = { fourEyes: false };
    for (let time = 0; time < 3; time += 1) {
      await expect(changeSettings(portal, one, { change })).rejects.toMatchObject(held);
      await refuseChange(portal, other, await waiting(portal, other));
    }
    const both = changeSettings(portal, one, { change: { ...change, defaultNationality: "NEPAL" } });
    await expect(both).rejects.toMatchObject({ id: "asked-too-often" });
    expect(await currentSettings(portal)).toMatchObject({ fourEyes: true, defaultNationality: "NEPAL" });
    expect(await readHeldChanges(portal, other)).toEqual([]);
  });

  test("a mail server waits sealed, and is used once a second admin agrees", async ({ portal, one, other }) => {
    await expect(changeMailServer(portal, one, { server: mailServer })).rejects.toMatchObject(held);
    const rows = await portal.database.read.selectFrom("held_change").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("planted");
    expect(rows.map(({ sealed }) => Buffer.from(sealed).toString("latin1")).join("")).not.toContain("planted");
    await agreeToChange(portal, other, await waiting(portal, other));
    expect(mailServerIn(portal, await portal.database.find(settingsRow, []))).toEqual(mailServer);
  });

  test("a change ends with the rights of who asked for it, and with the state that it was made for", async ({
    portal,
    one,
    other,
  }) => {
    const third = await freshAdmin(portal);
    await expect(deleteAccount(portal, one, other)).rejects.toMatchObject(held);
    await changeRole(portal, machine, { id: one.id, role: "student" });
    await changeRole(portal, machine, { id: one.id, role: "admin" });
    expect(await readHeldChanges(portal, other)).toEqual([]);

    await expect(suspendAccount(portal, one, other)).rejects.toMatchObject(held);
    await changeRole(portal, machine, { id: other.id, role: "moderator" });
    expect(await readHeldChanges(portal, third)).toEqual([]);

    await expect(changeRole(portal, one, { id: other.id, role: "admin" })).rejects.toMatchObject(held);
    await changeRows(portal, "person", { email_confirmed: 0 }, { id: other.id });
    await expect(agreeToChange(portal, third, await waiting(portal, third))).rejects.toMatchObject({
      id: "not-confirmed",
    });
    await applyDueChanges(later(portal, dayMs));
    expect(await readHeldChanges(portal, third)).toEqual([]);
    expect(await readAccount(portal, third, other)).toMatchObject({ role: "moderator" });
  });
});

const mailServer = {
  host: "mail.agency.example",
  port: 587,
  encryption: "starttls",
  user: "site",
  password: "planted secret",
  from: "",
} as const;

describe.each(engines)("a held change on %s", (engine) => {
  const test = testWithEyes(engine);

  test("takes effect once, however many decide at the same time", async ({ portal, there, one, other }) => {
    const third = await freshAdmin(portal);
    const ways = [
      (id: string) => agreeToChange(portal, other, { id }),
      (id: string) => agreeToChange(there, third, { id }),
      (id: string) => agreeToChange(there, other, { id }),
      async (id: string) => {
        await applyDueChanges(later(there, dayMs));
        return id;
      },
    ];
    for (let round = 0; round < 8; round += 1) {
      const { id } = await freshAccount(portal, "student");
      await expect(changeRole(portal, one, { id, role: "admin" })).rejects.toMatchObject(held);
      const change = await waiting(portal, other);
      const outcomes = await Promise.allSettled(ways.map((decide) => decide(change.id)));
      for (const outcome of outcomes)
        if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ id: "not-found" });
      const trail = (await auditTrail(portal, one, "staff", id)).map(({ action }) => action);
      expect(trail).toEqual(["change-held", "role-changed", "change-agreed"]);
      expect((await readAccount(portal, one, { id })).role).toBe("admin");
      await changeRole(portal, machine, { id, role: "student" });
    }
  });

  test("either takes effect or is off, if one agrees while another refuses or the asker withdraws", async ({
    portal,
    there,
    one,
    other,
  }) => {
    for (let round = 0; round < 8; round += 1) {
      const { id } = await freshAccount(portal, "student");
      await expect(changeRole(portal, one, { id, role: "moderator" })).rejects.toMatchObject(held);
      const change = await waiting(portal, other);
      const [agreed, withdrawn] = await Promise.allSettled([
        agreeToChange(portal, other, change),
        refuseChange(there, one, change),
      ]);
      expect([agreed.status, withdrawn.status].toSorted()).toEqual(["fulfilled", "rejected"]);
      const { role } = await readAccount(portal, one, { id });
      expect(role).toBe(agreed.status === "fulfilled" ? "moderator" : "student");
    }
    expect((await verifyAudit(portal)).brokenAt).toBeNull();
  });

  test("is stored once, if it is asked for several times at once", async ({ portal, there, one, other }) => {
    const asked = [portal, there, portal].map((place) => deleteAccount(place, one, other));
    for (const outcome of await Promise.allSettled(asked)) expect(outcome).toMatchObject({ reason: held });
    expect(await readHeldChanges(portal, other)).toHaveLength(1);
  });
});

describe.each(engines)("on %s, under the four-eyes rule, settings that make the site less strict", (engine) => {
  const test = testWithEyes(engine);
  const strict = { lookupPolicy: "code", registration: "invite", secondFactor: "required" } as const;

  test("wait for another admin, one kind or several, and everything beside them is saved at once", async ({
    portal,
    one,
    other,
  }) => {
    const { settings: first } = await versionedSettings(portal);
    // More kept is no loss: it takes effect at once.
    const kept = { ...first.backups, isOn: true, days: 9 };
    await changeSettings(portal, one, { change: { ...strict, backups: kept } });
    const retention = { ...first.retention, since: "published" } as const;
    for (const [change, losses, words] of [
      [{ lookupPolicy: "open" }, "lookup-open lookup-by-number", "The number alone is enough"],
      [{ registration: "open", secondFactor: "optional" }, "registration-open second-factor-optional", "A password"],
      [{ backups: { ...kept, isOn: false } }, "backups-off", "Backups are no longer made"],
      [{ retention }, "records-deleted", "will be deleted by the site"],
      [{ features: { ...first.features, watches: false } }, "features-off", "Nobody finds the pages"],
    ] satisfies [Partial<Settings>, string, string][]) {
      const before = await currentSettings(portal);
      const asking = changeSettings(portal, one, { change: { ...change, defaultNationality: losses.toUpperCase() } });
      await expect(asking).rejects.toMatchObject(held);
      expect(await currentSettings(portal)).toEqual({ ...before, defaultNationality: losses.toUpperCase() });
      const waits = await waiting(portal, other);
      expect(waits.change).toMatchObject({ kind: "safeguards", subject: losses });
      expect((await mailsTo(portal, await emailOf(portal, other))).join()).toContain(words);
      await expect(agreeToChange(portal, one, waits)).rejects.toMatchObject(refused);
      await agreeToChange(portal, other, waits);
      expect(await currentSettings(portal)).toMatchObject(change);
    }
    expect((await verifyAudit(portal)).brokenAt).toBeNull();
  });

  test("end if what they change is changed meanwhile, act after a day, and at once for the operator", async ({
    portal,
    one,
    other,
  }) => {
    await changeSettings(portal, one, { change: strict });
    const open = { change: { lookupPolicy: "open" } } as const;
    await expect(changeSettings(portal, one, open)).rejects.toMatchObject(held);
    await changeSettings(portal, machine, { change: { lookupPolicy: "guarded" } });
    expect(await readHeldChanges(portal, other)).toEqual([]);
    await expect(changeSettings(portal, one, open)).rejects.toMatchObject(held);
    // What another admin makes stricter is saved at once, and ends nothing else.
    await changeSettings(portal, other, { change: { defaultNationality: "NEPAL" } });
    const tomorrow = later(portal, dayMs);
    await applyDueChanges(tomorrow);
    expect(await currentSettings(tomorrow)).toMatchObject({ lookupPolicy: "open", registration: "invite" });
    await changeSettings(portal, one, { change: { lookupPolicy: "code" } });
    await changeSettings(portal, machine, open);
    expect(await currentSettings(portal)).toMatchObject({ lookupPolicy: "open" });
  });
});

describe("in an office that begins,", () => {
  const test = testOn("sqlite");
  const invited = async (portal: Portal, by: AccountActor): Promise<AccountActor> => {
    const email = freshEmail();
    await invitePerson(portal, by, { email, role: "admin" });
    const [text = ""] = await mailsTo(portal, email);
    const token = /token=([\w-]+)/.exec(text)?.[1] ?? "";
    await acceptInvitation(portal, { token, name: "Nadia Newcomer", password: goodPassword });
    return { kind: "account", id: (await readAccount(portal, machine, { email })).id, role: "admin" };
  };

  test("whoever was invited before the first record approves at once; later ones wait seven days, and are told", async ({
    portal,
    admin: founder,
  }) => {
    const [second, third] = [await invited(portal, founder), await invited(portal, founder)];
    await addTestRecord(portal, founder);
    const late = await invited(portal, founder);
    await changeSettings(portal, machine, { change: { fourEyes: true } });
    const [of, another] = [await addTestRecord(portal, founder), await addTestRecord(portal, second)];
    expect(await whyNotSecond(portal, portal.database.read, late, [founder.id])).toEqual({
      from: expect.any(Number),
      names: ["Amina Admin"],
    });
    expect(await whyNotSecond(portal, portal.database.read, founder, [founder.id])).toEqual({
      from: null,
      names: ["Amina Admin"],
    });
    await expect(decideOnRecord(portal, late, of, "approve")).rejects.toMatchObject(refused);
    expect((await decideOnRecord(portal, second, of, "approve")).modified).toBe(1);
    expect((await decideOnRecord(portal, third, another, "approve")).modified).toBe(1);
  });
});

describe("without the four-eyes rule,", () => {
  const test = testOn("sqlite");

  test("nothing waits, and a newcomer approves every record", async ({ portal, admin }) => {
    const { id } = await freshAccount(portal, "student");
    expect(await changeRole(portal, admin, { id, role: "admin" })).toMatchObject({ modified: 1 });
    const newcomer: AccountActor = { kind: "account", id, role: "admin" };
    const record = await addTestRecord(portal, await freshAccount(portal, "moderator"));
    expect((await decideOnRecord(portal, newcomer, record, "approve")).modified).toBe(1);
    expect(await suspendAccount(portal, admin, { id })).toEqual({ modified: 1 });
    expect(await readHeldChanges(portal, admin)).toEqual([]);
    expect(await mailsTo(portal, await emailOf(portal, admin))).toEqual([]);
  });
});
