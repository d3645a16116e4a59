import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { addPayment } from "#operations/classes/payments.ts";
import { enrol } from "#operations/classes/enrol-student.ts";
import { aClass } from "../support/classes.ts";
import { flash, heading, rowOf } from "../support/dashboard.ts";
import { journeys } from "../support/own-records.ts";
import { expect, test } from "../support/test.ts";

test.describe("a student", () => {
  test.beforeEach(async ({ student, page }) => {
    await student.opens("/dashboard");
    await expect(heading(page)).toHaveText("What you can do here");
  });

  const goesTo = async (page: Page, name: string) => {
    await page.getByRole("main").getByRole("link", { name, exact: true }).click();
    await expect(heading(page)).toHaveText(name);
  };

  test("reads what there is to do, and on every empty page what to do next", async ({ page }) => {
    await goesTo(page, "My Enrolled Classes");
    await expect(page.getByRole("heading", { name: "You have no seat in a class yet" })).toBeVisible();
    await page.goto("/dashboard/BAD_Request");
    await goesTo(page, "Payment History");
    await expect(page.getByRole("heading", { name: "No payments yet" })).toBeVisible();
    await page.getByRole("link", { name: "See the classes" }).click();
    await expect(page.getByRole("heading", { name: "Your list is empty" })).toBeVisible();
  });

  test("selects a class, enrols, and gives the seat up", async ({ portal, page }) => {
    const { title } = await aClass(portal);
    await goesTo(page, "My Selected Classes");
    await expect(rowOf(page, title)).toContainText("Sunday, 10 January 2094 at 18:30");
    await expect(rowOf(page, title)).toContainText("BDT 1,500");
    await page.getByRole("button", { name: `Select ${title}` }).click();
    await expect(flash(page)).toContainText(`${title} is on your list`);
    await page.getByRole("button", { name: `Remove ${title}` }).click();
    await page.getByRole("button", { name: `Undo ${title}` }).click();
    const selected = page.getByRole("table", { name: "My Selected Classes" });
    await expect(selected.getByRole("row").filter({ hasText: title })).toContainText("2 seats left");
    await page.getByRole("button", { name: `Enrol ${title}` }).click();
    await expect(flash(page)).toContainText(`You have a seat in ${title}`);
    await rowOf(page, title).getByRole("link", { name: "You are enrolled" }).click();
    await expect(rowOf(page, title)).toContainText("BDT 0 of BDT 1,500 paid");
    await rowOf(page, title)
      .getByRole("link", { name: `Give up seat ${title}` })
      .click();
    await expect(page.getByRole("heading", { name: "Are you sure?" })).toBeVisible();
    await page.getByRole("button", { name: "Yes, give it up" }).click();
    await expect(flash(page)).toContainText(`You gave up your seat in ${title}`);
    await expect(rowOf(page, title)).toContainText("Seat given up on");
    await expect(page.getByRole("link", { name: `Give up seat ${title}` })).toHaveCount(0);
  });
});

test("a student sees their payments, each with a receipt to print", async ({ student, portal, page }) => {
  const { id: classId, title } = await aClass(portal);
  const { enrolmentId } = await enrol(portal.office, journeys, { classId, personId: student.id });
  const payment = { amount: 50_000, paidOn: "2026-01-02", method: "cash", reference: "" };
  await addPayment(portal.office, journeys, { enrolmentId, payment }, randomUUID());
  await student.opens("/dashboard/payment-history");
  await expect(rowOf(page, title)).toContainText("BDT 500");
  await rowOf(page, title).getByRole("link", { name: "See receipt" }).click();
  await expect(student.heading).toHaveText(/^Receipt \d{6}$/);
  const sheet = page.getByRole("article");
  for (const words of ["Shapla Overseas", "Licence RL-0001", "Sadia Islam", title, "2 January 2026", "Cash"]) {
    await expect(sheet).toContainText(words);
  }
  await page.emulateMedia({ media: "print" });
  await expect(sheet).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Dashboard", includeHidden: true })).toBeHidden();
});

test("an admin adds a class, and every error is shown at its box", async ({ admin, page }) => {
  await admin.opens("/dashboard/classes");
  const title = `Safety ${randomUUID().slice(0, 8)}`;
  await page.getByRole("link", { name: "Add a class" }).click();
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Start").fill("2026-01-01T09:00");
  await page.getByLabel("Fee").fill("much");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Fee")).toHaveAccessibleDescription(/Type a number/);
  await expect(page.getByLabel("Place")).toHaveAccessibleDescription("Fill this in first.");
  await expect(page.getByLabel("Place")).toBeFocused();
  await expect(page.getByLabel("Title")).toHaveValue(title);
  await expect(page.getByLabel("Start")).toHaveAccessibleDescription(/This start is in the past/);
  await page.getByLabel("Start").fill("2094-03-01T09:00");
  await page.getByLabel("Place").fill("Uttara");
  await page.getByLabel("Fee").fill("1,500.50");
  await page.getByLabel("Currency").selectOption("AUD");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(flash(page)).toContainText(`${title} is open: students can enrol now`);
  await expect(rowOf(page, title)).toContainText("A$1,500.50");
  await expect(rowOf(page, title)).toContainText("0 of 20 taken");
});

test("an admin closes a class, opens it again, and deletes a class without students", async ({
  admin,
  portal,
  page,
}) => {
  const { title } = await aClass(portal);
  await admin.opens("/dashboard/classes");
  await page.getByRole("button", { name: `Close ${title}` }).click();
  await expect(flash(page)).toContainText(`${title} is closed now`);
  await expect(rowOf(page, title)).toHaveCount(0);
  await page.getByRole("link", { name: "Closed", exact: true }).click();
  await page.getByRole("button", { name: `Reopen ${title}` }).click();
  await expect(flash(page)).toContainText(`${title} is open again`);
  await page.getByRole("link", { name: "Open", exact: true }).click();
  await page.getByRole("link", { name: `Delete ${title}` }).click();
  await page.getByRole("button", { name: "Yes, delete it!" }).click();
  await expect(flash(page)).toContainText("The class has been deleted.");
  await expect(rowOf(page, title)).toHaveCount(0);
});

test("a student enrols with the keyboard alone", async ({ student, portal, page }) => {
  await student.opens("/dashboard/BAD_Request");
  const { title } = await aClass(portal, { startsAt: "2090-01-01T08:00" });
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await expect(heading(page)).toHaveText("My Selected Classes");
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await expect(flash(page)).toContainText(`You have a seat in ${title}`);
});
