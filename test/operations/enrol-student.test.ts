import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { cancelEnrolment, enrol, enrolStudent } from "#operations/classes/enrol-student.ts";
import { closeClass } from "#operations/classes/manage-class.ts";
import { enrolledClasses } from "#operations/classes/read-enrolments.ts";
import { suspendAccount } from "#operations/accounts/manage-accounts.ts";
import { offer, seatOf, takenIn } from "../support/classes.ts";
import { admin } from "../support/accounts/people.ts";
import { engines, sharedTest } from "../support/portals.ts";
import { freshEmail, freshAccount, registered } from "../support/accounts/fresh-accounts.ts";

describe.each(engines)("a student whom an admin enrols on %s", (engine) => {
  const test = sharedTest[engine];

  test("competes for the last seat with students who enrol themselves, and only one gets it", async ({ portal }) => {
    const { id } = await offer(portal, { seats: 1 });
    const emails = Array.from({ length: 6 }, () => freshEmail());
    const students = await Promise.all(emails.map((email) => freshAccount(portal, "student", email)));
    const tries = students.map((student, at) =>
      at % 2 ? enrol(portal, student, seatOf(id, student)) : enrolStudent(portal, admin, id, { email: emails[at] }),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await takenIn(portal, id)).toBe(1);
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("a student whom an admin enrols", () => {
  const test = sharedTest.sqlite;

  test("has a seat until they are removed", async ({ portal }) => {
    const { id } = await offer(portal, { seats: 1 });
    const email = freshEmail();
    const student = await freshAccount(portal, "student", email);
    const typed = { email: ` ${email.toUpperCase()} ` };
    expect(await enrolStudent(portal, admin, id, typed)).toEqual({ personId: student.id, modified: 1 });
    expect(await enrolStudent(portal, admin, id, typed)).toEqual({ personId: student.id, modified: 0 });
    const late = freshEmail();
    await freshAccount(portal, "student", late);
    await expect(enrolStudent(portal, admin, id, { email: late })).rejects.toMatchObject({ id: "class-full" });
    expect(await cancelEnrolment(portal, admin, seatOf(id, student))).toEqual({ modified: 1 });
    expect(await enrolledClasses(portal, student, student.id)).toMatchObject([{ enrolment: { isRemoved: true } }]);
    expect(await enrolStudent(portal, admin, id, { email: late })).toMatchObject({ modified: 1 });
    await closeClass(portal, admin, { id });
    await expect(enrolStudent(portal, admin, id, { email })).rejects.toMatchObject({ id: "class-closed" });
    const trail = await auditTrail(portal, admin, "class", id);
    expect(trail.map(({ action, actor }) => `${action} by ${actor}`).slice(1, 4)).toEqual([
      "enrolled by admin-1",
      "enrolment-cancelled by admin-1",
      "enrolled by admin-1",
    ]);
  });

  test("must be a student who could also enrol themselves", async ({ portal }) => {
    const me = await freshAccount(portal, "student");
    const { id } = await offer(portal);
    const [clerk, unconfirmed, suspended] = [freshEmail(), freshEmail(), freshEmail()];
    await freshAccount(portal, "moderator", clerk);
    await registered(portal, unconfirmed);
    await suspendAccount(portal, system("test"), await freshAccount(portal, "student", suspended));
    for (const [email, problem] of [
      ["", "required"],
      ["sadia", "email-format"],
      [freshEmail(), "no-student"],
      [clerk, "no-student"],
      [unconfirmed, "student-locked-out"],
      [suspended, "student-locked-out"],
    ]) {
      await expect(enrolStudent(portal, admin, id, { email })).rejects.toMatchObject({ fields: { email: problem } });
    }
    await expect(enrolStudent(portal, me, id, { email: clerk })).rejects.toMatchObject({ id: "not-allowed" });
    await expect(enrolStudent(portal, admin, randomUUID(), {})).rejects.toMatchObject({ id: "not-found" });
    expect(await takenIn(portal, id)).toBe(0);
  });
});
