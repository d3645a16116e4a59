import { describe, expect } from "vitest";
import { auditTrail } from "../support/audit-trail.ts";
import { checkNumbers, checkPartOfNumbers } from "#operations/records/check-numbers.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { hideRecord, sendBackRecord } from "#operations/records/change-record.ts";
import { verifyAudit } from "#operations/upkeep/verify.ts";
import { admin, moderator, otherModerator } from "../support/accounts/people.ts";
import { addTestRecord as add } from "../support/records.ts";
import type { Engine } from "#storage/database/database.ts";
import { engines, openForTest, testOn } from "../support/portals.ts";

const states = async (portal: Portal, actor: typeof admin, numbers: readonly string[]) =>
  (await checkNumbers(portal, actor, { numbers: numbers.join("\n") })).map(
    ({ state, unchecked }) => unchecked ?? state,
  );

const list = (...numbers: string[]) =>
  [...numbers, ...Array.from({ length: 120 }, (_, at) => `B${100_000 + at}`)].join("\n");
const events = async (portal: Portal) =>
  (await auditTrail(portal, admin, "staff", "moderator-1")).map(({ details }) => details?.["unknown"]?.to);
const testWith = (engine: Engine) =>
  testOn(engine)
    .extend("records", async ({ portal }) => {
      const [shown, hidden] = [await add(portal), await add(portal)];
      const [waiting, returned] = [await add(portal, moderator), await add(portal, moderator)];
      await hideRecord(portal, admin, hidden);
      await sendBackRecord(portal, admin, returned, "A page is cut off.");
      return { shown, hidden, waiting, returned };
    })
    .extend("passports", ({ records: { shown, hidden, waiting, returned } }) =>
      [shown, hidden, waiting, returned].map(({ passportNumber }) => passportNumber),
    );

describe.each(engines)("a list of numbers on %s", (engine) => {
  const test = testWith(engine);

  test("is answered in its order, for both kinds of numbers and any spelling", async ({
    portal,
    records: { shown, hidden, waiting, returned },
  }) => {
    const numbers = [
      ` ${waiting.irccNumber.toLowerCase()}`,
      "A00000000",
      shown.passportNumber.replace(/^./, "$& "),
      "?",
      hidden.irccNumber,
      returned.passportNumber,
    ].join(" ,\n");
    const named = ({ id, name }: typeof shown) => ({ record: { id, name } });
    expect(await checkNumbers(portal, admin, { numbers })).toMatchObject([
      { typed: waiting.irccNumber.toLowerCase(), isNumber: true, state: "waiting", ...named(waiting) },
      { typed: "A00000000", isNumber: true, state: "unknown", record: null },
      { typed: shown.passportNumber.replace(/^./, "$& "), isNumber: true, state: "shown", ...named(shown) },
      { typed: "?", isNumber: false, state: "unknown", record: null },
      { typed: hidden.irccNumber, isNumber: true, state: "hidden", ...named(hidden) },
      { typed: returned.passportNumber, isNumber: true, state: "waiting", ...named(returned) },
    ]);
  });
});

// One engine is enough: these queries are the same on both.
describe("a list of numbers", () => {
  const test = testWith("sqlite");

  test("shows a moderator about other people's records only what a stranger would learn", async ({
    portal,
    passports,
  }) => {
    expect(await states(portal, moderator, passports)).toEqual(["shown", "unknown", "waiting", "waiting"]);
    expect(await states(portal, otherModerator, passports)).toEqual(["shown", "unknown", "unknown", "unknown"]);
    const [seen] = await checkNumbers(portal, otherModerator, { numbers: passports[0] });
    expect(seen?.record).toBeNull();
  });

  test("needs the names under the same policy as a stranger, who learns nothing by a number under another", async ({
    portal,
    records: { shown, hidden, waiting },
  }) => {
    const lines = [shown, hidden, waiting].flatMap(({ passportNumber: number, name }) => [
      number,
      `${number}\t${name}`,
    ]);
    const asked = async () => {
      const [without, withName] = [0, 1].map((at) => lines.filter((_, line) => line % 2 === at));
      return Promise.all(
        [without ?? [], withName ?? [], [`${shown.passportNumber}, Nobody Here`]].map((some) =>
          states(portal, moderator, some),
        ),
      );
    };
    await changeSettings(portal, admin, { change: { lookupPolicy: "guarded" } });
    expect(await asked()).toEqual([
      ["name-missing", "name-missing", "waiting"],
      ["shown", "unknown", "waiting"],
      ["unknown"],
    ]);
    const ofPerson = [shown.passportNumber, shown.irccNumber, shown.name, "Bangladeshi", "1990-01-01"];
    expect(await states(portal, otherModerator, [ofPerson.join("\t")])).toEqual(["shown", "shown"]);
    await changeSettings(portal, admin, { change: { lookupPolicy: "code" } });
    const notOwn = ["own-only", "own-only", "waiting"];
    expect(await asked()).toEqual([notOwn, notOwn, ["own-only"]]);
    expect(await states(portal, admin, lines)).toEqual(["shown", "hidden", "waiting"]);
  });

  test("answers a moderator five wrong names for a number, shared with everybody's, and thirty misses in an hour", async ({
    portal,
    records: { shown, waiting },
  }) => {
    await changeSettings(portal, admin, { change: { lookupPolicy: "guarded" } });
    const { passportNumber: number, name } = shown;
    for (const [asked, guess] of ["A B", "C D", "E F", "G H", "I J"].entries())
      expect(await states(portal, asked % 2 === 0 ? moderator : otherModerator, [`${number}, ${guess}`])).toEqual([
        "unknown",
      ]);
    expect(await states(portal, moderator, [`${number}, ${name}`])).toEqual(["guessed"]);
    const many = Array.from({ length: 40 }, (_, at) => `B${100_000 + at}, Nobody Here`);
    const found = await states(portal, moderator, [...many, waiting.passportNumber]);
    expect([found.indexOf("misses"), found.at(-1)]).toEqual([27, "waiting"]);
    const inAnHour = { ...portal, now: () => portal.now() + 2 * 60 * 60_000 };
    expect(await states(inAnHour, moderator, [`${number}, ${name}`, ...many.slice(0, 1)])).toEqual([
      "guessed",
      "unknown",
    ]);
  });

  test("finds nothing of another registry", async ({ portal, passports }) => {
    const elsewhere = { ...portal, registry: "Another_Registry" };
    expect(await states(elsewhere, admin, passports)).toEqual(["unknown", "unknown", "unknown", "unknown"]);
  });

  test("of 500 is answered completely, even while the secret changes", async ({ environment }) => {
    const [older, newer] = ["o".repeat(40), "n".repeat(40)];
    const before = await add(await openForTest({ ...environment, SECRET: older }));
    const portal = await openForTest({ ...environment, SECRET: `${newer},${older}` });
    const after = await add(portal);
    const strange = Array.from({ length: 498 }, (_, at) => `B${100_000 + at}`);
    const found = await states(portal, admin, [before.irccNumber, ...strange, after.passportNumber]);
    expect(found).toEqual(["shown", ...strange.map(() => "unknown"), "shown"]);
  });

  test("is audited with the person and the counts, but without any number", async ({ portal, passports }) => {
    await checkNumbers(portal, moderator, { numbers: passports.join(",") });
    const [event] = await auditTrail(portal, admin, "staff", "moderator-1");
    expect(event).toMatchObject({
      actor: "moderator-1",
      action: "numbers-checked",
      details: { shown: { to: 1 }, waiting: { to: 2 }, hidden: { to: 0 }, unknown: { to: 1 } },
    });
    expect((await verifyAudit(portal)).brokenAt).toBeNull();
  });

  describe("in parts", () => {
    test("gives the same answer, counted and audited once", async ({ portal, passports }) => {
      const numbers = list(...passports);
      const whole = await checkNumbers(portal, admin, { numbers });
      const checked = [];
      let ticket = "";
      for (const from of [0, 50, 100, 150]) {
        const part = await checkPartOfNumbers(portal, moderator, { numbers, from, ticket });
        expect(part.of).toBe(124);
        ticket = part.ticket;
        checked.push(...part.checked);
      }
      expect(checked.map(({ typed }) => typed)).toEqual(whole.map(({ typed }) => typed));
      // Thirty misses are free, and are not asked for again.
      expect(checked.map(({ state }) => state)).toEqual([
        "shown",
        "unknown",
        "waiting",
        "waiting",
        ...Array.from({ length: 29 }, () => "unknown"),
        ...Array.from({ length: 91 }, () => "unchecked"),
      ]);
      expect(await events(portal)).toEqual([30]);
    });

    test("counts as one of the lists that a moderator may check", async ({ portal }) => {
      const numbers = list();
      for (let asked = 0; asked < 20; asked += 1) {
        const { ticket } = await checkPartOfNumbers(portal, moderator, { numbers, from: 0, ticket: "" });
        const { checked } = await checkPartOfNumbers(portal, moderator, { numbers, from: 50, ticket });
        expect(checked).toHaveLength(50);
      }
      const more = checkPartOfNumbers(portal, moderator, { numbers, from: 0, ticket: "" });
      await expect(more).rejects.toMatchObject({ id: "too-many-requests" });
    });

    test("counts again if the ticket is old, invented, or of another person or list", async ({ portal }) => {
      const numbers = list();
      const { ticket } = await checkPartOfNumbers(portal, moderator, { numbers, from: 0, ticket: "" });
      const others = await checkPartOfNumbers(portal, otherModerator, { numbers, from: 0, ticket: "" });
      const later = { ...portal, now: () => Date.now() + 11 * 60_000 };
      await checkPartOfNumbers(portal, moderator, { numbers: list("A1234567"), from: 50, ticket });
      await checkPartOfNumbers(portal, moderator, { numbers, from: 50, ticket: others.ticket });
      await checkPartOfNumbers(portal, moderator, { numbers, from: 50, ticket: "AAAA" });
      await checkPartOfNumbers(later, moderator, { numbers, from: 50, ticket });
      expect(await events(portal)).toHaveLength(5);
      const { checked } = await checkPartOfNumbers(portal, moderator, { numbers, from: 100, ticket });
      expect(checked).toHaveLength(20);
      expect(await events(portal)).toHaveLength(5);
    });
  });

  test("is limited for moderators but not for admins", async ({ portal, passports }) => {
    const numbers = passports.join();
    for (let asked = 0; asked < 20; asked += 1) await checkNumbers(portal, moderator, { numbers });
    await expect(checkNumbers(portal, moderator, { numbers })).rejects.toMatchObject({ id: "too-many-requests" });
    expect(await states(portal, admin, passports)).toContain("hidden");
  });

  test("finds the shown record if two records have the number", async ({ portal }) => {
    const hidden = await add(portal);
    const shown = await add(portal, admin, { passportNumber: hidden.irccNumber });
    await hideRecord(portal, admin, hidden);
    const [checked] = await checkNumbers(portal, admin, { numbers: hidden.irccNumber });
    expect(checked).toMatchObject({ state: "shown", record: { id: shown.id } });
  });
});
