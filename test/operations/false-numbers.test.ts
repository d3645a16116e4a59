import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect } from "vitest";
import { anonymous } from "#core/accounts/actor.ts";
import { dayMs, minuteMs } from "#core/durations.ts";
import { laterDay } from "#core/office-clock.ts";
import { readAudit } from "#operations/audit/read-audit.ts";
import { agreeToChange, readHeldChanges, refuseChange } from "#operations/decisions/decide-change.ts";
import { readHolderPage } from "#operations/holders/holder-page.ts";
import { askForRecord } from "#operations/lookups/ask-for-record.ts";
import { answerMailsLink, askForMails } from "#operations/holders/holder-mails.ts";
import { tellHolders } from "#operations/holders/tell-holders.ts";
import { waitingMails } from "#operations/mails/mail-queue.ts";
import { readFalseNumbers } from "#operations/reports/read-false-numbers.ts";
import { officeToday } from "#operations/portal/office-time.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import {
  deleteEndedMarks,
  endFalseNumber,
  listDamagedMarks,
  listFalseNumbers,
  markFalseNumber,
} from "#operations/reports/false-numbers.ts";
import { receiveReport } from "#operations/reports/handle-report.ts";
import { subjectAccessExport } from "#operations/exports/all-about-person.ts";
import { rotateKeys } from "#operations/upkeep/rotate-keys.ts";
import { verifyRows } from "#operations/upkeep/verify-rows.ts";
import { admin as someAdmin, commandLine } from "../support/accounts/people.ts";
import { changeRows } from "../support/change-rows.ts";
import { testWithEyes } from "../support/four-eyes.ts";
import { holderOf } from "../support/holders.ts";
import { engines, later, openForTest, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { plainTextsIn } from "../support/traces.ts";
import { visitorAt } from "../support/visitors.ts";

const reason = "Three false visas were shown to us.";

const form = (portal: Portal, number: string, days = 30) => ({
  number,
  reason,
  until: laterDay(officeToday(portal), days),
});

/** Which number of a shown record the answer says it of. */
const toldOf = async (portal: Portal, number: string, by: "passport" | "ircc" = "passport") => {
  const outcome = await askForRecord(portal, { by, number }, { address: "192.0.2.1", channel: "web" });
  if (outcome.kind !== "found" || !outcome.isOnFalsePapers) return null;
  return outcome.isOtherNumber ? "the other" : "this";
};

const told = async (portal: Portal, number: string) => {
  const outcome = await visitorAt(portal, "192.0.2.1").asks(number);
  return outcome.kind === "found" || outcome.kind === "none" ? [outcome.kind, outcome.isOnFalsePapers] : [outcome.kind];
};

/** In the next turn: all reads of one turn see the same state of SQLite. */
async function readAnew(portal: Portal) {
  await nextTurn();
  await readFalseNumbers(portal);
}

const mailsTo = async (portal: Portal, wanted: (to: string) => boolean) => {
  const texts: string[] = [];
  for await (const mails of waitingMails(portal))
    texts.push(...mails.filter(({ to }) => wanted(to)).map(({ text }) => text));
  return texts;
};

describe.each(engines)("a number on false papers, on %s,", (engine) => {
  const test = testOn(engine);

  test("is told by each process with a record and without one, until its mark has ended", async ({
    portal,
    there,
    admin,
  }) => {
    const shown = await addTestRecord(portal, admin);
    const hidden = await addTestRecord(portal, admin);
    await hideRecord(portal, admin, { id: hidden.id });
    const numbers = [shown.passportNumber, hidden.passportNumber, "Z1234567"];
    const each = (site: Portal) => Promise.all(numbers.map((number) => told(site, number)));
    // A stranger's report alone marks nothing.
    await receiveReport(
      portal,
      { kind: "other", about: "Z1234567", message: "I was sold this." },
      { clientAddress: "192.0.2.2", isJunk: false, language: "en" },
    );
    expect(await each(portal)).toEqual([
      ["found", false],
      ["none", false],
      ["none", false],
    ]);
    for (const number of numbers) await markFalseNumber(portal, admin, form(portal, number.toLowerCase()));
    const marked = [
      ["found", true],
      ["none", true],
      ["none", true],
    ];
    expect(await each(portal)).toEqual(marked);
    await readAnew(there);
    expect(await each(there)).toEqual(marked);
    expect(await told(there, shown.irccNumber)).toEqual(["none", false]);

    const [newest] = await listFalseNumbers(there, admin);
    expect(newest).toMatchObject({ number: "z1234567", reason, markedBy: "Amina Admin" });
    await endFalseNumber(there, admin, { id: newest?.id ?? "" });
    await readAnew(portal);
    expect(await told(portal, "Z1234567")).toEqual(["none", false]);
    expect(await told(later(portal, 32 * dayMs), shown.passportNumber)).toEqual(["found", false]);
    await deleteEndedMarks(later(portal, 29 * dayMs));
    expect(await listFalseNumbers(portal, admin)).toHaveLength(2);
    expect(await verifyRows(portal)).toEqual([]);
    await deleteEndedMarks(later(portal, 32 * dayMs));
    expect(await listFalseNumbers(portal, admin)).toEqual([]);

    const { events } = await readAudit(portal, admin, { kind: "number-marked" });
    expect(events[0]?.details).toEqual({
      numberEnding: { from: null, to: "567" },
      reason: { from: null, to: reason },
      until: { from: null, to: form(portal, "").until },
    });
  });

  test("stays told while SECRET is replaced, and afterwards", async ({ environment }) => {
    const [older, newer] = ["an older secret of at least 32 characters", "a newer secret of at least 32 characters"];
    const withOlder = await openForTest({ ...environment, SECRET: older });
    await markFalseNumber(withOlder, someAdmin, form(withOlder, "Z1234567"));
    const withBoth = await openForTest({ ...environment, SECRET: `${newer},${older}` });
    expect(await told(withBoth, "Z1234567")).toEqual(["none", true]);
    await rotateKeys(withBoth, commandLine);
    expect(await told(await openForTest({ ...environment, SECRET: newer }), "Z1234567")).toEqual(["none", true]);
  });

  test("is told to the holder of its record, by mail", async ({ portal, admin }) => {
    const record = await addTestRecord(portal, admin);
    const { opened } = await holderOf(portal, record);
    await askForMails(portal, opened, { email: "rahim@example.com" }, "en");
    const toHolder = () => mailsTo(portal, (to) => to === "rahim@example.com");
    const token = /token=(\S+)/.exec((await toHolder())[0] ?? "")?.[1] ?? "";
    await answerMailsLink(portal, token, "confirm");
    await markFalseNumber(portal, admin, form(portal, record.irccNumber));
    await tellHolders(later(portal, minuteMs));
    const ending = record.irccNumber.slice(-3);
    const mails = (await toHolder()).join("\n");
    expect(mails).toContain(`False papers with your number that ends in …${ending} circulate.`);
    expect(mails).not.toContain(record.irccNumber);
    expect((await readHolderPage(portal, opened))?.falseNumbers).toEqual([record.irccNumber]);
  });
});

describe("a mark", () => {
  const test = testOn("sqlite");

  test("is refused to all but admins, without a reason, for a day that has passed or is too far, and for what is no number", async ({
    portal,
    admin,
  }) => {
    await expect(markFalseNumber(portal, anonymous, form(portal, "Z1234567"))).rejects.toMatchObject({
      id: "not-signed-in",
    });
    const wrong = { number: "Z1", reason: "", until: laterDay(officeToday(portal), -1) };
    await expect(markFalseNumber(portal, admin, wrong)).rejects.toMatchObject({
      fields: { reason: "required", until: "day-passed" },
    });
    await expect(markFalseNumber(portal, admin, form(portal, "Z1234567", 366))).rejects.toMatchObject({
      fields: { until: "day-too-far" },
    });
    await expect(markFalseNumber(portal, admin, form(portal, "Z1", 365))).rejects.toMatchObject({
      fields: { number: "number-format" },
    });
  });

  test("of one number of a record says that it is the other, to whoever asks by the one that is not marked", async ({
    portal,
    admin,
  }) => {
    const record = await addTestRecord(portal, admin);
    await markFalseNumber(portal, admin, form(portal, record.passportNumber));
    expect(await toldOf(portal, record.passportNumber)).toBe("this");
    expect(await toldOf(portal, record.irccNumber, "ircc")).toBe("the other");
    await markFalseNumber(portal, admin, form(portal, record.irccNumber));
    expect(await toldOf(portal, record.irccNumber, "ircc")).toBe("this");
  });

  test("that is damaged is listed, named in what is known of a person, and ended by its id", async ({
    portal,
    admin,
  }) => {
    const record = await addTestRecord(portal, admin);
    await markFalseNumber(portal, admin, form(portal, record.passportNumber));
    await changeRows(portal, "false_number", { sealed: Buffer.alloc(64) });
    const [damaged, ...others] = await listDamagedMarks(portal, admin);
    expect([others, await listFalseNumbers(portal, admin)]).toEqual([[], []]);
    const { falseNumbers, unreadFalseNumbers } = await subjectAccessExport(portal, admin, record);
    expect([falseNumbers, unreadFalseNumbers]).toEqual([[], [damaged]]);
    await endFalseNumber(portal, admin, { id: damaged?.id ?? "" });
    expect(await listDamagedMarks(portal, admin)).toEqual([]);
    const { events } = await readAudit(portal, admin, { kind: "number-mark-ended" });
    expect(events[0]?.details).toMatchObject({ numberEnding: { from: null, to: "?" } });
  });

  test("replaces the one that the number had, and leaves no number in clear", async ({
    portal,
    environment,
    admin,
  }) => {
    await markFalseNumber(portal, admin, form(portal, "Z1234567"));
    await markFalseNumber(portal, admin, { ...form(portal, "z 123-4567"), reason: "Five by now." });
    expect(await listFalseNumbers(portal, admin)).toMatchObject([{ number: "z 123-4567", reason: "Five by now." }]);
    expect(await plainTextsIn(environment["DATA_DIR"] ?? "", ["Z1234567", "z 123-4567", "Five by now."])).toEqual([]);
  });
});

describe("under the four-eyes rule, a mark", () => {
  const test = testWithEyes("sqlite");

  test("waits for a second admin, and its mails name only the end of the number", async ({ portal, one, other }) => {
    const wish = form(portal, "Z1234567");
    await expect(markFalseNumber(portal, one, wish)).rejects.toMatchObject({ id: "waits" });
    expect(await told(portal, "Z1234567")).toEqual(["none", false]);
    const mails = await mailsTo(portal, () => true);
    expect(mails[0]).toContain("…567");
    expect(mails.join("\n")).not.toContain("Z1234567");
    const [change] = await readHeldChanges(portal, other);
    expect(change).toMatchObject({ change: { kind: "false-number", number: "Z1234567", reason } });
    const target = { id: change?.id ?? "" };
    await expect(agreeToChange(portal, one, target)).rejects.toMatchObject({ id: "not-allowed" });
    await agreeToChange(portal, other, target);
    expect(await told(portal, "Z1234567")).toEqual(["none", true]);
    expect(await listFalseNumbers(portal, other)).toMatchObject([{ number: "Z1234567", reason }]);

    await expect(markFalseNumber(portal, one, form(portal, "Y7654321"))).rejects.toMatchObject({ id: "waits" });
    const [second] = await readHeldChanges(portal, other);
    await refuseChange(portal, other, { id: second?.id ?? "" });
    expect(await told(portal, "Y7654321")).toEqual(["none", false]);
    // What strangers are told less of acts at once.
    await endFalseNumber(portal, one, { id: (await listFalseNumbers(portal, one))[0]?.id ?? "" });
    expect(await told(portal, "Z1234567")).toEqual(["none", false]);
  });
});
