import { createLocalJWKSet, jwtVerify } from "jose";
import { describe, expect } from "vitest";
import { seenOf } from "#core/desk/organisation.ts";
import { sharesField } from "#core/holders/share-codes.ts";
import { system } from "#core/accounts/actor.ts";
import { laterDay, startOfDay } from "#core/office-clock.ts";
import { invitePerson, inviteToOrganisation } from "#operations/accounts/invitations.ts";
import { suspendAccount } from "#operations/accounts/manage-accounts.ts";
import { readAudit } from "#operations/audit/read-audit.ts";
import { checkList } from "#operations/desk/check-list.ts";
import {
  addOrganisation,
  changeOrganisation,
  organisationAtDesk,
  readDesk,
  readOrganisations,
} from "#operations/desk/organisations.ts";
import { readHolderPage } from "#operations/holders/holder-page.ts";
import { makeShareCode } from "#operations/holders/share-codes.ts";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { writeLookupDays } from "#operations/records/lookup-days.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { publicKeys } from "#operations/signing/signing-keys.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { verifyRows } from "#operations/upkeep/verify-rows.ts";
import { updateRole } from "#storage/database/accounts/roles.ts";
import { answerFor, signedReceipt } from "#verify/lookup-receipt.ts";
import { admin, moderator } from "../support/accounts/people.ts";
import { freshEmail } from "../support/accounts/fresh-accounts.ts";
import { answersIn, askedOf, manyOf, nobody, sent } from "../support/desk-lists.ts";
import { uploaded } from "../support/documents.ts";
import { holderOf } from "../support/holders.ts";
import { atTheDesk, embassy, personOf, takeInvitation } from "../support/organisations.ts";
import { engines, later, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { officeZone, officeToday } from "#operations/portal/office-time.ts";

const keysOf = async (portal: Portal) => (await publicKeys(portal, portal.database.read, "statement")).keys;

describe.each(engines)("on %s", (engine) => {
  const test = testOn(engine);

  test("lists at the same time do not exceed the numbers of a day", async ({ portal, there }) => {
    const { organisation, person } = await atTheDesk(portal, { perDay: 10 });
    const shown = await addTestRecord(portal, admin);
    const three = sent([askedOf(shown), askedOf(shown), askedOf(shown)]);
    const tries = await Promise.allSettled(
      Array.from({ length: 12 }, (_, at) => checkList(at % 2 === 0 ? portal : there, person, three)),
    );
    const refused = tries.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
    expect(tries.length - refused.length).toBe(3);
    expect(refused).toEqual(refused.map(() => expect.objectContaining({ id: "desk-used-up" })));
    expect(await readDesk(portal, person)).toMatchObject({ left: 1 });
    const tomorrow = later(portal, 24 * 60 * 60_000);
    expect(await readDesk(tomorrow, person)).toMatchObject({ left: 10 });
    await changeOrganisation(portal, admin, { id: organisation }, embassy(portal, { perDay: 12 }));
    expect(await readDesk(portal, person)).toMatchObject({ left: 3 });
  });
});

describe("the desk", () => {
  const test = testOn("sqlite");

  test("a form of an organisation that somebody changed meanwhile is not saved", async ({ portal }) => {
    const { organisation: id } = await atTheDesk(portal, { perDay: 10 });
    const seen = seenOf(embassy(portal, { perDay: 10 }));
    await changeOrganisation(portal, admin, { id, seen }, embassy(portal, { perDay: 12 }));
    const late = changeOrganisation(portal, admin, { id, seen }, embassy(portal, { perDay: 14 }));
    await expect(late).rejects.toMatchObject({ id: "stale" });
    expect(await readOrganisations(portal, admin)).toMatchObject([{ perDay: 12 }]);
  });

  test("asks for a share code where numbers alone show nothing", async ({ portal }) => {
    const { person } = await atTheDesk(portal);
    const images = { visaPaper: await uploaded(portal, admin), workPermit: await uploaded(portal, admin) };
    const record = await addTestRecord(portal, admin, { images });
    const other = await addTestRecord(portal, admin, { name: record.name });
    const { opened } = await holderOf(portal, record);
    await changeSettings(portal, admin, { change: { lookupPolicy: "code" } });
    const wish = {
      whom: "employer",
      words: "For the new job",
      days: "7",
      uses: "3",
      [sharesField("workPermit")]: "on",
    };
    const { code } = await makeShareCode(portal, opened, wish);
    const asked = askedOf(record);
    const checked = await checkList(
      portal,
      person,
      sent([
        asked,
        { ...asked, code },
        { ...askedOf(other), code },
        { ...asked, name: "Rahim Other", code },
        { ...asked, code },
        { ...asked, code },
        { ...asked, code },
      ]),
    );
    const outcomes = answersIn(checked).map((answer) => answer?.outcome);
    // The code shows its own record to whoever knows number and name, as often as its holder allowed, in any order.
    const withCode = [1, 4, 5, 6].map((row) => outcomes[row]);
    expect(withCode.filter((outcome) => outcome === "shown")).toHaveLength(3);
    expect([0, 2, 3].map((row) => outcomes[row])).toEqual(["nothing", "nothing", "nothing"]);
    expect(answersIn(checked).find((answer) => answer?.outcome === "shown")).toMatchObject({
      documents: ["workPermit"],
    });
    expect(checked.receipt.asked_with).toBe("name and code");
  });

  test("says which shown papers have ended by the office's day, and those alone", async ({ portal }) => {
    const { person } = await atTheDesk(portal);
    const [visaPaper, medical] = [await uploaded(portal, admin), await uploaded(portal, admin)];
    await changeSettings(portal, admin, { change: { shownKinds: ["visaPaper"], timeZone: "Asia/Dhaka" } });
    const today = officeToday(portal);
    const lastDays = { visaPaper: laterDay(today, -1), medical: laterDay(today, -1) };
    const record = await addTestRecord(portal, admin, { images: { visaPaper, medical }, lastDays });
    const other = await addTestRecord(portal, admin, {
      images: { visaPaper: await uploaded(portal, admin) },
      lastDays: { visaPaper: today },
    });
    const unscanned = await addTestRecord(portal, admin, { lastDays });
    const asked = sent([askedOf(record), askedOf(other), askedOf(unscanned)]);
    const [ended, runs, withoutScan] = answersIn(await checkList(portal, person, asked));
    expect(ended).toMatchObject({ outcome: "shown", ended: { visaPaper: lastDays.visaPaper } });
    expect(withoutScan).toMatchObject({ documents: [], ended: { visaPaper: lastDays.visaPaper } });
    expect(JSON.stringify([ended, withoutScan])).not.toContain("medical");
    expect(runs).toEqual({ ...runs, ended: undefined });
  });

  test("the holder reads which organisation looked, for what purpose and on which day", async ({ portal }) => {
    const { person } = await atTheDesk(portal);
    const record = await addTestRecord(portal, admin);
    const { opened } = await holderOf(portal, record);
    await checkList(
      portal,
      person,
      sent([askedOf(record), askedOf(record), { ...askedOf(record), name: "Rahim Other" }]),
    );
    await checkList(portal, person, { ...sent([askedOf(record)]), purpose: "A second look" });
    await writeLookupDays(portal);
    const by = "Embassy of Malta, Malta";
    const look = { way: "program", country: "", state: "now" };
    expect((await readHolderPage(portal, opened))?.looks).toEqual([
      {
        day: officeToday(portal),
        looks: [
          { ...look, times: 2, by: `${by}: Visa interviews of May` },
          { ...look, times: 1, by: `${by}: A second look` },
        ],
      },
    ]);
  });

  test("is closed after the last day, and to people who are suspended", async ({ portal }) => {
    const { person } = await atTheDesk(portal, { perDay: 9_000 });
    const shown = await addTestRecord(portal, admin);
    const afterwards = later(portal, 32 * 24 * 60 * 60_000);
    await expect(checkList(afterwards, person, sent([askedOf(shown)]))).rejects.toMatchObject({ id: "desk-ended" });
    const running = checkList(portal, person, sent(Array.from({ length: 9_000 }, () => askedOf(shown))));
    await expect.poll(() => portal.lookups.outcomes.found, { interval: 1 }).toBeGreaterThan(0);
    await suspendAccount(portal, system("test"), { id: person.id });
    await expect(running).rejects.toMatchObject({ id: "not-allowed" });
    await expect(checkList(portal, person, sent([askedOf(shown)]))).rejects.toMatchObject({ id: "not-allowed" });
    const { events } = await readAudit(portal, admin, { kind: "records" });
    expect(events[0]).toMatchObject({ action: "list-checked", details: { purpose: { to: "Visa interviews of May" } } });
    const [organisation] = await readOrganisations(portal, admin);
    expect(organisation?.checked).toBeGreaterThan(0);
    expect(organisation?.checked).toBeLessThan(9_000);
  });

  test("a list that stops after midnight gives its numbers back to the day on which it began", async ({ portal }) => {
    const { person } = await atTheDesk(portal);
    const midnight = startOfDay(officeZone(portal), officeToday(portal), 1);
    let now = midnight - 1;
    const acrossMidnight = { ...portal, now: () => (now += 1) - 1 };
    const stopped = await checkList(acrossMidnight, person, sent([...manyOf(250), ...manyOf(250)]));
    expect(stopped).toMatchObject({ stoppedFor: "misses", asked: { misses: 31 } });
    const fresh = { left: 500, asked: { numbers: 0, misses: 0 } };
    expect(await readDesk(later(portal, midnight - portal.now()), person)).toMatchObject(fresh);
  });

  test("a person stays with the organisation that invited last, becomes staff by no invitation, and verify notices another", async ({
    portal,
  }) => {
    const email = freshEmail();
    const { organisation, person } = await atTheDesk(portal, {}, email);
    await takeInvitation(portal, (within) => invitePerson(within, system("test"), { email, role: "student" }));
    expect((await organisationAtDesk(portal, person)).id).toBe(organisation);
    const colleague = freshEmail();
    await personOf(portal, organisation, colleague);
    const asStaff = invitePerson(portal, system("test"), { email: colleague, role: "moderator" });
    await expect(asStaff).rejects.toMatchObject({ fields: { email: "account-of-organisation" } });
    const other = await addOrganisation(portal, admin, embassy(portal, { name: "Embassy of Nepal" }));
    await takeInvitation(portal, (within) => inviteToOrganisation(within, system("test"), other, { email }));
    expect((await organisationAtDesk(portal, person)).id).toBe(other.id);
    expect(await verifyRows(portal)).toEqual([]);
    const by = { id: person.id, at: portal.now() };
    await portal.database.write((writer) => updateRole(writer, person.id, { organisation_id: organisation }, by));
    expect(await verifyRows(portal)).toEqual([`person ${person.id}`]);
  });

  test("a list tells the day and the titles of what is published, and nothing else", async ({ portal }) => {
    const { person } = await atTheDesk(portal);
    const images = { visaPaper: await uploaded(portal, admin), medical: await uploaded(portal, admin) };
    const shown = await addTestRecord(portal, admin, { images, name: "Rahim Uddin" });
    const hidden = await addTestRecord(portal, admin);
    await hideRecord(portal, admin, { id: hidden.id });
    const waiting = await addTestRecord(portal, moderator);
    await signCheckpoint(portal);
    const checked = await checkList(
      portal,
      person,
      sent([
        askedOf(shown),
        { number: shown.irccNumber, name: shown.name.split(" ").toReversed().join(", ") },
        { number: shown.passportNumber, name: "Rahim Karim" },
        { number: shown.passportNumber, name: "" },
        askedOf(hidden),
        askedOf(waiting),
        nobody(1),
      ]),
    );
    const published = {
      outcome: "shown",
      published: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      documents: ["visaPaper"],
    };
    const nothing = { outcome: "nothing", digest: expect.any(String) };
    expect(answersIn(checked)).toEqual([
      { ...published, digest: expect.any(String) },
      { ...published, digest: expect.any(String) },
      nothing,
      null,
      nothing,
      nothing,
      nothing,
    ]);
    expect(await readOrganisations(portal, admin)).toMatchObject([{ checked: 6, misses: 4, stoppedAt: null }]);
  });

  test("the receipt of a list names no number, and each disclosure tells its own", async ({ portal }) => {
    const { person } = await atTheDesk(portal);
    const shown = await addTestRecord(portal, admin);
    await signCheckpoint(portal);
    const asked = [askedOf(shown), nobody(1)];
    const { rows, token } = await checkList(portal, person, sent(asked));
    const keys = await keysOf(portal);
    const receipt = await signedReceipt(token, keys);
    expect(receipt).toMatchObject({
      iss: portal.publicOrigin,
      asked_by: { name: "Embassy of Malta", country: "Malta" },
      purpose: "Visa interviews of May",
      asked_with: "name",
      checkpoint: expect.stringContaining(new URL(portal.publicOrigin).host),
    });
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: [...keys] }), { typ: "attestry-receipt+jwt" });
    expect(payload["answers"]).toEqual(receipt?.answers);
    const text = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
    for (const { number, name } of asked) for (const one of [number, name]) expect(text).not.toContain(one);
    if (!receipt) throw new Error("the receipt cannot be read");
    const told = await Promise.all(rows.map(({ answered }) => answerFor(receipt, answered?.disclosure ?? "")));
    expect(told.map((one) => [one?.asked, one?.answer.outcome])).toEqual([
      [asked[0], "shown"],
      [asked[1], "nothing"],
    ]);
    // Each byte: one changed letter, wherever it is, breaks the signature or the form.
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === "A" ? "B" : "A";
      expect(await signedReceipt(token.slice(0, at) + other + token.slice(at + 1), keys)).toBeNull();
    }
  });
});
