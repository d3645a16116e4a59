import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { verifyAudit } from "#operations/upkeep/verify.ts";
import { closeClass, deleteClass, reopenClass, updateClass } from "#operations/classes/manage-class.ts";
import { classRoll, enrolledClasses, readEnrolment } from "#operations/classes/read-enrolments.ts";
import { paymentHistory, readReceipt } from "#operations/classes/receipts.ts";
import { cancelEnrolment, enrol, enrolStudent } from "#operations/classes/enrol-student.ts";
import { listClasses, selectClass, selectedClasses, unselectClass } from "#operations/classes/offered-classes.ts";
import { voidPayment } from "#operations/classes/payments.ts";
import { deleteAccount, suspendAccount } from "#operations/accounts/manage-accounts.ts";
import { facts, offer, paid, pay, seatOf, takenIn } from "../support/classes.ts";
import { admin } from "../support/accounts/people.ts";
import type { Engine } from "#storage/database/database.ts";
import { engines, sharedTest, testOn } from "../support/portals.ts";
import { freshAccount, freshEmail, registered } from "../support/accounts/fresh-accounts.ts";

const titles = ({ classes }: { classes: { title: string }[] }) => classes.map(({ title }) => title);

const testWith = (engine: Engine) =>
  testOn(engine)
    .extend("me", ({ portal }) => freshAccount(portal, "student"))
    .extend("other", ({ portal }) => freshAccount(portal, "student"));

describe.each(engines)("classes on %s", (engine) => {
  const test = testWith(engine);

  test("have at most as many students as seats, each student once", async ({ portal, me, other }) => {
    const { id } = await offer(portal);
    const first = await enrol(portal, me, seatOf(id, me));
    expect(await enrol(portal, me, seatOf(id, me))).toEqual({ ...first, modified: 0 });
    expect(await enrol(portal, admin, seatOf(id, other))).toMatchObject({ modified: 1 });
    const third = await freshAccount(portal, "student");
    await expect(enrol(portal, third, seatOf(id, third))).rejects.toMatchObject({ id: "class-full", status: 409 });
    await expect(updateClass(portal, admin, { id }, { ...facts, seats: 1 })).rejects.toMatchObject({
      fields: { seats: "seats-taken" },
    });
    expect(await cancelEnrolment(portal, me, seatOf(id, me))).toEqual({ modified: 1 });
    expect(await cancelEnrolment(portal, me, seatOf(id, me))).toEqual({ modified: 0 });
    expect(await enrol(portal, third, seatOf(id, third))).toMatchObject({ modified: 1 });
    expect(await takenIn(portal, id)).toBe(2);
    await cancelEnrolment(portal, admin, seatOf(id, third));
    expect(await enrol(portal, me, seatOf(id, me))).toEqual({ ...first, modified: 1 });
    expect(await verifyAudit(portal)).toMatchObject({ brokenAt: null });
  });

  test("keep payments under consecutive receipt numbers that are never used twice", async ({ portal, me, other }) => {
    const { id } = await offer(portal);
    const mine = await enrol(portal, me, seatOf(id, me));
    const others = await enrol(portal, other, seatOf(id, other));
    const form = randomUUID();
    const [first, again] = [
      await pay(portal, mine.enrolmentId, {}, form),
      await pay(portal, mine.enrolmentId, {}, form),
    ];
    expect(again).toEqual(first);
    const many = await Promise.all(Array.from({ length: 8 }, () => pay(portal, others.enrolmentId, { amount: 1000 })));
    const numbers = [first, ...many].map(async (payment) => (await readReceipt(portal, admin, payment.id)).receipt);
    expect((await Promise.all(numbers)).toSorted()).toEqual(Array.from({ length: 9 }, (_, at) => `00000${at + 1}`));
    expect(await readReceipt(portal, me, first.id)).toMatchObject({
      ...paid,
      receipt: "000001",
      currency: "BDT",
      paidBy: "Sadia Student",
      class: { id, title: facts.title, place: facts.place, startsAt: facts.startsAt },
      voidedAt: null,
    });
    await updateClass(portal, admin, { id }, { ...facts, fee: 900_000, currency: "AUD" });
    expect(await enrolledClasses(portal, me, me.id)).toMatchObject([
      { class: { id, fee: 900_000 }, enrolment: { fee: 150_000, paid: 50_000, currency: "BDT", cancelledAt: null } },
    ]);
    expect((await paymentHistory(portal, other, other.id)).map(({ amount }) => amount)).toEqual(Array(8).fill(1000));
    const seat = seatOf(id, me);
    await enrol(portal, me, seatOf((await offer(portal)).id, me));
    expect(await readEnrolment(portal, admin, seat)).toMatchObject({
      class: { id },
      enrolment: { paid: 50_000 },
      student: { name: "Sadia Student" },
      payments: [{ id: first.id, personId: me.id }],
    });
    const nobody = { ...seat, personId: randomUUID() };
    await expect(readEnrolment(portal, admin, nobody)).rejects.toMatchObject({ id: "not-found" });
    const roll = await classRoll(portal, admin, id, { limit: 1 });
    expect(roll.enrolments).toMatchObject([{ personId: me.id, paid: 50_000, student: { name: "Sadia Student" } }]);
    const rest = await classRoll(portal, admin, id, { cursor: roll.next ?? "" });
    expect(rest).toMatchObject({ enrolments: [{ personId: other.id, paid: 8000 }], next: null });
  });

  test("are listed page by page: open ones by start, closed ones in reverse", async ({ portal, me }) => {
    const starts = ["2094-01-03T10:00", "2094-01-01T10:00", "2094-01-01T10:00"];
    const added = [];
    for (const [at, startsAt] of starts.entries()) added.push(await offer(portal, { startsAt, title: `C${at}` }));
    const first = await listClasses(portal, me, { limit: 2 });
    expect(titles(first)).toEqual(["C1", "C2"]);
    expect(titles(await listClasses(portal, me, { cursor: first.next ?? "" }))).toEqual(["C0"]);
    for (const one of added) await closeClass(portal, admin, { id: one.id });
    const last = await listClasses(portal, admin, { state: "closed", limit: 2 });
    expect(titles(last)).toEqual(["C0", "C2"]);
    expect(titles(await listClasses(portal, admin, { state: "closed", cursor: last.next ?? "" }))).toEqual(["C1"]);
    for (const cursor of [first.next ?? "", "nonsense"]) {
      const asked = listClasses(portal, admin, { state: "closed", cursor });
      await expect(asked).rejects.toMatchObject({ fields: { cursor: "unknown-choice" } });
    }
  });

  test("can be deleted only if nobody ever enrolled", async ({ portal, me }) => {
    const [empty, used] = [await offer(portal), await offer(portal)];
    await selectClass(portal, me, empty.id);
    await enrol(portal, me, seatOf(used.id, me));
    await cancelEnrolment(portal, me, seatOf(used.id, me));
    await expect(deleteClass(portal, admin, used)).rejects.toMatchObject({ id: "class-in-use", status: 409 });
    expect(await deleteClass(portal, admin, empty)).toEqual({ deleted: 1 });
    expect(await selectedClasses(portal, me)).toEqual([]);
    await expect(deleteClass(portal, admin, empty)).rejects.toMatchObject({ id: "not-found" });
  });
});

// One engine is enough: these queries are the same on both.
describe("classes", () => {
  const test = testWith("sqlite");

  test("can be selected without taking a seat, until the student enrols", async ({ portal, me, other }) => {
    const [one, two] = [await offer(portal, { title: "One" }), await offer(portal, { title: "Two" })];
    expect(await selectClass(portal, me, one.id)).toEqual({ modified: 1 });
    expect(await selectClass(portal, me, one.id)).toEqual({ modified: 0 });
    await selectClass({ ...portal, now: () => Date.now() + 1000 }, me, two.id);
    expect(titles({ classes: await selectedClasses(portal, me) })).toEqual(["Two", "One"]);
    expect(await selectedClasses(portal, other)).toEqual([]);
    expect(await takenIn(portal, one.id)).toBe(0);
    expect(await unselectClass(portal, me, two.id)).toEqual({ modified: 1 });
    expect(await unselectClass(portal, me, two.id)).toEqual({ modified: 0 });
    await enrol(portal, me, seatOf(one.id, me));
    expect(await selectedClasses(portal, me)).toEqual([]);
  });

  test("keep payments when the seat is given up or the account is deleted", async ({ portal, me }) => {
    const { id } = await offer(portal);
    const { enrolmentId } = await enrol(portal, me, seatOf(id, me));
    const payment = await pay(portal, enrolmentId);
    await selectClass(portal, me, (await offer(portal)).id);
    await cancelEnrolment(portal, me, seatOf(id, me));
    expect(await paymentHistory(portal, me, me.id)).toHaveLength(1);
    expect(await enrolledClasses(portal, me, me.id)).toMatchObject([
      { enrolment: { cancelledAt: expect.any(Number) } },
    ]);
    await deleteAccount(portal, system("test"), me);
    expect(await readReceipt(portal, admin, payment.id)).toMatchObject({ paidBy: "Sadia Student", amount: 50_000 });
    expect((await classRoll(portal, admin, id)).enrolments).toMatchObject([{ paid: 50_000, student: null }]);
  });

  test("never count a payment in one currency towards a fee in another", async ({ portal, me }) => {
    const { id } = await offer(portal);
    const { enrolmentId } = await enrol(portal, me, seatOf(id, me));
    await pay(portal, enrolmentId);
    await cancelEnrolment(portal, me, seatOf(id, me));
    await updateClass(portal, admin, { id }, { ...facts, fee: 60_000, currency: "AUD" });
    await enrol(portal, me, seatOf(id, me));
    await pay(portal, enrolmentId, { amount: 10_000 });
    const [again] = (await classRoll(portal, admin, id)).enrolments;
    expect(again).toMatchObject({ fee: 60_000, currency: "AUD", paid: 10_000 });
    const receipts = await paymentHistory(portal, me, me.id);
    expect(receipts.map(({ amount, currency }) => [amount, currency])).toEqual([
      [10_000, "AUD"],
      [50_000, "BDT"],
    ]);
  });

  test("are not found under an id that no database accepts", async ({ portal, me }) => {
    for (const id of ["\0", "../1", "x".repeat(5000)]) {
      await expect(readReceipt(portal, me, id)).rejects.toMatchObject({ id: "not-found" });
      await expect(pay(portal, id)).rejects.toMatchObject({ id: "not-found" });
      await expect(voidPayment(portal, admin, { paymentId: id, reason: "typed twice" })).rejects.toMatchObject({
        id: "not-found",
      });
      expect(await paymentHistory(portal, admin, id)).toEqual([]);
      expect(await enrolledClasses(portal, admin, id)).toEqual([]);
    }
  });

  test("mark a payment that was a mistake as void, and no longer count it", async ({ portal, me }) => {
    const { id } = await offer(portal);
    const { enrolmentId } = await enrol(portal, me, seatOf(id, me));
    const { id: paymentId } = await pay(portal, enrolmentId);
    const mistake = { paymentId, reason: "Typed twice." };
    const tired = { ...freshlyAdmin, mustProveAgain: true };
    await expect(voidPayment(portal, tired, mistake)).rejects.toMatchObject({ id: "prove-again" });
    await expect(voidPayment(portal, admin, { paymentId, reason: " " })).rejects.toMatchObject({ id: "invalid" });
    expect(await voidPayment(portal, admin, mistake)).toEqual({ modified: 1 });
    expect(await voidPayment(portal, admin, mistake)).toEqual({ modified: 0 });
    expect(await enrolledClasses(portal, me, me.id)).toMatchObject([{ enrolment: { paid: 0 } }]);
    expect(await readReceipt(portal, me, paymentId)).toMatchObject({ receipt: "000001", voidedAt: expect.any(Number) });
    const next = await pay(portal, enrolmentId);
    expect((await readReceipt(portal, me, next.id)).receipt).toBe("000002");
    const trail = await auditTrail(portal, admin, "class", id);
    expect(trail.at(-2)?.details).toMatchObject({ receipt: { from: "000001" }, reason: { to: "Typed twice." } });
  });

  test("skip no receipt number when a payment is refused", async ({ portal, me }) => {
    const { enrolmentId } = await enrol(portal, me, seatOf((await offer(portal)).id, me));
    await expect(pay(portal, enrolmentId, { method: "barter" })).rejects.toMatchObject({ id: "invalid" });
    await expect(pay(portal, "nothing")).rejects.toMatchObject({ id: "not-found" });
    const { id } = await pay(portal, enrolmentId);
    expect((await readReceipt(portal, me, id)).receipt).toBe("000001");
  });

  test("can be offered, changed, closed and reopened, each with an audit event", async ({ portal, me }) => {
    const { id } = await offer(portal);
    const [listed] = (await listClasses(portal, me)).classes;
    expect(listed).toMatchObject({ ...facts, id, taken: 0, closedAt: null, version: 1 });
    const dearer = { ...facts, fee: 200_000 };
    expect(await updateClass(portal, admin, { id, expectedVersion: 1 }, dearer)).toEqual({ modified: 1 });
    expect(await updateClass(portal, admin, { id }, dearer)).toEqual({ modified: 0 });
    await expect(updateClass(portal, admin, { id, expectedVersion: 1 }, facts)).rejects.toMatchObject({ id: "stale" });
    expect(await closeClass(portal, admin, { id })).toEqual({ modified: 1 });
    expect(await closeClass(portal, admin, { id })).toEqual({ modified: 0 });
    expect((await listClasses(portal, me)).classes).toEqual([]);
    expect((await listClasses(portal, admin, { state: "closed" })).classes).toMatchObject([{ id, fee: 200_000 }]);
    await expect(enrol(portal, me, seatOf(id, me))).rejects.toMatchObject({ id: "class-closed" });
    expect(await reopenClass(portal, admin, { id })).toEqual({ modified: 1 });
    expect((await auditTrail(portal, admin, "class", id)).map(({ action }) => action)).toEqual([
      "class-added",
      "class-edited",
      "class-closed",
      "class-reopened",
    ]);
  });

  test("that have begun are closed to students, but an admin can still enrol them", async ({ portal, me, other }) => {
    const [mine, gone] = [await offer(portal), await offer(portal)];
    await selectClass(portal, me, gone.id);
    const kept = await enrol(portal, me, seatOf(mine.id, me));
    const begins = Date.parse("2094-01-10T18:30");
    const before = { ...portal, now: () => begins - 60_000 };
    const then = { ...portal, now: () => begins };
    expect((await listClasses(before, me)).classes).toHaveLength(2);
    expect((await listClasses(then, me)).classes).toEqual([]);
    expect((await listClasses(then, admin)).classes).toHaveLength(2);
    expect(await selectedClasses(then, me)).toMatchObject([{ id: gone.id }]);
    await expect(enrol(then, other, seatOf(gone.id, other))).rejects.toMatchObject({ id: "class-closed" });
    await expect(selectClass(then, other, gone.id)).rejects.toMatchObject({ id: "class-closed" });
    expect(await enrol(then, me, seatOf(mine.id, me))).toEqual({ ...kept, modified: 0 });
    expect(await enrol(then, admin, seatOf(gone.id, other))).toMatchObject({ modified: 1 });
    await expect(offer(then)).rejects.toMatchObject({ fields: { startsAt: "start-past" } });
    expect(await updateClass(then, admin, { id: gone.id }, { ...facts, place: "Uttara" })).toEqual({ modified: 1 });
  });
});

const freshlyAdmin = { kind: "account", id: "admin-1", role: "admin" } as const;

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
    await expect(enrolStudent(portal, admin, randomUUID(), {})).rejects.toMatchObject({ id: "not-found" });
    expect(await takenIn(portal, id)).toBe(0);
  });
});
