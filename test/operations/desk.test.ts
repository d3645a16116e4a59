import { createLocalJWKSet, jwtVerify } from "jose";
import fc from "fast-check";
import { describe, expect, vi } from "vitest";
import { listInTable, type NumberList } from "#core/desk/list-in-table.ts";
import { dayMs } from "#core/durations.ts";
import { sharesField } from "#core/holders/share-codes.ts";
import { system } from "#core/accounts/actor.ts";
import { dayAfter, serverDay, startOfDay } from "#core/server-clock.ts";
import { invitePerson, inviteToOrganisation } from "#operations/accounts/invitations.ts";
import { suspendAccount } from "#operations/accounts/manage-accounts.ts";
import { readAudit } from "#operations/audit/read-audit.ts";
import { checkList } from "#operations/desk/check-list.ts";
import {
  addOrganisation,
  changeOrganisation,
  letGoOn,
  organisationAtDesk,
  readDesk,
  readOrganisations,
} from "#operations/desk/organisations.ts";
import { readHolderPage } from "#operations/holders/holder-page.ts";
import { makeShareCode } from "#operations/holders/share-codes.ts";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { writeLookupDays } from "#operations/lookups/lookup-days.ts";
import { waitingMails } from "#operations/mails/mail-queue.ts";
import type { Portal } from "#operations/portal.ts";
import { publicKeys } from "#operations/proofs/signing-keys.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { verifyRows } from "#operations/verify-rows.ts";
import { updateRole } from "#storage/database/accounts/roles.ts";
import { answerFor, readReceipt } from "#verify/lookup-receipt.ts";
import { admin, moderator } from "../support/accounts/people.ts";
import { freshAdmin, freshEmail } from "../support/accounts/fresh-accounts.ts";
import { uploaded } from "../support/documents.ts";
import { holderOf } from "../support/holders.ts";
import { atTheDesk, embassy, personOf, takeInvitation } from "../support/organisations.ts";
import { engines, later, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";

type Asked = { number: string; name: string; code?: string };

const listOf = (asked: readonly Asked[]): NumberList =>
  listInTable([
    { row: 1, cells: ["No.", "Passport No", "Name", "Share code"] },
    ...asked.map(({ number, name, code = "" }, at) => ({ row: at + 2, cells: [String(at), number, name, code] })),
  ]);

const sent = (asked: readonly Asked[]) => ({ list: listOf(asked), purpose: "Visa interviews of May" });

const nobody = (at: number): Asked => ({ number: `Z${50_000_000 + at}`, name: "Nobody Here" });
const manyOf = (count: number) => Array.from({ length: count }, (_, at) => nobody(at));

/** Different names, none of which is the name of a record. */
const names = Array.from(
  { length: 60 },
  (_, at) => `Guess ${String.fromCodePoint(97 + (at % 26)).repeat(3 + at / 26)}`,
);

const askedOf = ({ passportNumber: number, name }: { passportNumber: string; name: string }) => ({ number, name });

const answersIn = ({ rows }: Awaited<ReturnType<typeof checkList>>) =>
  rows.map(({ answered }) => answered && answered.answer);

const keysOf = async (portal: Portal) => (await publicKeys(portal, portal.database.read, "statement")).keys;

describe.each(engines)("on %s", (engine) => {
  const test = testOn(engine);

  test("guesses at the same time, by two people at two processes, are ten other names in all", async ({
    portal,
    there,
  }) => {
    const { organisation, person } = await atTheDesk(portal);
    const colleague = await personOf(portal, organisation);
    const { passportNumber: number } = await addTestRecord(portal, admin);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => {
        const list = sent(names.slice(5 * at, 5 * at + 5).map((name) => ({ number, name })));
        return checkList(at % 2 === 0 ? portal : there, at % 3 === 0 ? person : colleague, list).then(
          answersIn,
          () => [],
        );
      }),
    );
    expect(answers.flat().filter((answer) => answer !== null)).toHaveLength(11);
    expect(await readDesk(there, person)).toMatchObject({
      organisation: { stoppedFor: "other-names" },
      asked: { numbers: 1, otherNames: 10, misses: 11 },
    });
  });

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

  test("stops a list of which more than a fifth is not found, until an admin lets it go on", async ({ portal }) => {
    const { organisation, person } = await atTheDesk(portal);
    const shown = await addTestRecord(portal, admin);
    const fine = [...manyOf(10), ...Array.from({ length: 40 }, () => askedOf(shown))];
    expect(await checkList(portal, person, sent(fine))).toMatchObject({ stoppedFor: null, asked: { misses: 10 } });
    const stopped = await checkList(portal, person, sent(manyOf(300).slice(50)));
    expect(stopped).toMatchObject({ stoppedFor: "misses", asked: { numbers: 32, misses: 31 } });
    expect(stopped.receipt.answers).toHaveLength(21);
    // What was not checked does not count.
    expect(await readDesk(portal, person)).toMatchObject({ left: 500 - 50 - 21 });
    await expect(checkList(portal, person, sent([askedOf(shown)]))).rejects.toMatchObject({ id: "desk-stopped" });
    const colleague = await personOf(portal, organisation);
    await expect(checkList(portal, colleague, sent([askedOf(shown)]))).rejects.toMatchObject({ id: "desk-stopped" });
    await letGoOn(portal, admin, { id: organisation });
    expect(answersIn(await checkList(portal, person, sent([askedOf(shown)])))).toMatchObject([{ outcome: "shown" }]);
    const again = await checkList(portal, colleague, sent(manyOf(300)));
    expect(again).toMatchObject({ stoppedFor: "misses", asked: { misses: 31 } });
    const { events } = await readAudit(portal, admin, {});
    expect(events.slice(0, 3)).toMatchObject([
      { action: "list-checked", details: { stoppedFor: { to: "misses" } } },
      { action: "list-checked", details: { numbers: { to: 1 }, misses: { to: 0 } } },
      { action: "organisation-let-go-on", details: { stoppedFor: { from: "misses" } } },
    ]);
  });

  test("answers ten other names a day for numbers that were asked before, published or not", async ({ portal }) => {
    const { organisation, person } = await atTheDesk(portal);
    await freshAdmin(portal);
    const shown = await addTestRecord(portal, admin);
    const hidden = await addTestRecord(portal, admin);
    await hideRecord(portal, admin, { id: hidden.id });
    for (const { number, name } of [askedOf(shown), askedOf(hidden), nobody(1)]) {
      const guesses = names.slice(0, 40).map((guess) => ({ number, name: guess }));
      const stopped = await checkList(portal, person, sent([...guesses, { number, name }, nobody(2)]));
      expect(stopped).toMatchObject({ stoppedFor: "other-names", asked: { otherNames: 10 } });
      // Other numbers come first.
      expect(answersIn(stopped).filter((answer) => answer !== null)).toHaveLength(12);
      expect(answersIn(stopped).at(-1)).not.toBeNull();
      await letGoOn(portal, admin, { id: organisation });
    }
    const mails = (await Array.fromAsync(waitingMails(portal))).flat().filter(({ text }) => text.includes("Malta"));
    expect(mails.map(({ text }) => text.includes("more than 10 other names"))).toEqual([true, true, true]);
  });

  test("counts a name once, in whatever way it is written, and the next day anew", async ({ portal }) => {
    const { person } = await atTheDesk(portal);
    const { passportNumber: number } = await addTestRecord(portal, admin);
    const written = ["Karim Ahmed", "AHMED, Karim", "karim  ahmed", "Karim Ahmed Karim"];
    const rows = written.flatMap((name) =>
      [number, number.toLowerCase(), `${number.slice(0, 3)} ${number.slice(3)}`].map((one) => ({ number: one, name })),
    );
    expect(await checkList(portal, person, sent(rows))).toMatchObject({
      asked: { numbers: 1, otherNames: 0, misses: 1 },
    });
    const texts = names.slice(0, 20).map((name) => ({ number: "see file/2", name }));
    expect(await checkList(portal, person, sent(texts))).toMatchObject({
      stoppedFor: null,
      asked: { numbers: 1, misses: 1 },
    });
    const others = names.slice(0, 10).map((name) => ({ number, name }));
    expect(await checkList(portal, person, sent(others))).toMatchObject({
      stoppedFor: null,
      asked: { otherNames: 10 },
    });
    const tomorrow = later(portal, 24 * 60 * 60_000);
    expect(await checkList(tomorrow, person, sent([nobody(1)]))).toMatchObject({
      asked: { numbers: 1, otherNames: 0, misses: 1 },
    });
  });

  test("stops lists that are sent at the same time as one", async ({ portal }) => {
    const { person } = await atTheDesk(portal);
    const tries = await Promise.allSettled(
      Array.from({ length: 4 }, () => checkList(portal, person, sent(manyOf(100)))),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(tries.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []))).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ id: "desk-stopped" })),
    );
  });

  test("known pairs hide no guesses, neither copies nor in many lists", async ({ portal }) => {
    const { organisation, person } = await atTheDesk(portal);
    const known = await Promise.all(Array.from({ length: 8 }, () => addTestRecord(portal, admin)));
    const padding = known.flatMap((record) => [askedOf(record), { ...askedOf(record), number: record.irccNumber }]);
    const lists = Array.from({ length: 12 }, (_, list) =>
      sent([...padding, ...padding, ...Array.from({ length: 4 }, (__, at) => nobody(4 * list + at))]),
    );
    const stopped = [];
    for (const list of lists) stopped.push(await checkList(portal, person, list).catch(() => null));
    expect(stopped.map((one) => one?.stoppedFor)).toEqual([
      ...Array.from({ length: 7 }, () => null),
      "misses",
      ...Array.from({ length: 4 }, () => undefined),
    ]);
    expect(await readOrganisations(portal, admin)).toMatchObject([{ id: organisation, misses: 31 }]);
  });

  test("padding, order, parts and colleagues raise nothing that is learnt", async ({ portal, there }) => {
    const { organisation, person } = await atTheDesk(portal, { perDay: 10_000, lastDay: "2099-12-31" });
    const people = [person, await personOf(portal, organisation)];
    const [shown, hidden, ...others] = await Promise.all(Array.from({ length: 7 }, () => addTestRecord(portal, admin)));
    if (!shown || !hidden) throw new Error("there are seven records");
    await hideRecord(portal, admin, { id: hidden.id });
    const few = [shown.passportNumber, hidden.passportNumber, nobody(0).number];
    const many = manyOf(60).map(({ number }) => number);
    const numbers = [...few, ...many];
    const number = fc.oneof(fc.constantFrom(...few), fc.constantFrom(...many));
    const guess = fc.record({ number, name: fc.constantFrom(...names) });
    const padding = fc
      .tuple(fc.constantFrom(...others.map(askedOf)), fc.constantFrom(", ", " ", "  "))
      .map(([known, gap]) => ({ ...known, name: known.name.split(" ").toReversed().join(gap) }));
    const rows = fc.array(fc.oneof(guess, padding), { minLength: 1, maxLength: 60, size: "max" });
    const lists = fc.array(fc.record({ rows, who: fc.nat(1), isThere: fc.boolean() }), {
      minLength: 1,
      maxLength: 5,
      size: "max",
    });
    let day = 0;
    await fc.assert(
      fc.asyncProperty(lists, async (sentLists) => {
        day += 1;
        const here = later(portal, day * dayMs);
        const elsewhere = later(there, day * dayMs);
        const learnt = new Map<string, Set<string>>();
        for (const { rows: list, who, isThere } of sentLists) {
          const actor = people[who] ?? person;
          const at = isThere ? elsewhere : here;
          const checked = await checkList(at, actor, sent(list)).catch(() => null);
          for (const { number, name, answered } of checked?.rows ?? [])
            if (answered && numbers.includes(number))
              learnt
                .set(number, learnt.get(number) ?? new Set())
                .get(number)
                ?.add(name);
        }
        const tried = [...learnt.values()].reduce((sum, { size }) => sum + size, 0);
        expect(tried - learnt.size).toBeLessThanOrEqual(10);
        expect(tried).toBeLessThanOrEqual(31);
        await letGoOn(here, admin, { id: organisation });
      }),
      { numRuns: 25 },
    );
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
    expect(withCode.toSorted()).toEqual(["nothing", "shown", "shown", "shown"]);
    expect([0, 2, 3].map((row) => outcomes[row])).toEqual(["nothing", "nothing", "nothing"]);
    expect(answersIn(checked).find((answer) => answer?.outcome === "shown")).toMatchObject({
      documents: ["workPermit"],
    });
    expect(checked.receipt.asked_with).toBe("name and code");
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
        day: serverDay(portal.now()),
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
    await vi.waitUntil(() => portal.lookups.outcomes.found > 0, { interval: 1 });
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
    const midnight = startOfDay(dayAfter(portal.now(), 1));
    let now = midnight - 1;
    const acrossMidnight = { ...portal, now: () => (now += 1) - 1 };
    const stopped = await checkList(acrossMidnight, person, sent([...manyOf(250), ...manyOf(250)]));
    expect(stopped).toMatchObject({ stoppedFor: "misses", asked: { misses: 31 } });
    const fresh = { left: 500, asked: { numbers: 0, misses: 0 } };
    expect(await readDesk(later(portal, midnight - portal.now()), person)).toMatchObject(fresh);
  });

  test("a person stays with the organisation that invited last, and verify notices another", async ({ portal }) => {
    const email = freshEmail();
    const { organisation, person } = await atTheDesk(portal, {}, email);
    await takeInvitation(portal, (within) => invitePerson(within, system("test"), { email, role: "student" }));
    expect((await organisationAtDesk(portal, person)).id).toBe(organisation);
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
    const shown = await addTestRecord(portal, admin, { images });
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
    const receipt = await readReceipt(token, keys);
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
      expect(await readReceipt(token.slice(0, at) + other + token.slice(at + 1), keys)).toBeNull();
    }
  });
});
