import { flash, heading, watchForReload } from "../support/dashboard.ts";
import type { Member } from "../support/member.ts";
import { aReport } from "../support/own-records.ts";
import { expect, test } from "../support/test.ts";

const list = "/dashboard/Reports";

async function opens({ page }: Member, reference: string): Promise<void> {
  await page.goto(list);
  await page.getByRole("link", { name: reference }).click();
  await expect(heading(page)).toHaveText(`Report ${reference}`);
}

test("an admin reads a report, and hides its record at once", async ({ admin, portal, page }) => {
  const { name, reference, contact, passport } = await aReport(portal);
  await opens(admin, reference);
  await expect(page.locator("#main")).toContainText("A record should be taken down");
  await expect(page.locator("blockquote")).toHaveText("It is mine.\nTake it down.");
  await expect(page.locator("#main")).toContainText(contact);
  expect(page.url()).not.toContain(passport);
  const record = page.getByRole("row").filter({ hasText: name });
  await expect(record.getByRole("link", { name: `Update ${name}` })).toHaveAttribute("href", /^\/Update_A_User\/.+/);
  await record.getByRole("button", { name: `Hide ${name}` }).click();
  await expect(flash(page)).toContainText(`${name} is hidden now`);
  await expect(record).toContainText("hidden");
  await expect(heading(page)).toHaveText(`Report ${reference}`);
  await page.getByRole("button", { name: `Undo ${name}` }).click();
  await expect(record).toContainText("shown");
});

test("a report with a phone number is answered by a call, and may name a number that is on no record", async ({
  admin,
  portal,
  page,
}) => {
  const { reference } = await aReport(portal, { contact: "+880 1000 000000", about: "Q0000000" });
  await opens(admin, reference);
  await expect(page.getByRole("link", { name: "+880 1000 000000" })).toHaveAttribute("href", "tel:+8801000000000");
  await expect(page.locator("#main")).toContainText("They left no email. Call them");
  await expect(page.getByRole("textbox", { name: "Answer" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Search the records" })).toBeVisible();
});

test("keys lead to a report, hide its record, and lead back", async ({ admin, portal, page }) => {
  const { name } = await aReport(portal);
  await admin.opens(list);
  await expect(heading(page)).toHaveText("Reports");
  const { stayed } = await watchForReload(page);
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await expect(heading(page)).toHaveText(/^Report R-/);
  await page.keyboard.press("u");
  await expect(heading(page)).toHaveText("Reports");
  await page
    .getByRole("link", { name: /^A record should be taken down/ })
    .last()
    .click();
  await expect(page.getByRole("row").filter({ hasText: name })).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("h");
  await expect(page.getByRole("status")).toContainText(`${name} is hidden now`);
  expect(await stayed()).toBe(true);
});
