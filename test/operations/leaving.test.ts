import { describe, expect } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { heldWords } from "#i18n/held-words.ts";
import { invitePerson } from "#operations/accounts/invitations.ts";
import { readLeftBehind } from "#operations/accounts/left-behind.ts";
import { changeRole, deleteAccount, restoreAccount, suspendAccount } from "#operations/accounts/manage-accounts.ts";
import { checkNumbers } from "#operations/records/check-numbers.ts";
import { byProvider } from "#operations/accounts/change-accounts.ts";
import { agreeToChange, readHeldChanges } from "#operations/decisions/decide-change.ts";
import { freezeHolder, giveBackPage } from "#operations/holders/frozen-page.ts";
import { offerHolderLink, readHolder } from "#operations/holders/holder-links.ts";
import { bindByCard, readHolderPage } from "#operations/holders/holder-page.ts";
import { makeShareCode } from "#operations/holders/share-codes.ts";
import { witnessHolder } from "#operations/holders/witness-holder.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { waitingMails } from "#operations/mails/mail-queue.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { assignRecord } from "#operations/records/assign-record.ts";
import { verifyStatements } from "#operations/proofs/verify-statements.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { openStatements } from "#storage/database/proofs/statements.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { freshAccount, freshAdmin, hashingOnce, openSession } from "../support/accounts/fresh-accounts.ts";
import { cardForm, freshClient } from "../support/holders.ts";
import { engines, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { TestWallet } from "../support/wallet.ts";

const machine = system("test");

/** A record of this name, and a card that somebody makes for it. */
async function recordWithCard(portal: Portal, maker: Actor) {
  const record = await addTestRecord(portal, maker);
  return { ...record, card: (await offerHolderLink(portal, maker, { id: record.id }, {})) ?? "" };
}

/** A page that its holder opened with the card of this person. */
async function openedPage(portal: Portal, maker: Actor) {
  const { id, card } = await recordWithCard(portal, maker);
  const { opened } = await bindByCard(hashingOnce(portal), cardForm(card), freshClient());
  return { id, opened };
}

const isFrozen = async (portal: Portal, admin: Actor, { id }: { id: string }) =>
  (await readHolder(portal, admin, id)).isFrozen;

async function mailTexts(portal: Portal): Promise<string[]> {
  const texts = [];
  for await (const mails of waitingMails(portal)) texts.push(...mails.map(({ text }) => text));
  return texts;
}

const frozenAmong = (portal: Portal, admin: Actor, pages: readonly { id: string }[]) =>
  Promise.all(pages.map((page) => isFrozen(portal, admin, page)));

describe.each(engines)("on %s", (engine) => {
  const test = testOn(engine);

  test("the pages that somebody opened who is suspected are frozen with their codes, but for those that an admin spares; others go on", async ({
    portal,
  }) => {
    const [admin, clerk] = [await freshAdmin(portal), await freshAccount(portal, "moderator")];
    const pages = [await openedPage(portal, clerk), await openedPage(portal, clerk), await openedPage(portal, admin)];
    const [theirs, spared] = pages as [(typeof pages)[0], (typeof pages)[0]];
    await makeShareCode(portal, theirs.opened, { whom: "bank", words: "", days: "7", uses: "3" });
    // This page has somebody else's card since, so that somebody else has seen its holder.
    const renewed = await openedPage(portal, clerk);
    const reason = "The phone was lost.";
    await freezeHolder(portal, admin, { id: renewed.id }, { reason });
    const card = (await offerHolderLink(portal, admin, { id: renewed.id }, { reason })) ?? "";
    const seen = { card: String((await readHolder(portal, admin, renewed.id)).link?.madeAt) };
    await witnessHolder(portal, await freshAdmin(portal), { id: renewed.id }, seen);
    await bindByCard(hashingOnce(portal), cardForm(card), freshClient());
    const unused = await recordWithCard(portal, clerk);

    const left = await readLeftBehind(portal, admin, clerk.id);
    expect(left.pages.map(({ id }) => id).toSorted()).toEqual([theirs.id, spared.id].toSorted());
    expect(left.cards.map(({ id }) => id)).toEqual([unused.id]);

    await suspendAccount(portal, admin, { id: clerk.id, why: "suspected", spared: [spared.id] });
    expect(await frozenAmong(portal, admin, [...pages, renewed])).toEqual([true, false, false, false]);
    expect(await readHolder(portal, admin, theirs.id)).toMatchObject({ codes: 0 });
    expect(await readHolderPage(portal, theirs.opened)).toMatchObject({ isFrozen: true });
    expect((await auditTrail(portal, admin, "candidate", theirs.id)).at(-1)).toMatchObject({
      action: "holder-frozen",
      details: { departure: { to: "suspected" } },
    });
    expect((await auditTrail(portal, admin, "staff", clerk.id)).at(-1)).toMatchObject({
      action: "staff-suspended",
      details: { departure: { to: "suspected" }, frozenPages: { to: 1 }, sparedPages: { to: 1 } },
    });
    await restoreAccount(portal, admin, clerk);
    const binding = bindByCard(hashingOnce(portal), cardForm(unused.card), freshClient());
    await expect(binding).rejects.toMatchObject({ id: "wrong-card" });
    expect((await auditTrail(portal, admin, "candidate", unused.id)).at(-1)).toMatchObject({
      action: "holder-link-withdrawn",
    });
  });

  test("whoever opened a frozen page, or got a role from that person, does not give it back, also after their return", async ({
    portal,
  }) => {
    const [admin, suspect] = [await freshAdmin(portal), await freshAdmin(portal)];
    const page = await openedPage(portal, suspect);
    await suspendAccount(portal, admin, { id: suspect.id, why: "suspected" });
    await restoreAccount(portal, admin, suspect);
    const friend = await freshAccount(portal, "moderator");
    await changeRole(portal, suspect, { id: friend.id, role: "admin" });
    for (const barred of [suspect, { ...friend, role: "admin" as const }]) {
      expect(await readHolder(portal, barred, page.id)).toMatchObject({ mayGiveBack: false });
      await expect(giveBackPage(portal, barred, page)).rejects.toMatchObject({ id: "not-allowed" });
    }
    expect(await readHolder(portal, admin, page.id)).toMatchObject({ mayGiveBack: true });
    await giveBackPage(portal, admin, page);
    expect(await isFrozen(portal, admin, page)).toBe(false);
  });
});

const test = testOn("sqlite").extend("admin", async ({ portal }) => freshAdmin(portal));

describe("whoever loses access", () => {
  const ways = [
    ["is suspended", (portal: Portal, actor: Actor, target: { id: string }) => suspendAccount(portal, actor, target)],
    ["is deleted", (portal: Portal, actor: Actor, target: { id: string }) => deleteAccount(portal, actor, target)],
    [
      "becomes a student",
      (portal: Portal, actor: Actor, target: { id: string }) =>
        changeRole(portal, actor, { ...target, role: "student" }),
    ],
  ] as const;

  test.for(ways)(
    "and %s as somebody who left takes no page along; without an answer, it is the safe one",
    async ([, lose], { portal, admin }) => {
      const answers = [];
      for (const answer of [{ why: "left" }, { why: "suspected" }, {}] as const) {
        const clerk = await freshAccount(portal, "moderator");
        const page = await openedPage(portal, clerk);
        await lose(portal, admin, { id: clerk.id, ...answer });
        answers.push(await isFrozen(portal, admin, page));
      }
      expect(answers).toEqual([false, true, true]);
    },
  );

  test("leaves no card that opens a page on their return, in any registry, and takes none of somebody else along", async ({
    portal,
    admin,
  }) => {
    const clerk = await freshAccount(portal, "moderator");
    const [other, mine] = [{ ...portal, registry: "Other" }, await recordWithCard(portal, clerk)];
    const [cards, replaced] = [[mine, await recordWithCard(other, clerk)], await recordWithCard(portal, clerk)];
    const card = (await offerHolderLink(portal, admin, { id: replaced.id }, {})) ?? "";
    await suspendAccount(portal, admin, { id: clerk.id, why: "left" });
    await restoreAccount(portal, admin, clerk);
    for (const [at, one] of cards.entries()) {
      const binding = bindByCard(hashingOnce(at === 0 ? portal : other), cardForm(one.card), freshClient());
      await expect(binding).rejects.toMatchObject({ id: "wrong-card" });
    }
    await bindByCard(hashingOnce(portal), cardForm(card), freshClient());
  });

  test("leaves pages of two registries, whose next statements are each in their own log", async ({ portal, admin }) => {
    const leaving = await freshAdmin(portal);
    const other = { ...portal, registry: "Other" };
    const opened = [];
    for (const own of [portal, other]) {
      const page = await openedPage(own, leaving);
      await (await TestWallet.make()).takes(own, page.opened);
      opened.push(page);
    }
    await suspendAccount(portal, admin, { id: leaving.id, why: "suspected" });
    const statements = await Promise.all(opened.map(({ id }) => openStatements(portal.database.read, [id])));
    expect(statements.map((rows) => rows.map(({ registry }) => registry))).toEqual([[portal.registry], ["Other"]]);
    expect(await frozenAmong(portal, admin, opened.slice(0, 1))).toEqual([true]);
    expect(await isFrozen(other, admin, opened[1] ?? { id: "" })).toBe(true);
    for (const own of [portal, other]) expect(await verifyStatements(own)).toEqual({ whole: 2, broken: 0 });
  });

  test("is not asked about again: who left stays so when the account is deleted later", async ({ portal, admin }) => {
    const clerks = [await freshAccount(portal, "moderator"), await freshAccount(portal, "moderator")];
    const pages = await Promise.all(clerks.map((clerk) => openedPage(portal, clerk)));
    const [one, other] = clerks as [(typeof clerks)[0], (typeof clerks)[0]];
    await suspendAccount(portal, admin, { id: one.id, why: "left" });
    await deleteAccount(portal, admin, { id: one.id });
    await changeRole(portal, admin, { id: other.id, role: "student", why: "left" });
    await deleteAccount(portal, admin, { id: other.id });
    expect(await frozenAmong(portal, admin, pages)).toEqual([false, false]);
  });

  test("as somebody who left can be suspected later, and no page is frozen twice", async ({ portal, admin }) => {
    const clerk = await freshAccount(portal, "moderator");
    const pages = [await openedPage(portal, clerk), await openedPage(portal, clerk)];
    await suspendAccount(portal, admin, { id: clerk.id, why: "left" });
    const target = { id: clerk.id, why: "suspected", spared: [pages[1]?.id ?? ""] } as const;
    expect(await suspendAccount(portal, admin, target)).toEqual({ modified: 1 });
    expect(await frozenAmong(portal, admin, pages)).toEqual([true, false]);
    const last = (await auditTrail(portal, admin, "staff", clerk.id)).at(-1);
    expect(last).toMatchObject({ action: "staff-suspended", details: { frozenPages: { to: 1 } } });
    for (const one of [target, { id: clerk.id, why: "left" }, { id: clerk.id }] as const)
      expect(await suspendAccount(portal, admin, one)).toEqual({ modified: 0 });
  });

  test("by a provider counts as suspected, and every admin gets a mail with the list", async ({ portal, admin }) => {
    const clerk = await freshAccount(portal, "moderator");
    const page = await openedPage(portal, clerk);
    await changeRole(portal, byProvider, { id: clerk.id, role: "student", provider: "Office" });
    expect(await isFrozen(portal, admin, page)).toBe(true);
    expect((await mailTexts(portal)).filter((text) => text.includes(`/dashboard/Admin_Control/${clerk.id}`))).toEqual([
      expect.stringContaining("are frozen (1)"),
    ]);
  });

  test("is listed with all that ends and all that goes on", async ({ portal, admin }) => {
    const leaving = await freshAdmin(portal);
    const helper = await freshAccount(portal, "moderator");
    await changeRole(portal, leaving, { id: helper.id, role: "admin" });
    await invitePerson(portal, leaving, { email: "new@agency.example", role: "student" });
    const record = await addTestRecord(portal, await freshAccount(portal, "moderator"));
    await assignRecord(portal, admin, { id: record.id }, leaving.id);
    await checkNumbers(portal, leaving, { numbers: "A1234567" });
    await openSession(portal, leaving.id);
    await changeSettings(portal, machine, { change: { fourEyes: true } });
    await expect(suspendAccount(portal, leaving, admin)).rejects.toMatchObject({ id: "waits" });
    expect(await readLeftBehind(portal, admin, leaving.id)).toMatchObject({
      invitations: ["new@agency.example"],
      held: [{ change: { kind: "suspend", subject: admin.id } }],
      people: [{ id: helper.id }],
      assigned: 1,
      waiting: 0,
      lists: 1,
    });
  });

  test("under four eyes does so with the answer of the admin who asked", async ({ portal, admin }) => {
    await changeSettings(portal, machine, { change: { fourEyes: true } });
    const [second, leaving] = [await freshAdmin(portal), await freshAdmin(portal)];
    const pages = [await openedPage(portal, leaving), await openedPage(portal, leaving)];
    const target = { id: leaving.id, why: "suspected", spared: [pages[1]?.id ?? ""] } as const;
    await expect(suspendAccount(portal, admin, target)).rejects.toMatchObject({ id: "waits" });
    expect(await frozenAmong(portal, admin, pages)).toEqual([false, false]);
    // Whoever asks for the same with another answer must know that theirs would not take effect.
    const other = suspendAccount(portal, second, { id: leaving.id, why: "left" });
    await expect(other).rejects.toMatchObject({ id: "stale" });
    const [held] = await readHeldChanges(portal, second);
    expect(held?.change).toMatchObject({ why: "suspected" });
    // Whoever agrees learns which page the other one spared.
    const { name } = await readHolder(portal, second, pages[1]?.id ?? "");
    expect(held).toMatchObject({ spared: [name] });
    expect(held && heldWords(held.change, held.name, held)).toContain(`stay open: 1 (${name})`);
    expect((await auditTrail(portal, admin, "staff", leaving.id)).at(-1)).toMatchObject({
      action: "change-held",
      details: { sparedPages: { to: 1 } },
    });
    expect(await mailTexts(portal)).toContainEqual(expect.stringContaining("stay open: 1\n"));
    await agreeToChange(portal, second, { id: held?.id ?? "" });
    expect(await frozenAmong(portal, admin, pages)).toEqual([true, false]);
    await expect(restoreAccount(portal, admin, leaving)).rejects.toMatchObject({ id: "waits" });
    expect(await frozenAmong(portal, admin, pages)).toEqual([true, false]);
  });
});
