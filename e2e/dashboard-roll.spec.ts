import { cancelEnrolment, enrol } from "#operations/classes/enrol-student.ts";
import { updateClass } from "#operations/classes/manage-class.ts";
import { anAccount, freshEmail } from "#test/support/staff.ts";
import { aClass, aPaidSeat, facts } from "./support/classes.ts";
import { flash, rowOf } from "./support/dashboard.ts";
import { journeys } from "./support/own-records.ts";
import { expect, test } from "./support/test.ts";

test.describe("an admin at the roll of a class", () => {
  test.beforeEach(async ({ admin }) => {
    await admin.opens("/dashboard/classes");
  });

  test("reads it, records a payment once, and voids it", async ({ portal, page }) => {
    const { one } = await aPaidSeat(portal);
    await page.reload();
    await page.getByRole("link", { name: `Roll ${one.title}` }).click();
    await expect(rowOf(page, "Rafiq Uddin")).toContainText("BDT 500 of BDT 1,500 paid");
    await page.getByRole("link", { name: "Payments Rafiq Uddin" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rafiq Uddin");
    await expect(page.getByLabel("Amount")).toHaveValue("1000");
    await page.getByLabel("Amount").fill("-5");
    await page.getByRole("button", { name: "Record payment" }).click();
    await expect(page.getByLabel("Amount")).toHaveAccessibleDescription(/Type a number/);
    await page.getByLabel("Amount").fill("1000");
    await page.getByLabel("Paid how").selectOption("Bank transfer");
    await page.getByRole("button", { name: "Record payment" }).click();
    await expect(flash(page)).toContainText("Payment recorded");
    await expect(page.getByRole("main")).toContainText("BDT 1,500 paid, nothing to pay");
    await expect(page.getByText("Nothing is left to pay.")).toBeVisible();
    await expect(page.getByLabel("Amount")).toHaveCount(0);
    await expect(page.locator("[data-row]")).toHaveCount(2);
    await rowOf(page, "Bank transfer").getByRole("link", { name: "Void" }).click();
    await page.getByRole("button", { name: "Void this payment" }).click();
    await expect(page.getByLabel("Why is it void?")).toHaveAccessibleDescription("Fill this in first.");
    await page.getByLabel("Why is it void?").fill("Typed for the wrong student.");
    await page.getByRole("button", { name: "Void this payment" }).click();
    await expect(flash(page)).toContainText("The payment is void now");
    await expect(rowOf(page, "Bank transfer")).toContainText("void");
    await expect(page.getByRole("main")).toContainText("BDT 500 of BDT 1,500 paid");
    await rowOf(page, "Bank transfer").getByRole("link", { name: "See receipt" }).click();
    await expect(page.getByRole("article")).toContainText("This payment was recorded by mistake. On ");
  });

  test("records nothing in a currency that was not seen, and keeps what was typed", async ({ portal, page }) => {
    const { one, student } = await aPaidSeat(portal);
    await page.goto(`/dashboard/classes/${one.id}/students/${student.id}`);
    await page.getByLabel("Amount").fill("500");
    await page.getByLabel("Reference").fill("TXN-2");
    await updateClass(portal.office, journeys, { id: one.id }, { ...facts, title: one.title, currency: "KWD" });
    const seat = { classId: one.id, personId: student.id };
    await cancelEnrolment(portal.office, student, seat);
    await enrol(portal.office, student, seat);
    const record = page.getByRole("button", { name: "Record payment" });
    await record.click();
    await expect(page.getByRole("alert")).toContainText("The fee or the currency of this student changed");
    await expect(page.getByLabel("Amount")).toHaveValue("500");
    await expect(page.getByLabel("Amount")).toHaveAccessibleDescription("In KWD");
    await expect(page.getByLabel("Reference")).toHaveValue("TXN-2");
    await page.getByLabel("Amount").fill("100");
    await record.click();
    await expect(flash(page)).toContainText("Payment recorded");
    await expect(rowOf(page, "KWD 100")).toHaveCount(1);
  });

  test("is told that the payment of a form is void, and types it anew", async ({ portal, page }) => {
    const { one, student } = await aPaidSeat(portal);
    await page.goto(`/dashboard/classes/${one.id}/students/${student.id}`);
    const name = page.locator("input[name=form]");
    const used = await name.inputValue();
    const record = page.getByRole("button", { name: "Record payment" });
    await page.getByLabel("Amount").fill("300");
    await record.click();
    await rowOf(page, "BDT 300").getByRole("link", { name: "Void" }).click();
    await page.getByLabel("Why is it void?").fill("Typed for the wrong student.");
    await page.getByRole("button", { name: "Void this payment" }).click();
    await name.evaluate((box: HTMLInputElement, value) => (box.value = value), used);
    await page.getByLabel("Amount").fill("300");
    await record.click();
    await expect(page.getByRole("alert")).toContainText("its payment is void");
    await expect(page.getByLabel("Amount")).toHaveValue("1000");
    await record.click();
    await expect(flash(page)).toContainText("Payment recorded");
    await expect(rowOf(page, "BDT 1,000")).toHaveCount(1);
  });

  test("enrols a student at the desk, and removes them", async ({ portal, page }) => {
    const one = await aClass(portal, { seats: 1 });
    const email = freshEmail();
    await anAccount(portal.office, "student", email, "Mita Das");
    await page.goto(`/dashboard/classes/${one.id}`);
    const box = page.getByLabel("Email");
    const enrols = async (typed: string) => {
      await box.fill(typed);
      await page.getByRole("button", { name: "Enrol a student" }).click();
    };
    await enrols("mita");
    await expect(box).toHaveAccessibleDescription("Please input valid email");
    await enrols(freshEmail());
    await expect(box).toHaveAccessibleDescription(/^There is no student with this address\./);
    await expect(box).toBeFocused();
    await enrols(email);
    await expect(flash(page)).toContainText("Mita Das has a seat now");
    await expect(rowOf(page, "Mita Das")).toContainText("Enrolled on");
    await expect(page.getByText("Every seat is taken.")).toBeVisible();
    await rowOf(page, "Mita Das").getByRole("link", { name: "Remove Mita Das" }).click();
    await expect(page.getByRole("heading", { name: "Are you sure?" })).toBeVisible();
    await expect(page.getByText("Nothing is recorded as paid.")).toBeVisible();
    await page.getByRole("button", { name: "Yes, remove" }).click();
    await expect(flash(page)).toContainText("The student is removed, and the seat is free again");
    await expect(rowOf(page, "Mita Das")).toContainText("Removed by the office on");
    await expect(page.getByRole("main")).toContainText("1 seat left");
  });

  test("who removes a student that paid is told that the payments stay", async ({ portal, page }) => {
    const { one } = await aPaidSeat(portal);
    await page.goto(`/dashboard/classes/${one.id}`);
    await page.getByRole("link", { name: "Remove Rafiq Uddin" }).click();
    await expect(page.getByText("BDT 500 is recorded as paid: the payments stay in the history")).toBeVisible();
    await page.getByRole("button", { name: "Yes, remove" }).click();
    await expect(rowOf(page, "Rafiq Uddin")).toContainText("no seat any more, BDT 500 paid");
    await page.getByRole("link", { name: "Payments Rafiq Uddin" }).click();
    await expect(page.locator("[data-row]")).toHaveCount(1);
  });
});
