import { expect, test } from "vitest";
import { officeClock } from "../office-clock.ts";
import { parsePayment, receiptNumber } from "./payment.ts";
import { parseClass, parseNewClass } from "./training-class.ts";

const facts = {
  title: "English for work",
  place: "Room 2, Mirpur",
  startsAt: "2026-03-31T18:30",
  seats: 20,
  fee: 150_000,
  currency: "BDT",
};
const now = Date.parse("2026-11-19T11:00:00Z");
const payment = { amount: 50_000, paidOn: "2026-03-01", method: "mobile", reference: "8N7A" };

test("a class has a title, a place, a start, seats and a fee, which may be zero", () => {
  expect(parseClass(facts)).toEqual(facts);
  expect(parseClass({ ...facts, fee: 0 }).fee).toBe(0);
});

test.each([
  [{ title: " " }, { title: "required" }],
  [{ startsAt: "2026-03-31" }, { startsAt: "time-format" }],
  [{ startsAt: "2026-02-30T10:00" }, { startsAt: "time-format" }],
  [{ startsAt: "2026-03-31T24:00" }, { startsAt: "time-format" }],
  [{ seats: 0 }, { seats: "whole-number" }],
  [{ seats: 2.5 }, { seats: "whole-number" }],
  [{ seats: "20" }, { seats: "whole-number" }],
  [{ fee: -1 }, { fee: "whole-number" }],
  [{ fee: Number.MAX_SAFE_INTEGER }, { fee: "whole-number" }],
  [{ currency: "taka" }, { currency: "unknown-choice" }],
])("a class with %j is refused", (different, fields) => {
  expect(() => parseClass({ ...facts, ...different })).toThrow(expect.objectContaining({ fields }));
});

test("a new class must not have begun; an edited class may have", () => {
  const [begun, toCome] = [officeClock("UTC", now), officeClock("UTC", now + 60_000)];
  expect(() => parseNewClass({ ...facts, startsAt: begun }, begun)).toThrow(
    expect.objectContaining({ fields: { startsAt: "start-past" } }),
  );
  expect(() => parseNewClass({ ...facts, startsAt: "soon" }, begun)).toThrow(
    expect.objectContaining({ fields: { startsAt: "time-format" } }),
  );
  expect(parseNewClass({ ...facts, startsAt: toCome }, begun)).toMatchObject({ startsAt: toCome });
  expect(parseClass({ ...facts, startsAt: begun })).toMatchObject({ startsAt: begun });
});

test.each([
  [{ amount: 0 }, { amount: "whole-number" }],
  [{ amount: -500 }, { amount: "whole-number" }],
  [{ amount: Number.NaN }, { amount: "whole-number" }],
  [{ paidOn: "yesterday" }, { paidOn: "date-format" }],
  [{ paidOn: "2026-11-21" }, { paidOn: "day-to-come" }],
  [{ method: "barter" }, { method: "unknown-choice" }],
])("a payment with %j is refused", (different, fields) => {
  expect(parsePayment(payment, now)).toEqual(payment);
  expect(() => parsePayment({ ...payment, ...different }, now)).toThrow(expect.objectContaining({ fields }));
});

test("a payment may be dated on any day that has begun anywhere on earth", () => {
  expect(parsePayment({ ...payment, paidOn: "2026-11-20" }, now)).toMatchObject({ paidOn: "2026-11-20" });
});

test("receipt numbers have six digits, or more if they need them", () => {
  expect([receiptNumber(42), receiptNumber(1_234_567)]).toEqual(["000042", "1234567"]);
});
