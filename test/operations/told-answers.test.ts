import { Webhook } from "standardwebhooks";
import { beforeAll, describe, expect } from "vitest";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { dayMs } from "#core/durations.ts";
import { system } from "#core/accounts/actor.ts";
import { suspendAccount } from "#operations/accounts/manage-accounts.ts";
import { sharesField } from "#core/holders/share-codes.ts";
import { holdBack } from "#operations/holders/hold-back.ts";
import { makeShareCode } from "#operations/holders/share-codes.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { followAuditLog } from "#operations/alerts/follow-audit-log.ts";
import { checkList } from "#operations/desk/check-list.ts";
import { allowNotices, deleteOldToldAnswers, tellOrganisations } from "#operations/desk/tell-organisations.ts";
import { waitingMails } from "#operations/mails/mail-queue.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { decideOnRecord, deleteRecord, hideRecord, unhideRecord } from "#operations/records/change-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { deliverWebhooks } from "#operations/alerts/deliver-webhooks.ts";
import { anyTargets } from "#operations/targets/targets.ts";
import { readWebhooks, removeWebhook } from "#operations/webhooks/manage-webhooks.ts";
import { readOwnWebhook, removeOwnWebhook, setOwnWebhook, testOwnWebhook } from "#operations/desk/own-webhook.ts";
import type { Engine } from "#storage/database/database.ts";
import { countRows } from "#storage/database/rows.ts";
import { deleteToldAnswers, dueToldAnswers } from "#storage/database/accounts/told-answers.ts";
import { admin } from "../support/accounts/people.ts";
import { freshEmail } from "../support/accounts/fresh-accounts.ts";
import { uploaded } from "../support/documents.ts";
import { holderOf } from "../support/holders.ts";
import { atTheDesk, personOf } from "../support/organisations.ts";
import { engines, later, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { freshReceiver, onLoopback, trustLocalhost } from "../support/webhook-receiver.ts";

beforeAll(trustLocalhost);

const email = freshEmail();

const testWith = (engine: Engine) =>
  testOn(engine)
    .extend("record", async ({ portal }) => {
      await followAuditLog(portal);
      return addTestRecord(portal, admin, { images: { visaPaper: await uploaded(portal, admin) } });
    })
    .extend("desk", ({ portal }) => atTheDesk(portal, {}, email));

type Person = Awaited<ReturnType<typeof atTheDesk>>["person"];

function check(portal: Portal, person: Person, record: CandidateRecord, { name = record.name, code = "" } = {}) {
  const row = { cells: ["A note of theirs. ".repeat(100)], number: record.passportNumber, name, code };
  return checkList(portal, person, { list: { heads: [], rows: [row] }, purpose: "Visas" });
}

/** The mails that wait for the person of the organisation, after everything that is due was compared. */
async function told(portal: Portal, to = email): Promise<string[]> {
  await followAuditLog(portal);
  await tellOrganisations(portal);
  const mails: string[] = [];
  for await (const some of waitingMails(portal))
    mails.push(...some.filter((one) => one.to === to).map((one) => `${one.subject}\n${one.text}`));
  await portal.database.write((writer) => writer.deleteFrom("mail").execute());
  return mails;
}

function deliver(portal: Portal): Promise<void> {
  const never = new AbortController().signal;
  return deliverWebhooks(portal, { stopping: never, cut: never, report: (error) => expect.unreachable(String(error)) });
}

const kept = ({ database }: Portal) => countRows(database.read, "told_answer");

const ends: Record<string, (portal: Portal, record: CandidateRecord) => Promise<unknown>> = {
  "is hidden": (portal, { id }) => hideRecord(portal, admin, { id }),
  "is deleted": (portal, { id }) => deleteRecord(portal, admin, { id }),
  "is withdrawn": (portal, { id }) => decideOnRecord(portal, admin, { id }, "deny"),
  "has another name": (portal, record) =>
    updateRecord(portal, admin, record, { particulars: { ...record, name: "Karim Other" }, images: {} }),
  "loses a document": (portal, record) =>
    updateRecord(portal, admin, record, { particulars: record, images: { visaPaper: null } }),
  "is shown without a kind of documents": (portal) =>
    changeSettings(portal, admin, { change: { shownKinds: ["photo"] } }),
};

describe.each(engines)("on %s", (engine) => {
  const test = testWith(engine);

  test("a newer answer is not deleted with the one that was compared", async ({ portal, record, desk }) => {
    await check(portal, desk.person, record);
    const due = { registry: portal.registry, now: portal.now(), atMost: 9 };
    const compared = await dueToldAnswers(portal.database.read, due);
    await check(later(portal, 1000), desk.person, record);
    expect(await portal.database.write((writer) => deleteToldAnswers(writer, compared))).toEqual([]);
    expect([compared.length, await kept(portal)]).toEqual([1, 1]);
  });

  test("everybody at the desk is told, but nobody suspended, and nobody after 90 days or the last day", async ({
    portal,
    record,
    desk,
  }) => {
    const [second, third] = [freshEmail(), freshEmail()];
    await personOf(portal, desk.organisation, second);
    await suspendAccount(portal, system("test"), await personOf(portal, desk.organisation, third));
    await check(portal, desk.person, record);
    await told(portal);
    await deleteOldToldAnswers(later(portal, 89 * dayMs));
    expect(await kept(portal)).toBe(1);
    await hideRecord(portal, admin, { id: record.id });
    await followAuditLog(portal);
    await tellOrganisations(portal);
    const tos: string[] = [];
    for await (const some of waitingMails(portal)) tos.push(...some.map(({ to }) => to));
    expect(tos.toSorted()).toEqual([email, second].toSorted());
    await told(portal);
    await unhideRecord(portal, admin, { id: record.id });
    await check(portal, desk.person, record);
    await hideRecord(portal, admin, { id: record.id });
    expect(await told(later(portal, 32 * dayMs))).toEqual([]);
    expect(await kept(portal)).toBe(0);
    await unhideRecord(portal, admin, { id: record.id });
    await check(portal, desk.person, record);
    await deleteOldToldAnswers(later(portal, 91 * dayMs));
    expect(await kept(portal)).toBe(0);
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("on SQLite", () => {
  const test = testWith("sqlite");

  test.for(Object.entries(ends))(
    "an organisation is told once, and only that, when a record %s",
    async ([, end], { portal, record, desk }) => {
      await check(portal, desk.person, record);
      expect(await told(portal)).toEqual([]);
      await end(portal, record);
      const [mail = "", ...more] = await told(portal);
      expect(more).toEqual([]);
      expect(mail).toContain(`… ${record.passportNumber.slice(-3)}\n`);
      expect(mail).not.toMatch(new RegExp(`${record.passportNumber}|${record.name}|hidden|deleted|withdrawn`));
      expect([await kept(portal), await told(portal)]).toEqual([0, []]);
    },
  );

  test("its program is told the same, signed, once, and nothing else", async ({ portal, record, desk }) => {
    const receiver = await freshReceiver();
    const site = onLoopback(portal);
    const { secret } = await setOwnWebhook(site, desk.person, { url: receiver.url });
    await check(site, desk.person, record);
    await addTestRecord(site, admin);
    await told(site);
    await deliver(site);
    expect(receiver.received).toEqual([]);
    await hideRecord(site, admin, { id: record.id });
    await told(site);
    const queued = await site.database.read.selectFrom("webhook_delivery").select("sealed").executeTakeFirstOrThrow();
    expect(Buffer.from(queued.sealed ?? []).toString("latin1")).not.toContain(record.passportNumber.slice(-3));
    await deliver(site);
    const messages = receiver.received.map(({ body, headers }) => new Webhook(secret).verify(body, headers));
    expect(messages).toEqual([
      {
        type: "answers.ended",
        timestamp: expect.any(String),
        data: { endings: [record.passportNumber.slice(-3)] },
      },
    ]);
    expect(await readOwnWebhook(site, desk.person)).toMatchObject({ url: receiver.url, last: { outcome: "204" } });
  });

  test("nobody is told of other changes, or of what was not found", async ({ portal, record, desk }) => {
    await check(portal, desk.person, record);
    const images = { lmia: await uploaded(portal, admin) };
    await updateRecord(portal, admin, record, { particulars: { ...record, address: "Sylhet" }, images });
    expect(await told(portal)).toEqual([]);
    const [stored, ...more] = await portal.database.read.selectFrom("told_answer").select("sealed").execute();
    expect([stored?.sealed.length, more], "without the cells of the row").toEqual([
      expect.toSatisfy((size) => size < 500),
      [],
    ]);
    await hideRecord(portal, admin, { id: record.id });
    await unhideRecord(portal, admin, { id: record.id });
    expect(await told(portal)).toEqual([]);
    const other = await addTestRecord(portal, admin);
    await check(portal, desk.person, other, { name: "Somebody Else" });
    expect(await kept(portal)).toBe(1);
  });

  test("nobody is told when the office changes its time zone, and so the day of a publication", async ({
    portal,
    record,
    desk,
  }) => {
    await check(portal, desk.person, record);
    // At every moment, one of the two is on another day than the zone before.
    for (const timeZone of ["Pacific/Kiritimati", "Pacific/Niue"]) {
      await changeSettings(portal, admin, { change: { timeZone } });
      expect(await told(portal)).toEqual([]);
    }
  });

  test("an answer that ended while its list was checked is told too", async ({ portal, record, desk }) => {
    await followAuditLog(portal);
    await hideRecord(portal, admin, { id: record.id });
    await followAuditLog(portal);
    await unhideRecord(portal, admin, { id: record.id });
    await check(portal, desk.person, record);
    // As if the record had been hidden after its lookup, and the log followed before the answer was kept.
    await hideRecord(portal, admin, { id: record.id });
    await portal.database.write((writer) => writer.deleteFrom("alert_mark").execute());
    await followAuditLog(portal);
    expect(await told(portal)).toHaveLength(1);
  });

  test("an organisation is told when another record has the number, and then of that one", async ({
    portal,
    record,
    desk,
  }) => {
    await check(portal, desk.person, record);
    const particulars = { ...record, passportNumber: "P9081726" };
    await updateRecord(portal, admin, record, { particulars, images: {} });
    const visaPaper = await uploaded(portal, admin);
    const { name, passportNumber } = record;
    const other = await addTestRecord(portal, admin, { name, passportNumber, images: { visaPaper } });
    expect(await told(portal)).toHaveLength(1);
    await check(portal, desk.person, other);
    expect(await told(portal)).toEqual([]);
    await hideRecord(portal, admin, other);
    expect(await told(portal)).toHaveLength(1);
  });

  test("an answer by a share code stands although strangers do not see its document", async ({
    portal,
    record,
    desk,
  }) => {
    const { opened } = await holderOf(portal, record);
    await changeSettings(portal, admin, { change: { lookupPolicy: "code", holdersMayHoldBack: true } });
    await holdBack(portal, opened, { kind: "visaPaper", isWithheld: true });
    const wish = { whom: "employer", words: "", days: "7", uses: "3", [sharesField("visaPaper")]: "on" };
    const { code } = await makeShareCode(portal, opened, wish);
    const { receipt } = await check(portal, desk.person, record, { code });
    expect(receipt.answers).toMatchObject([{ outcome: "shown", documents: ["visaPaper"] }]);
    expect(await told(portal)).toEqual([]);
    await hideRecord(portal, admin, { id: record.id });
    expect(await told(portal)).toHaveLength(1);
  });

  test("a holder refuses: nobody is told, and nothing is kept", async ({ portal, record, desk }) => {
    const { opened } = await holderOf(portal, record);
    await check(portal, desk.person, record);
    await allowNotices(portal, opened, false);
    expect(await kept(portal)).toBe(0);
    await check(portal, desk.person, record);
    expect(await kept(portal)).toBe(0);
    await hideRecord(portal, admin, { id: record.id });
    expect(await told(portal)).toEqual([]);
    await unhideRecord(portal, admin, { id: record.id });
    await allowNotices(portal, opened, true);
    await check(portal, desk.person, record);
    await hideRecord(portal, admin, { id: record.id });
    expect(await told(portal)).toHaveLength(1);
  });
});

describe("the webhook of an organisation", () => {
  const test = testWith("sqlite").extend("receiver", () => freshReceiver());

  test("is set by its people only, not by an API key, and needs a recent proof", async ({ portal, desk, receiver }) => {
    const form = { url: receiver.url };
    const byKey = { ...desk.person, scope: "look-up" } as const;
    for (const actor of [admin, byKey])
      await expect(setOwnWebhook(portal, actor, form)).rejects.toMatchObject({ id: "not-allowed" });
    const late = { ...desk.person, mustProveAgain: true };
    await expect(setOwnWebhook(portal, late, form)).rejects.toMatchObject({ id: "prove-again" });
    await expect(setOwnWebhook(portal, desk.person, { url: "http://a.example" })).rejects.toMatchObject({
      id: "invalid",
    });
    await setOwnWebhook(portal, desk.person, form);
    const other = await atTheDesk(portal);
    expect([await readOwnWebhook(portal, other.person), await readWebhooks(portal, admin)]).toEqual([null, []]);
    const { id } = await portal.database.read.selectFrom("webhook").select("id").executeTakeFirstOrThrow();
    await expect(removeWebhook(portal, admin, { id })).rejects.toMatchObject({ id: "not-found" });
    await removeOwnWebhook(portal, desk.person);
    expect(await readOwnWebhook(portal, desk.person)).toBeNull();
  });

  test("a new address takes what waits, and both secrets sign for a day", async ({
    portal,
    record,
    desk,
    receiver,
  }) => {
    const site = onLoopback(portal);
    const { secret: old } = await setOwnWebhook(site, desk.person, { url: "https://old.example/hook" });
    await check(site, desk.person, record);
    await hideRecord(site, admin, { id: record.id });
    await told(site);
    const { secret } = await setOwnWebhook(site, desk.person, { url: receiver.url });
    await deliver(site);
    const [{ body, headers } = { body: "", headers: {} }, ...more] = receiver.received;
    expect(more).toEqual([]);
    for (const one of [old, secret])
      expect(new Webhook(one).verify(body, headers)).toMatchObject({ type: "answers.ended" });
  });

  test("leads to no inner network, and is tried out twenty times an hour", async ({ portal, desk, receiver }) => {
    const site = { ...portal, targets: { ...anyTargets, resolve: async () => ["127.0.0.1"] } };
    await setOwnWebhook(site, desk.person, { url: receiver.url });
    for (let tries = 0; tries < 20; tries += 1) await testOwnWebhook(site, desk.person);
    await expect(testOwnWebhook(site, desk.person)).rejects.toMatchObject({ id: "too-many-requests" });
    await deliver(site);
    expect(receiver.received).toEqual([]);
    const outcomes = await site.database.read.selectFrom("webhook_delivery").select("outcome").execute();
    expect(outcomes).toContainEqual({ outcome: "address" });
  });

  test("gets nothing once the access of the organisation has ended, and nothing waits for it", async ({
    portal,
    desk,
    receiver,
  }) => {
    const site = onLoopback(portal);
    const waiting = () => countRows(site.database.read, "webhook_delivery");
    await setOwnWebhook(site, desk.person, { url: receiver.url });
    await testOwnWebhook(site, desk.person);
    await deliver(later(site, 32 * dayMs));
    expect([receiver.received, await waiting()]).toEqual([[], 0]);
    await testOwnWebhook(site, desk.person);
    await suspendAccount(site, system("test"), desk.person);
    await deliver({ ...site, registry: "another" });
    expect(await waiting()).toBe(1);
    await deliver(site);
    expect([receiver.received, await waiting()]).toEqual([[], 0]);
  });
});
