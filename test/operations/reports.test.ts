import { describe, expect } from "vitest";
import { auditTrail } from "../support/audit-trail.ts";
import { verifyAudit } from "#operations/upkeep/verify.ts";
import { addRecord } from "#operations/records/add-record.ts";
import { deliverMails } from "#operations/mails/mail-queue.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { answerReport, closeReport, deleteOldReports, receiveReport } from "#operations/reports/handle-report.ts";
import { listReports, readReport, findReportedRecords } from "#operations/reports/read-reports.ts";
import { admin, particulars } from "../support/accounts/people.ts";
import { addTestRecord } from "../support/records.ts";
import { engines, sharedTest, testOn } from "../support/portals.ts";
import { mailsIn } from "../support/read-mail.ts";
import { freshAdmin } from "../support/accounts/fresh-accounts.ts";

let senders = 0;
/** Returns a sender with another address at each call. */
const someone = () => ({ clientAddress: `198.51.100.${(senders += 1)}`, isJunk: false });

const day = 24 * 3_600_000;

const report = {
  kind: "mistake",
  about: "A12345678",
  message: "The father’s name is Abdul Karim.\nNot Abdul Kalam.",
  contact: "+880 1000 000000",
};

const answer = { answer: "Thank you.\nIt is mended." };
const noted = { outcome: "The name is mended.\nShe had a mail." };

describe.each(engines)("reports on %s", (engine) => {
  const test = testOn(engine);

  test("are answered once by a mail, which quotes nothing of them", async ({ environment, portal }) => {
    const amina = await freshAdmin(portal);
    const id = await receivedId(portal, { contact: " Rahima@Example.org " });
    const outcomes = await Promise.all([
      answerReport(portal, amina, id, answer),
      answerReport(portal, amina, id, answer),
    ]);
    expect(outcomes.reduce((sum, { modified }) => sum + modified, 0)).toBe(1);
    await deliverMails(portal, { stopping: never, cut: never, report: fail });
    const mails = await mailsIn(environment["DATA_DIR"] ?? "");
    expect(mails).toHaveLength(1);
    const { report: kept, names } = await readReport(portal, admin, id);
    expect(mails[0]?.headers["to"]).toContain("rahima@example.org");
    expect(mails[0]?.headers["subject"]).toContain(kept.reference);
    expect(mails[0]?.text).toContain(answer.answer);
    expect(mails[0]?.text).not.toContain("Abdul");
    expect(kept.answers).toEqual([{ text: answer.answer, at: expect.any(Number), by: amina.id }]);
    expect(kept).toMatchObject({ message: report.message, closedAt: null, outcome: "" });
    expect(names.get(amina.id)).toBe("Amina Admin");
    expect(await auditTrail(portal, admin, "report", id)).toMatchObject([
      { action: "report-received" },
      { action: "report-answered" },
    ]);
    await closeReport(portal, admin, id, noted);
    expect((await readReport(portal, admin, id)).report).toMatchObject({ ...noted, answers: kept.answers });
  });

  test("are listed page by page, open ones oldest first, closed ones newest first", async ({ portal }) => {
    for (let at = 0; at < 5; at += 1)
      await receiveReport({ ...portal, now: () => 1000 + (at >> 1) }, { ...report, about: `N${at}` }, someone());
    const aboutsOf = async (state: "open" | "closed") => {
      const pages: string[][] = [];
      let cursor: string | undefined;
      do {
        const page = await listReports(portal, admin, { state, limit: 2, cursor });
        pages.push(page.reports.map(({ about }) => about));
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
      return pages;
    };
    expect(await aboutsOf("open")).toEqual([["N0", "N1"], ["N2", "N3"], ["N4"]]);
    const { reports, next } = await listReports(portal, admin, { limit: 3 });
    for (const [at, { id }] of reports.entries())
      await closeReport({ ...portal, now: () => 2000 + at }, admin, id, noted);
    expect(await aboutsOf("closed")).toEqual([["N2", "N1"], ["N0"]]);
    for (const cursor of [next ?? "", "nonsense"]) {
      const asked = listReports(portal, admin, { state: "closed", cursor });
      await expect(asked).rejects.toMatchObject({ id: "invalid", fields: { cursor: "unknown-choice" } });
    }
  });

  test("of a paper that differs, and of money asked for, come before the others on whatever page", async ({
    portal,
  }) => {
    const kinds = ["other", "money", "mistake", "differs", "removal", "money", "differs"] as const;
    for (const [at, kind] of kinds.entries())
      await receiveReport({ ...portal, now: () => 1000 + (at >> 1) }, { ...report, kind, about: `N${at}` }, someone());
    const order = ["N1 money", "N3 differs", "N5 money", "N6 differs", "N0 other", "N2 mistake", "N4 removal"];
    for (const limit of [1, 2, 3, 4, 5, 7, 8]) {
      const listed: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await listReports(portal, admin, { limit, cursor });
        expect(page.reports.length).toBe(page.next === null ? kinds.length - listed.length : limit);
        listed.push(...page.reports.map(({ about, kind }) => `${about} ${kind}`));
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
      expect(listed, `${limit} on a page`).toEqual(order);
    }
    const { reports } = await listReports(portal, admin);
    for (const [at, { id }] of reports.entries())
      await closeReport({ ...portal, now: () => 2000 + at }, admin, id, noted);
    const closed = await listReports(portal, admin, { state: "closed" });
    expect(closed.reports.map(({ about, kind }) => `${about} ${kind}`)).toEqual(order.toReversed());
  });
});

// One engine is enough: these queries are the same on both.
describe("reports", () => {
  const test = testOn("sqlite");
  test("from one client address are limited to ten", async ({ portal }) => {
    const sender = someone();
    for (let sent = 0; sent < 10; sent += 1)
      await receiveReport(portal, { ...report, about: `A1234567${sent}` }, sender);
    await expect(receiveReport(portal, report, sender)).rejects.toMatchObject({ id: "too-many-requests" });
    await receiveReport(portal, report, someone());
  });

  test("wait for staff as they were written, each under its own reference", async ({ portal }) => {
    const { reference } = await receiveReport(portal, report, someone());
    expect(reference).toMatch(/^R-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    const { reports, next } = await listReports(portal, admin);
    expect(next).toBeNull();
    expect(reports).toMatchObject([{ ...report, reference, closedAt: null, closedBy: null }]);
  });

  test("that are junk get the same response and are not stored", async ({ portal }) => {
    const { reference } = await receiveReport(portal, report, { ...someone(), isJunk: true });
    expect(reference).toMatch(/^R-/);
    expect((await listReports(portal, admin)).reports).toEqual([]);
  });

  test("are closed once, with an audit event", async ({ portal }) => {
    await receiveReport(portal, report, someone());
    const id = (await listReports(portal, admin)).reports[0]?.id ?? "";
    const outcomes = await Promise.all([closeReport(portal, admin, id, noted), closeReport(portal, admin, id, noted)]);
    expect(outcomes.reduce((sum, { modified }) => sum + modified, 0)).toBe(1);
    expect((await listReports(portal, admin)).reports).toEqual([]);
    const { reports } = await listReports(portal, admin, { state: "closed" });
    expect(reports).toMatchObject([{ id, closedBy: "admin-1", message: report.message, ...noted }]);
    const trail = await auditTrail(portal, admin, "report", id);
    expect(trail).toMatchObject([
      { actor: "anonymous", action: "report-received" },
      { actor: "admin-1", action: "report-closed", changedFields: ["closedAt", "outcome"] },
    ]);
    expect(await verifyAudit(portal)).toEqual({ events: 2, brokenAt: null });
    for (const none of ["no-such-report", "\0"]) {
      await expect(closeReport(portal, admin, none, noted)).rejects.toMatchObject({ id: "not-found" });
    }
  });

  test("cannot be closed without a note", async ({ portal }) => {
    const id = await receivedId(portal);
    await expect(closeReport(portal, admin, id, { outcome: " " })).rejects.toMatchObject({
      fields: { outcome: "required" },
    });
    expect((await readReport(portal, admin, id)).report.closedAt).toBeNull();
  });

  test("cannot be answered if the contact is not exactly one email address", async ({ portal }) => {
    for (const contact of [
      "+880 1000 000000",
      "",
      "a@example.org, b@example.org",
      "a@example.org Bcc: b@example.org",
    ]) {
      const id = await receivedId(portal, { contact });
      await expect(answerReport(portal, admin, id, answer), contact).rejects.toMatchObject({
        fields: { answer: "email-format" },
      });
      expect((await readReport(portal, admin, id)).report.answers).toEqual([]);
    }
  });

  test("belong to one registry", async ({ portal }) => {
    await receiveReport({ ...portal, registry: "Another_Registry" }, report, someone());
    expect((await listReports(portal, admin)).reports).toEqual([]);
  });

  test("lead to the record that they are about, by number, by name, or by a number in a sentence", async ({
    portal,
  }) => {
    const particular = particulars({ name: "Rahima Khatun" });
    const { id } = await addRecord(portal, admin, { particulars: particular, images: {} });
    await addTestRecord(portal, admin, { name: "Somebody Else" });
    const number = String(particular["passportNumber"]);
    for (const about of [number, number.toLowerCase(), "rahima", `my passport is ${number}, please look`]) {
      expect((await findReportedRecords(portal, admin, about)).map((found) => found.id)).toEqual([id]);
    }
    expect(await findReportedRecords(portal, admin, "Z0000000")).toEqual([]);
  });

  test("are deleted 180 days after they were closed, and open ones stay", async ({ portal }) => {
    for (const about of ["first", "second", "open"]) await receiveReport(portal, { ...report, about }, someone());
    await receiveReport({ ...portal, registry: "Another_Registry" }, report, someone());
    const { reports } = await listReports(portal, admin);
    const [first, second] = reports;
    const after = (days: number): Portal => ({ ...portal, now: () => portal.now() + days * day });
    await closeReport(after(0), admin, first?.id ?? "", noted);
    await closeReport(after(10), admin, second?.id ?? "", noted);
    const left = async (state: "open" | "closed") =>
      (await listReports(portal, admin, { state })).reports.map(({ about }) => about);
    await deleteOldReports(after(179));
    expect(await left("closed")).toEqual(["second", "first"]);
    await deleteOldReports(after(181));
    expect(await left("closed")).toEqual(["second"]);
    await deleteOldReports(after(400));
    expect(await left("closed")).toEqual([]);
    expect(await left("open")).toEqual(["open"]);
    expect((await listReports({ ...portal, registry: "Another_Registry" }, admin)).reports).toHaveLength(1);
    expect(await verifyAudit(portal)).toMatchObject({ brokenAt: null });
  });
});

sharedTest.sqlite.for([
  [{ kind: "praise" }, { kind: "unknown-choice" }],
  [{ about: "  " }, { about: "required" }],
  [{ message: "" }, { message: "required" }],
  [{ message: "x".repeat(3001) }, { message: "too-long" }],
  [{ message: "NUL \u0000" }, { message: "not-text" }],
  [{ contact: "x".repeat(201) }, { contact: "too-long" }],
  [{ about: ["A12345678"] }, { about: "not-text" }],
] as const)("a report with %j is refused: %j", async ([different, fields], { portal }) => {
  await expect(receiveReport(portal, { ...report, ...different }, someone())).rejects.toMatchObject({
    id: "invalid",
    fields,
  });
  expect((await listReports(portal, admin)).reports).toEqual([]);
});

const never = new AbortController().signal;

function fail(error: unknown): never {
  throw error;
}

async function receivedId(portal: Portal, different = {}): Promise<string> {
  const { reference } = await receiveReport(portal, { ...report, ...different }, someone());
  const { reports } = await listReports(portal, admin);
  return reports.find((received) => received.reference === reference)?.id ?? "";
}
