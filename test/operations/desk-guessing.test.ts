import fc from "fast-check";
import { describe, expect } from "vitest";
import { dayMs } from "#core/durations.ts";
import { readAudit } from "#operations/audit/read-audit.ts";
import { checkList } from "#operations/desk/check-list.ts";
import { letGoOn, readDesk, readOrganisations } from "#operations/desk/organisations.ts";
import { waitingMails } from "#operations/mails/mail-queue.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { admin } from "../support/accounts/people.ts";
import { freshAdmin } from "../support/accounts/fresh-accounts.ts";
import { answersIn, askedOf, manyOf, nobody, sent } from "../support/desk-lists.ts";
import { atTheDesk, personOf } from "../support/organisations.ts";
import { engines, later, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";

/** Different names, none of which is the name of a record. */
const names = Array.from(
  { length: 60 },
  (_, at) => `Guess ${"bdghklmnrt"[at % 10]}a${"bdklmr"[Math.floor(at / 10)]}ura`,
);

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
      stoppedFor: "other-names",
      asked: { numbers: 1, otherNames: 10, misses: 11 },
    });
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
});

describe("an organisation that guesses", () => {
  const test = testOn("sqlite");

  test("stops a list of which more than a fifth is not found, until an admin lets it go on", async ({ portal }) => {
    const { organisation, person } = await atTheDesk(portal);
    await freshAdmin(portal);
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
    // What an admin has forgiven is in no later mail.
    const mails = (await Array.fromAsync(waitingMails(portal))).flat().filter(({ text }) => text.includes("Malta"));
    expect(mails.map(({ text }) => /nothing for \d+ pairs/.exec(text)?.[0])).toEqual(
      Array.from({ length: 2 }, () => "nothing for 31 pairs"),
    );
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
    const guess = fc.record({
      number: fc.oneof(fc.constantFrom(...few), fc.constantFrom(...many)),
      name: fc.constantFrom(...names),
    });
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
});
