import { describe, expect } from "vitest";
import { isPortalError } from "#core/errors.ts";
import { holderStates } from "#core/holders/binding.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import {
  deleteOldHolderLinks,
  offerHolderLink,
  readHolder,
  withdrawHolderLink,
} from "#operations/holders/holder-links.ts";
import {
  closeHolderPage,
  holdersOnDevice,
  openHolderPage,
  readHolderPage,
  refuseNewLink,
  bindByCard,
} from "#operations/holders/holder-page.ts";
import { holdersOfRun, offerLinksOfRun } from "#operations/holders/links-of-run.ts";
import { waitingMails } from "#operations/mails/mail-queue.ts";
import { ownReports, reportAsHolder } from "#operations/holders/holder-reports.ts";
import { answerReport, closeReport } from "#operations/reports/handle-report.ts";
import { listReports, readReport } from "#operations/reports/read-reports.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { deleteRecord, hideRecord } from "#operations/records/change-record.ts";
import { listRecords } from "#operations/records/list-records.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { otherModerator, particulars } from "../support/accounts/people.ts";
import { cardForm, freshClient, holderOf, pin } from "../support/holders.ts";
import type { Engine } from "#storage/database/database.ts";
import { engines, later, sharedTest } from "../support/portals.ts";
import { addTestRecord as add } from "../support/records.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const idOf = (error: unknown) => (isPortalError(error) ? error.id : "another error");

const testWith = (engine: Engine) =>
  sharedTest[engine]
    .extend("record", async ({ portal, admin }) => add(portal, admin, { name: "Rahim Uddin" }))
    .extend("card", async ({ portal, admin, record }) => {
      return (await offerHolderLink(portal, admin, { id: record.id }, {})) ?? "";
    });

describe.each(engines)("on %s", (engine) => {
  const test = testWith(engine);

  describe("a card", () => {
    test("that somebody else made meanwhile still opens the page after the cards of a list are made", async ({
      portal,
      admin,
    }) => {
      const [{ id: one }, { id: other }] = [await add(portal, admin), await add(portal, admin)];
      const { id: run } = await askForRun(portal, admin, "cards", { ids: [one, other] });
      const hasLink = async (id: string) => (await readHolder(portal, admin, id)).link !== null;
      const write = portal.database.write.bind(portal.database);
      const colleagues: (string | null)[] = [];
      // Once one of the two has a link, a colleague makes a link for the other.
      const writeThenOffer: typeof write = async (work) => {
        const result = await write(work);
        const [next] = (await hasLink(one)) ? [other] : (await hasLink(other)) ? [one] : [];
        if (!next) return result;
        Object.assign(portal.database, { write });
        colleagues.push(await offerHolderLink(portal, admin, { id: next }, {}));
        return result;
      };
      Object.assign(portal.database, { write: writeThenOffer });
      await holdersOfRun(portal, admin, run);
      expect(await offerLinksOfRun(portal, admin, run)).toHaveLength(1);
      const printed = (await auditTrail(portal, admin, "staff", admin.id)).filter(
        ({ action }) => action === "cards-printed",
      );
      expect(printed).toHaveLength(1);
      expect(colleagues).toEqual([expect.any(String)]);
      await bindByCard(portal, cardForm(colleagues[0] ?? ""), freshClient());
    });

    test("that is used by several devices at once works on one of them", async ({ portal, admin, record, card }) => {
      const both = await Promise.allSettled([1, 2, 3, 4].map(() => bindByCard(portal, cardForm(card), freshClient())));
      expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected", "rejected"]);
      for (const one of both) if (one.status === "rejected") expect(one.reason).toMatchObject({ id: "wrong-card" });
      const [won] = both.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
      expect(await readHolderPage(portal, won?.opened ?? { id: "", secret: "" })).not.toBeNull();
      expect((await readHolder(portal, admin, record.id)).boundAt).not.toBeNull();
    });
  });

  test("the list of records can be filtered by the state of the holder's card and page", async ({
    portal,
    admin,
    record,
  }) => {
    const { passportNumber: search, id } = record;
    const states = async () => {
      const lists = holderStates.map(async (holder) =>
        (await listRecords(portal, admin, { holder, search })).records.map(() => holder),
      );
      return (await Promise.all(lists)).flat();
    };
    expect(await states()).toEqual(["none"]);
    await offerHolderLink(portal, admin, { id }, {});
    expect(await states()).toEqual(["offered"]);
    await withdrawHolderLink(portal, admin, { id });
    expect(await states()).toEqual(["none"]);
    await offerHolderLink(portal, admin, { id }, {});
    await deleteOldHolderLinks(later(portal, 13 * day));
    expect(await states()).toEqual(["offered"]);
    await deleteOldHolderLinks(later(portal, 14 * day));
    expect(await states()).toEqual(["none"]);
    await holderOf(portal, record);
    expect(await states()).toEqual(["bound"]);
    await offerHolderLink(portal, admin, { id }, { reason: "A new phone" });
    expect(await states()).toEqual(["bound"]);
  });

  describe("a bound device", () => {
    const bound = test.extend("phone", async ({ portal, card }) => bindByCard(portal, cardForm(card), freshClient()));

    bound("allows five wrong PINs in 15 minutes and twenty a day, also at once", async ({ portal, phone }) => {
      const { device } = phone;
      // Tries without the device's secret are not counted.
      for (let times = 0; times < 6; times += 1)
        await openHolderPage(portal, { ...device, secret: "x" }, { pin: "000000" }).catch(() => undefined);
      const guesses = await Promise.allSettled(
        Array.from({ length: 12 }, (_, at) => openHolderPage(portal, device, { pin: `10000${at % 10}` })),
      );
      const ids = guesses.map((one) => (one.status === "rejected" ? idOf(one.reason) : "in"));
      expect(ids.filter((id) => id === "wrong-pin")).toHaveLength(5);
      expect(ids.filter((id) => id === "too-many-requests")).toHaveLength(7);
      await expect(openHolderPage(portal, device, { pin })).rejects.toMatchObject({ id: "too-many-requests" });
      const inTime = later(portal, 16 * minute);
      await openHolderPage(inTime, device, { pin });
      // The right PIN resets the count. From here on, each period of 15 minutes allows five.
      const outcomes: string[] = [];
      for (let quarters = 1; quarters < 6; quarters += 1)
        for (let times = 0; times < 5; times += 1)
          outcomes.push(
            await openHolderPage(later(inTime, quarters * 16 * minute), device, { pin: "100000" }).then(
              () => "in",
              idOf,
            ),
          );
      expect(outcomes.filter((id) => id === "wrong-pin")).toHaveLength(20);
    });
  });
});

// One engine is enough: these queries are the same on both.
describe("on SQLite", () => {
  const test = testWith("sqlite");

  describe("a card", () => {
    test("that does not fit is refused like one that does not exist", async ({ portal, admin, record, card }) => {
      const refused = [
        [portal, cardForm("7777-7777-7777-7777")],
        [portal, cardForm("a card")],
        [portal, cardForm(card, { fact: "Begum" })],
        [portal, cardForm(card, { fact: "Rahim Uddin" })],
        [portal, cardForm(card, { fact: record.passportNumber })],
        [later(portal, 14 * day), cardForm(card)],
        [{ ...portal, registry: "another" }, cardForm(card)],
      ] as const;
      for (const [where, typed] of refused)
        await expect(bindByCard(where, typed, freshClient())).rejects.toMatchObject({
          id: "wrong-card",
          fields: undefined,
        });
      await withdrawHolderLink(portal, admin, { id: record.id });
      expect(await withdrawHolderLink(portal, admin, { id: record.id })).toEqual({ modified: 0 });
      const { id } = await add(portal, otherModerator);
      await offerHolderLink(portal, otherModerator, { id }, {});
      expect(await withdrawHolderLink(portal, otherModerator, { id })).toEqual({ modified: 1 });
      await expect(bindByCard(portal, cardForm(card), freshClient())).rejects.toMatchObject({ id: "wrong-card" });
    });

    test.for([
      [{ card: "" }, { card: "required" }],
      [{ pin: "12345", pin2: "12345" }, { pin: "pin-format" }],
      [{ pin: "111111", pin2: "111111" }, { pin: "pin-easy" }],
      [{ pin: "654321", pin2: "654321" }, { pin: "pin-easy" }],
      [{ pin2: "402914" }, { pin2: "pin-differs" }],
    ] as const)("is refused with a problem at the field for %o", async ([different, fields], { portal, card }) => {
      await expect(bindByCard(portal, cardForm(card, different), freshClient())).rejects.toMatchObject({ fields });
    });

    test("requires the passport number if the record names no parents; digits may be Bangla", async ({
      portal,
      admin,
    }) => {
      const { id, passportNumber } = await add(portal, admin);
      const typed = particulars({ passportNumber, fatherName: "", motherName: "" });
      await updateRecord(portal, admin, { id }, { particulars: typed, images: {} });
      const code = (await offerHolderLink(portal, admin, { id }, {})) ?? "";
      const bangla = "৪০২৯১৩";
      const { device } = await bindByCard(
        portal,
        cardForm(code, { fact: ` ${passportNumber.toLowerCase()}`, pin: bangla, pin2: bangla }),
        freshClient(),
      );
      await openHolderPage(portal, device, { pin });
    });

    test("allows six wrong facts an hour and twenty in all", async ({ portal, card }) => {
      const guess = async (where: Portal) =>
        bindByCard(where, cardForm(card, { fact: "Rehana Begum" }), freshClient()).catch(idOf);
      const guessed: unknown[] = [];
      for (let hours = 0; hours < 4; hours += 1)
        for (let times = 0; times < 7; times += 1) guessed.push(await guess(later(portal, hours * (hour + minute))));
      expect(guessed.map((id) => (id === "wrong-card" ? "?" : "-")).join("")).toBe("??????-??????-??????--------");
    });

    test("is not mailed to what is no address, and not found by a moderator who may not read the record", async ({
      portal,
      admin,
      record,
      card,
    }) => {
      await expect(offerHolderLink(portal, admin, { id: record.id }, { email: "rahim" })).rejects.toMatchObject({
        fields: { email: "email-format" },
      });
      for (const attempt of [
        () => offerHolderLink(portal, otherModerator, { id: record.id }, {}),
        () => withdrawHolderLink(portal, otherModerator, { id: record.id }),
        () => readHolder(portal, otherModerator, record.id),
      ])
        await expect(attempt()).rejects.toMatchObject({ id: "not-found" });
      await bindByCard(portal, cardForm(card), freshClient());
    });

    test("opens the page once, for a person who knows a fact that is not on the card, and shows what strangers see", async ({
      portal,
      admin,
      record,
      card,
    }) => {
      const { device, opened } = await bindByCard(portal, cardForm(card.toLowerCase()), freshClient());
      const { shown, newLink } = (await readHolderPage(portal, opened)) ?? {};
      const { imageGrant: _, ...asStrangers } =
        (await lookUpRecord(portal, { by: "passport", number: record.passportNumber })) ?? {};
      expect(shown).toMatchObject(asStrangers);
      expect(newLink).toBeNull();
      await hideRecord(portal, admin, { id: record.id });
      expect((await readHolderPage(portal, opened))?.shown).toBeNull();

      await expect(bindByCard(portal, cardForm(card), freshClient())).rejects.toMatchObject({ id: "wrong-card" });
      expect(await readHolder(portal, admin, record.id)).toMatchObject({ link: null, boundAt: expect.any(Number) });
      expect(await holdersOnDevice(portal, [device, { ...device, secret: "x" }])).toMatchObject([
        { firstName: "Rahim" },
      ]);
      const actions = (await auditTrail(portal, admin, "candidate", record.id)).map(({ actor, action }) => [
        action,
        actor,
      ]);
      expect(actions).toContainEqual(["holder-link-made", admin.id]);
      expect(actions).toContainEqual(["holder-bound", "holder"]);
    });
  });

  describe("a bound device", () => {
    const bound = test.extend("phone", async ({ portal, card }) => bindByCard(portal, cardForm(card), freshClient()));

    bound("opens the page with only the PIN, for half an hour", async ({ portal, phone: { device, opened } }) => {
      await closeHolderPage(portal, opened);
      expect(await readHolderPage(portal, opened)).toBeNull();
      const again = await openHolderPage(portal, device, { pin: "402 913" });
      expect(await readHolderPage(portal, opened)).toBeNull();
      expect(await readHolderPage(later(portal, 29 * minute), again)).not.toBeNull();
      expect(await readHolderPage(later(portal, 30 * minute), again)).toBeNull();
      expect(await readHolderPage({ ...portal, registry: "another" }, again)).toBeNull();
      for (const stranger of [
        { ...device, secret: again.secret },
        { ...device, secret: "" },
        { ...device, id: "nobody" },
      ])
        await expect(openHolderPage(portal, stranger, { pin })).rejects.toMatchObject({ id: "wrong-pin" });
    });

    bound(
      "shows a new link, which works after 72 hours",
      async ({ portal, admin, record, phone: { device, opened } }) => {
        await expect(offerHolderLink(portal, admin, { id: record.id }, {})).rejects.toMatchObject({
          fields: { reason: "required" },
        });
        const mustProve = { ...admin, mustProveAgain: true };
        const reason = "His phone was stolen";
        await expect(offerHolderLink(portal, mustProve, { id: record.id }, { reason })).rejects.toMatchObject({
          id: "prove-again",
        });
        const to = "second.phone@example.com";
        const code = (await offerHolderLink(portal, admin, { id: record.id }, { reason, email: to })) ?? "";
        expect((await readHolderPage(portal, opened))?.newLink).toMatchObject({ reason });
        const mails = (await Array.fromAsync(waitingMails(portal))).flat().filter((mail) => mail.to === to);
        expect(mails).toMatchObject([{ text: expect.stringContaining("This is a new link. It works from") }]);
        await expect(bindByCard(later(portal, 71 * hour), cardForm(code), freshClient())).rejects.toMatchObject({
          id: "wrong-card",
        });
        const inTime = later(portal, 73 * hour);
        const form = cardForm(code, { pin: "771204", pin2: "771204" });
        const next = await bindByCard(inTime, form, freshClient());
        expect(await readHolderPage(inTime, next.opened)).not.toBeNull();
        expect(await holdersOnDevice(inTime, [device])).toEqual([]);
        await expect(refuseNewLink(inTime, opened)).rejects.toMatchObject({ id: "wrong-pin" });
        const reasons = (await auditTrail(portal, admin, "candidate", record.id)).map(
          ({ details }) => details?.["reason"],
        );
        expect(reasons).toContainEqual({ from: null, to: reason });
      },
    );

    bound(
      "sends reports to staff and shows their answer, but not their notes",
      async ({ portal, admin, record, phone: { opened } }) => {
        const message = "My mother is Amena Khatun.";
        await reportAsHolder(portal, opened, { kind: "mistake", message }, "bn");
        const queued = (await listReports(portal, admin, { limit: 500 })).reports.find(
          (one) => one.message === message,
        );
        expect(queued).toMatchObject({ isFromHolder: true, about: record.passportNumber, contact: "" });
        const { id = "" } = queued ?? {};
        await answerReport(portal, admin, id, { answer: "We have corrected it." });
        await closeReport(portal, admin, id, { outcome: "He called twice." });
        const own = async ({ id: holderId } = { id: opened.id }) => ownReports(portal, holderId);
        expect(await own()).toMatchObject([
          { kind: "mistake", message, closedAt: expect.any(Number), answers: [{ text: "We have corrected it." }] },
        ]);
        expect(JSON.stringify(await own())).not.toMatch(/twice|admin/);

        for (let times = 0; times < 4; times += 1)
          await reportAsHolder(portal, opened, { kind: "removal", message: "Take it down." }, "en");
        await expect(reportAsHolder(portal, opened, { kind: "removal", message }, "en")).rejects.toMatchObject({
          id: "too-many-requests",
        });
        const stranger = { ...opened, secret: "x" };
        await expect(reportAsHolder(portal, stranger, { kind: "removal", message }, "en")).rejects.toMatchObject({
          id: "not-found",
        });
        // The next holder cannot read these reports. Staff keep them.
        const code = (await offerHolderLink(portal, admin, { id: record.id }, { reason: "Lost" })) ?? "";
        const inTime = later(portal, 73 * hour);
        const next = await bindByCard(inTime, cardForm(code), freshClient());
        expect(await own(next.opened)).toEqual([]);
        expect(await own()).toEqual([]);
        expect((await readReport(portal, admin, id)).report.message).toBe(message);
      },
    );

    bound("opens no page once the record is deleted", async ({ portal, admin, record, phone: { device, opened } }) => {
      await offerHolderLink(portal, admin, { id: record.id }, { reason: "Lost" });
      await deleteRecord(portal, admin, { id: record.id });
      expect(await readHolderPage(portal, opened)).toBeNull();
      expect(await holdersOnDevice(portal, [device])).toEqual([]);
      const left = portal.database.read
        .selectFrom("holder_link")
        .select("sealed")
        .where("candidate_id", "=", record.id);
      expect(await left.execute()).toEqual([]);
    });
  });
});
