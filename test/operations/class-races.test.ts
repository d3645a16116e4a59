import { describe, expect, test } from "vitest";
import { auditTrail } from "../support/audit-trail.ts";
import { verifyAudit } from "#operations/upkeep/verify.ts";
import { addClass } from "#operations/classes/manage-class.ts";
import { readClass } from "#operations/classes/offered-classes.ts";
import { classRoll } from "#operations/classes/read-enrolments.ts";
import { admin } from "../support/accounts/people.ts";
import { engines, freshEnvironment, openForTest } from "../support/portals.ts";
import { sharedRacers } from "../support/processes/racers.ts";

const processes = 4;
const studentsEach = 250;
const facts = { title: "English", place: "Dhaka", startsAt: "2094-01-10T09:00", fee: 0, currency: "BDT" };

const racers = sharedRacers(processes);

describe.each(engines)("a thousand enrolments in four processes on %s", (engine) => {
  const race = async (seats: number, personAt: (process: number, student: number) => string) => {
    const environment = { ...(await freshEnvironment(engine)), SECRET: "x".repeat(40) };
    const portal = await openForTest(environment);
    const { id: classId } = await addClass(portal, admin, { ...facts, seats });
    await racers.open(environment);
    const inputs = Array.from({ length: processes }, (_, process) => ({
      classId,
      persons: Array.from({ length: studentsEach }, (__, student) => personAt(process, student)),
    }));
    const outcomes = (await racers.race("enrol", inputs)).flat();
    expect(await verifyAudit(portal)).toMatchObject({ brokenAt: null });
    expect((await readClass(portal, admin, classId)).taken).toBe(Math.min(seats, 10));
    return { portal, classId, count: (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length };
  };

  test("of different students for one seat: one succeeds, all others are refused because the class is full", async () => {
    const { portal, classId, count } = await race(1, (process, student) => `student-${process}-${student}`);
    expect([count("enrolled"), count("class-full")]).toEqual([1, processes * studentsEach - 1]);
    expect((await classRoll(portal, admin, classId)).enrolments).toHaveLength(1);
    expect(await auditTrail(portal, admin, "class", classId)).toHaveLength(2);
  });

  test("of ten students who each submit many times take exactly ten seats", async () => {
    const { count } = await race(20, (_, student) => `student-${student % 10}`);
    expect([count("enrolled"), count("enrolled already")]).toEqual([10, processes * studentsEach - 10]);
  });
});
