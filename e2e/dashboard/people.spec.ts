import { createAccount, freshEmail } from "#test/support/accounts/fresh-accounts.ts";
import { expectToHideAfter, finds, flash, heading, rowOf, watchForReload } from "../support/dashboard.ts";
import { aReport } from "../support/own-records.ts";
import { expect, test } from "../support/test.ts";

test("an admin manages accounts and reports with keys alone", async ({ admin, portal, page }) => {
  const email = freshEmail();
  const name = `Colleague ${email.split("@")[0]}`;
  await createAccount(portal.office, "student", email, name);
  await admin.opens("/dashboard/Admin_Control");
  await finds(page, email);
  await expect(page.locator("[data-row]")).toHaveCount(1);
  const row = rowOf(page, email);
  const heads = await page.getByRole("columnheader").allInnerTexts();
  expect(heads).toEqual(["Email", "Role", "Second step", "Make Admin", "Make Moderator", "Delete"]);
  const { stayed } = await watchForReload(page);
  await page.keyboard.press("j");
  await expect(row.getByRole("link", { name, exact: true })).toBeFocused();
  await page.keyboard.press("m");
  await expect(page.getByRole("status")).toContainText(`${name} is a Moderator now`);
  await expect(row.getByRole("button", { name: "Make Moderator" })).toBeDisabled();
  await expectToHideAfter(flash(page), 1000);
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await expect(heading(page)).toHaveText(name);
  await page.keyboard.press("u");
  await expect(heading(page)).toHaveText("Admin Control");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");

  const report = await aReport(portal);
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await expect(heading(page)).toHaveText("Reports");
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await expect(heading(page)).toHaveText(/^Report R-/);
  await page.keyboard.press("u");
  await expect(heading(page)).toHaveText("Reports");
  await page
    .getByRole("link", { name: /^A record should be taken down/ })
    .last()
    .click();
  await expect(page.getByRole("row").filter({ hasText: report.name })).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("h");
  await expect(page.getByRole("status")).toContainText(`${report.name} is hidden now`);
  expect(await stayed()).toBe(true);
});
