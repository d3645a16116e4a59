import { describe, expect, test } from "vitest";
import { auditTrail } from "#operations/audit/audit-trail.ts";
import { classRoll } from "#operations/classes/read-enrolments.ts";
import { addClass } from "#operations/classes/manage-class.ts";
import { readClass } from "#operations/classes/offered-classes.ts";
import { verifyAudit } from "#operations/verify.ts";
import { startEnrolRacer } from "../support/enrol-racer.ts";
import { admin } from "../support/people.ts";
import { engines, freshEnvironment, openForTest } from "../support/portals.ts";

const processes = 4;
const studentsEach = 250;
const facts = { title: "English", place: "Dhaka", startsAt: "2094-01-10T09:00", fee: 0, currency: "BDT" };

describe.each(engines)("a thousand students in four processes on %s", (engine) => {
  const race = async (seats: number, personAt: (process: number, student: number) => string) => {
    const environment = { ...(await freshEnvironment(engine)), SECRET: "x".repeat(40) };
    const portal = await openForTest(environment);
    const { id } = await addClass(portal, admin, { ...facts, seats });
    await using racers = new AsyncDisposableStack();
    const started = await Promise.all(Array.from({ length: processes }, () => startEnrolRacer(environment)));
    for (const racer of started) racers.use(racer);
    const outcomes = await Promise.all(
      started.map((racer, process) => {
        const persons = Array.from({ length: studentsEach }, (_, student) => personAt(process, student));
        return racer.race({ classId: id, persons });
      }),
    );
    expect(await verifyAudit(portal)).toMatchObject({ brokenAt: null });
    return { portal, id, tally: Object.groupBy(outcomes.flat(), (outcome) => outcome) };
  };

  test(
    "who want the last seat have one winner, and the rest are told that it is full",
    { timeout: 60_000 },
    async () => {
      const { portal, id, tally } = await race(1, (process, student) => `student-${process}-${student}`);
      expect([tally["enrolled"]?.length, tally["class-full"]?.length]).toEqual([1, processes * studentsEach - 1]);
      expect((await readClass(portal, admin, id)).taken).toBe(1);
      expect((await classRoll(portal, admin, id)).enrolments).toHaveLength(1);
      expect(await auditTrail(portal, admin, "class", id)).toHaveLength(2);
    },
  );

  test("who are ten take ten seats, however often each presses the button", { timeout: 60_000 }, async () => {
    const { portal, id, tally } = await race(20, (_, student) => `student-${student % 10}`);
    expect(tally["enrolled"]).toHaveLength(10);
    expect(tally["enrolled already"]).toHaveLength(processes * studentsEach - 10);
    expect((await readClass(portal, admin, id)).taken).toBe(10);
  });
});
