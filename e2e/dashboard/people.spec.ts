import type { Page } from "@playwright/test";
import type { Role } from "#core/accounts/roles.ts";
import { createAccount, freshEmail } from "#test/support/accounts/fresh-accounts.ts";
import { finds, flash, expectToHideAfter, heading, rowOf, watchForReload } from "../support/dashboard.ts";
import { Member } from "../support/member.ts";
import type { Site } from "../support/portal.ts";
import { expect, test } from "../support/test.ts";

const list = "/dashboard/Admin_Control";

/** Creates another account, and finds it with the search. */
async function aColleague({ office }: Site, admin: Member, role: Role = "student") {
  const email = freshEmail();
  const name = `Colleague ${email.split("@")[0]}`;
  const { id } = await createAccount(office, role, email, name);
  const { page } = admin;
  await admin.opens(list);
  await finds(page, email);
  await expect(page.locator("[data-row]")).toHaveCount(1);
  return { id, email, name, row: rowOf(page, email) };
}

const opens = async (page: Page, name: string) => {
  await page.getByRole("link", { name, exact: true }).click();
  await expect(heading(page)).toHaveText(name);
};

test("an admin removes the second step of a user who lost the phone", async ({ admin, portal, page, browser }) => {
  const { id, email, name, row } = await aColleague(portal, admin, "moderator");
  const elsewhere = await browser.newPage({ baseURL: portal.url });
  await new Member(portal, elsewhere, email, id).turnsOnTheSecondStep();
  await elsewhere.close();
  await page.reload();
  await expect(row).toContainText("Codes");
  await opens(page, name);
  await page.getByRole("link", { name: `Take away ${name}` }).click();
  await expect(page.locator("form", { hasText: "signed out everywhere" })).toContainText(name);
  await page.getByRole("button", { name: "Yes, take it away" }).click();
  await expect(flash(page)).toContainText(`${name} signs in without a second step now`);
  await expect(page.getByRole("link", { name: `Take away ${name}` })).toHaveCount(0);
});

test("an admin manages accounts with keys alone", async ({ admin, portal, page }) => {
  const { name, row } = await aColleague(portal, admin);
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
  expect(await stayed()).toBe(true);
});
