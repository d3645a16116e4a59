import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { cancelEnrolment, enrol } from "#operations/classes/enrol-student.ts";
import { enrolledClasses, readEnrolment } from "#operations/classes/read-enrolments.ts";
import { addClass, updateClass } from "#operations/classes/manage-class.ts";
import { addPayment, voidPayment } from "#operations/classes/payments.ts";
import { nameOnReceipts, paymentHistory, readReceipt } from "#operations/classes/receipts.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { deleteAccount } from "#operations/accounts/manage-accounts.ts";
import { verifyAudit } from "#operations/upkeep/verify.ts";
import { facts, paid, pay } from "../support/classes.ts";
import { admin } from "../support/accounts/people.ts";
import type { Engine } from "#storage/database/database.ts";
import { engines, testOn } from "../support/portals.ts";
import { actorOf, freshAccount } from "../support/accounts/fresh-accounts.ts";

/** Adds a student (`me`) who is enrolled in a class that costs 1,500. */
const testWith = (engine: Engine) =>
  testOn(engine)
    .extend("me", ({ portal }) => freshAccount(portal, "student"))
    .extend("id", async ({ portal }) => (await addClass(portal, admin, facts)).id)
    .extend("enrolmentId", async ({ portal, me, id }) => {
      const { enrolmentId } = await enrol(portal, me, { classId: id, personId: me.id });
      return enrolmentId;
    });

describe.each(engines)("a receipt on %s", (engine) => {
  const test = testWith(engine);

  test("for the rest of a fee is given once if several admins add it at the same time", async ({
    portal,
    me,
    enrolmentId,
  }) => {
    await pay(portal, enrolmentId, { amount: 50_000 });
    const last = { enrolmentId, payment: { ...paid, amount: 100_000 } };
    const admins = Array.from({ length: 8 }, (_, at) => actorOf(`admin-${at}`, "admin"));
    const outcomes = await Promise.allSettled(admins.map((actor) => addPayment(portal, actor, last, randomUUID())));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ left: { amount: 0 } });
    }
    expect(await paymentHistory(portal, me, me.id)).toHaveLength(2);
    expect(await verifyAudit(portal)).toMatchObject({ brokenAt: null });
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("a receipt", () => {
  const test = testWith("sqlite");

  test("is refused for more than the amount due, and for a day in the future", async ({ portal, me, enrolmentId }) => {
    const tooMuch = (amount: number) => ({ fields: { amount: "more-than-left" }, left: { amount, currency: "BDT" } });
    await expect(pay(portal, enrolmentId, { amount: 150_001 })).rejects.toMatchObject(tooMuch(150_000));
    const first = await pay(portal, enrolmentId, { amount: 100_000 });
    await expect(pay(portal, enrolmentId, { amount: 50_001 })).rejects.toMatchObject(tooMuch(50_000));
    await pay(portal, enrolmentId, { amount: 50_000 });
    await expect(pay(portal, enrolmentId, { amount: 1 })).rejects.toMatchObject(tooMuch(0));
    await voidPayment(portal, admin, { paymentId: first.id, reason: "Typed twice." });
    const tomorrow = new Date(portal.now() + 2 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    await expect(pay(portal, enrolmentId, { amount: 100_000, paidOn: tomorrow })).rejects.toMatchObject({
      fields: { paidOn: "day-to-come" },
    });
    await pay(portal, enrolmentId, { amount: 100_000 });
    expect(await enrolledClasses(portal, me, me.id)).toMatchObject([{ enrolment: { fee: 150_000, paid: 150_000 } }]);
  });

  test("has the fee and currency that the admin saw, or is refused", async ({ portal, me, id, enrolmentId }) => {
    const [form, seen] = [randomUUID(), { fee: 150_000, currency: "BDT" }];
    const send = (price = seen) => addPayment(portal, admin, { enrolmentId, payment: paid, seen: price }, form);
    const enrolsAgain = async (different: Partial<typeof facts>) => {
      await updateClass(portal, admin, { id }, { ...facts, ...different });
      await cancelEnrolment(portal, me, { classId: id, personId: me.id });
      await enrol(portal, me, { classId: id, personId: me.id });
    };
    for (const different of [{ fee: 600_000, currency: "KWD" }, { currency: "KWD" }, { fee: 600_000 }]) {
      await enrolsAgain(different);
      await expect(send()).rejects.toMatchObject({ id: "stale" });
    }
    expect(await paymentHistory(portal, me, me.id)).toEqual([]);
    const price = { ...seen, fee: 600_000 };
    const payment = await send(price);
    await enrolsAgain({ currency: "KWD" });
    expect(await send(price)).toEqual(payment);
    expect(await readReceipt(portal, me, payment.id)).toMatchObject({ receipt: "000001", currency: "BDT" });
  });

  test("keeps the name of the student after the account is deleted", async ({ portal, me, id, enrolmentId }) => {
    await pay(portal, enrolmentId);
    await deleteAccount(portal, system("test"), me);
    const { id: later } = await pay(portal, enrolmentId);
    expect(await readReceipt(portal, admin, later)).toMatchObject({ paidBy: "Sadia Student" });
    const { student, payments } = await readEnrolment(portal, admin, { classId: id, personId: me.id });
    expect(student).toBeNull();
    const nameless = payments.map((payment) => ({ ...payment, paidBy: "" }));
    expect(nameOnReceipts([...nameless, ...payments])).toBe("Sadia Student");
    expect(nameOnReceipts([])).toBe("");
  });

  test("always shows the class and the operator as they were when it was paid", async ({
    portal,
    me,
    id,
    enrolmentId,
  }) => {
    const { operator: before } = await currentSettings(portal);
    const operator = { ...before, name: "Shapla Overseas", licence: "RL-0001", address: "1 Example Road" };
    await changeSettings(portal, admin, { change: { operator } });
    const payment = await pay(portal, enrolmentId);
    const written = await readReceipt(portal, me, payment.id);
    const { name, licence, address, phone, email } = operator;
    expect(written).toMatchObject({
      class: { id, title: facts.title, place: facts.place, startsAt: facts.startsAt },
      fee: 150_000,
      operator: { name, licence, address, phone, email },
    });
    const other = { title: "French", place: "Uttara", startsAt: "2095-02-02T08:00", seats: 9, fee: 1, currency: "AUD" };
    await updateClass(portal, admin, { id }, other);
    await changeSettings(portal, admin, { change: { operator: { ...operator, name: "Other", licence: "RL-2" } } });
    await cancelEnrolment(portal, me, { classId: id, personId: me.id });
    await enrol(portal, me, { classId: id, personId: me.id });
    expect(await readReceipt(portal, me, payment.id)).toEqual(written);
    expect(await paymentHistory(portal, me, me.id)).toEqual([written]);
  });

  test("that is void is not returned when its form is sent again", async ({ portal, me, enrolmentId }) => {
    const form = randomUUID();
    const send = () => addPayment(portal, admin, { enrolmentId, payment: paid }, form);
    const first = await send();
    expect(await send()).toEqual(first);
    await voidPayment(portal, admin, { paymentId: first.id, reason: "Typed twice." });
    await expect(send()).rejects.toMatchObject({ id: "payment-void", status: 409 });
    await pay(portal, enrolmentId);
    expect((await paymentHistory(portal, me, me.id)).map(({ voidedAt }) => voidedAt === null)).toEqual([true, false]);
  });
});
