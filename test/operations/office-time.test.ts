import { describe, expect } from "vitest";
import { daysOfEnd } from "#core/records/last-days.ts";
import { readAudit } from "#operations/audit/read-audit.ts";
import { heldChangeMail, holderLinkMail, alertMail } from "#operations/mails/mail-texts.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { countRecords } from "#operations/records/list-records.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { officeToday } from "#operations/portal/office-time.ts";
import { receiptAnswer, siteOf } from "#operations/desk/make-receipt.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { admin } from "../support/accounts/people.ts";
import { addTestRecord } from "../support/records.ts";
import { testOn } from "../support/portals.ts";

/** 3 December 2026, 00:30 in Dhaka; the 2nd in Toronto. */
const moment = Date.parse("2026-12-02T18:30Z");

// One engine is enough: no query knows of zones.
describe("the office's time zone", () => {
  const test = testOn("sqlite");

  const inZone = (portal: Portal, timeZone: string) => changeSettings(portal, admin, { change: { timeZone } });

  test("decides on which day a record was added and whether a last day has passed", async ({ portal, there }) => {
    const then: Portal = { ...portal, now: () => moment };
    await addTestRecord(then, admin, { passportNumber: "A12345678", lastDays: { visaPaper: "2026-12-02" } });
    const countOf = (filter: Parameters<typeof countRecords>[2]) =>
      countRecords(then, admin, filter).then(({ count }) => count);
    const day = "2026-12-03";
    const seen = async () => {
      const record = await lookUpRecord(then, { by: "passport", number: "A12345678" });
      return {
        today: officeToday(then),
        ended: await countOf(daysOfEnd("ended", officeToday(then))),
        soon: await countOf(daysOfEnd("30", officeToday(then))),
        added: await countOf({ addedFrom: day, addedTo: day }),
        noted: (await readAudit(then, admin, { from: day, to: day, kind: "records" })).events.length,
        receipt: receiptAnswer(siteOf(then), { number: "A12345678", name: "" }, record).answer,
      };
    };
    await inZone(portal, "Asia/Dhaka");
    expect(await seen()).toMatchObject({
      today: "2026-12-03",
      ended: 1,
      soon: 0,
      added: 1,
      noted: 1,
      receipt: { published: "2026-12-03" },
    });
    // Another process made the change. This one knows of it with the first settings that it reads.
    await inZone(there, "America/Toronto");
    await countOf({});
    expect(await seen()).toMatchObject({
      today: "2026-12-02",
      ended: 0,
      soon: 1,
      added: 0,
      noted: 0,
      receipt: { published: "2026-12-02" },
    });
  });

  test("is the one of deadlines in mails, across a change of the clocks; a day that was typed stays", () => {
    const zone = "Europe/London";
    const [summer, winter] = [Date.parse("2026-10-24T23:30Z"), Date.parse("2026-10-25T23:30Z")];
    const link = holderLinkMail("Shapla", "https://x.example", { endsAt: winter, worksFrom: summer, zone }).text;
    expect(link).toContain("25 October 2026 at 23:30 GMT.");
    expect(link).toContain("25 October 2026 at 00:30 BST");
    const held = {
      operator: "S",
      askedBy: "A",
      name: "B",
      outside: null,
      link: "x",
      change: { kind: "four-eyes-off", subject: "" },
    } as const;
    expect(heldChangeMail({ ...held, until: summer, zone: "Asia/Kathmandu" }).text).toContain(
      "25 October 2026 at 05:15 GMT+5:45",
    );
    const parts = [{ kind: "deletion", count: 1, items: [], link: "x", day: "2026-12-03" } as const];
    expect(alertMail("S", "en", parts, "x").text).toContain("3 December 2026");
  });
});
