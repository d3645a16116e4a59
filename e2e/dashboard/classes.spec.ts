import { randomUUID } from "node:crypto";
import { addPayment } from "#operations/classes/payments.ts";
import { enrol } from "#operations/classes/enrol-student.ts";
import { aClass } from "../support/classes.ts";
import { flash, heading, rowOf } from "../support/dashboard.ts";
import { journeys } from "../support/own-records.ts";
import { expect, test } from "../support/test.ts";

test("a student enrols with the keyboard alone, and prints the receipt of a payment", async ({
  student,
  portal,
  page,
}) => {
  const { id: classId, title } = await aClass(portal);
  const { enrolmentId } = await enrol(portal.office, journeys, { classId, personId: student.id });
  const payment = { amount: 50_000, paidOn: "2026-01-02", method: "cash", reference: "" };
  await addPayment(portal.office, journeys, { enrolmentId, payment }, randomUUID());
  await student.opens("/dashboard/BAD_Request");
  const other = await aClass(portal, { startsAt: "2090-01-01T08:00" });
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await expect(heading(page)).toHaveText("My Selected Classes");
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await expect(flash(page)).toContainText(`You have a seat in ${other.title}`);

  await student.opens("/dashboard/payment-history");
  await expect(rowOf(page, title)).toContainText("BDT 500");
  await rowOf(page, title).getByRole("link", { name: "See receipt" }).click();
  await expect(student.heading).toHaveText(/^Receipt \d{6}$/);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("article")).toContainText("Shapla Overseas");
  await expect(page.getByRole("complementary", { name: "Dashboard", includeHidden: true })).toBeHidden();
});
