import type { Page } from "@playwright/test";
import type { Role } from "#core/staff/roles.ts";
import { appCode } from "#test/support/accounts/app-code.ts";
import { anAccount, freshEmail } from "#test/support/accounts/staff.ts";
import { finds, flash, heading, rowOf, watchesThePage } from "../support/dashboard.ts";
import { Member, letSessionsAge } from "../support/member.ts";
import type { Site } from "../support/portal.ts";
import { expect, test } from "../support/test.ts";

const list = "/dashboard/Admin_Control";

/** Somebody with an account of their own, found by the search. */
async function aColleague({ office }: Site, admin: Member, role: Role = "student") {
  const email = freshEmail();
  const name = `Colleague ${email.split("@")[0]}`;
  const { id } = await anAccount(office, role, email, name);
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

test("an admin makes somebody moderator, then admin, then student", async ({ admin, portal, page }) => {
  const { name, row } = await aColleague(portal, admin);
  const heads = await page.getByRole("columnheader").allInnerTexts();
  expect(heads).toEqual(["Email", "Role", "Second step", "Make Admin", "Make Moderator", "Delete"]);
  await expect(row).toContainText("none");
  const makeModerator = row.getByRole("button", { name: "Make Moderator" });
  const makeAdmin = row.getByRole("button", { name: "Make Admin" });
  await makeModerator.click();
  await expect(flash(page)).toContainText(`${name} is a Moderator now`);
  await expect(makeModerator).toBeDisabled();
  await expect(row).toContainText("Moderator");
  await makeAdmin.click();
  await expect(flash(page)).toContainText(`${name} is an admin now`);
  await expect(makeAdmin).toBeDisabled();
  await expect(makeModerator).toBeEnabled();
  await opens(page, name);
  await page.getByRole("button", { name: `Make Student ${name}` }).click();
  await expect(flash(page)).toContainText(`${name} is a student now`);
  await expect(page.getByRole("button", { name: `Make Student ${name}` })).toBeDisabled();
});

test("an admin searches by part of name or email, which gets into no address", async ({ admin, portal, page }) => {
  const { email, name } = await aColleague(portal, admin);
  await expect(rowOf(page, name)).toBeVisible();
  expect(page.url()).not.toContain(email.slice(0, 8));
  await page.reload();
  await expect(page.getByRole("searchbox")).toHaveValue(email);
  await page.getByRole("searchbox").fill("nobody at all");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();
  await page.getByRole("link", { name: "Show everybody" }).click();
  await expect(rowOf(page, "Amina Admin").first()).toBeVisible();
});

test("an admin suspends somebody, and lets them in again", async ({ admin, portal, page, browser }) => {
  const { id, email, name } = await aColleague(portal, admin, "moderator");
  const elsewhere = await browser.newPage({ baseURL: portal.url });
  const colleague = new Member(portal, elsewhere, email, id);
  await colleague.hasSession();
  await elsewhere.goto("/account");
  await colleague.isSignedIn();
  await opens(page, name);
  await expect(page.locator("#main")).toContainText("in 1 browser");
  await page.getByRole("button", { name: `Suspend ${name}` }).click();
  await expect(flash(page)).toContainText(`${name} is suspended now`);
  await elsewhere.goto("/account");
  await expect(colleague.heading).toHaveText("Sign in");
  await page.getByRole("button", { name: `Let in again ${name}` }).click();
  await expect(flash(page)).toContainText(`${name} can sign in again`);
  await colleague.hasSession();
  await elsewhere.goto("/account");
  await colleague.isSignedIn();
  await page.reload();
  await page.getByRole("button", { name: `Sign out everywhere ${name}` }).click();
  await expect(flash(page)).toContainText(`${name} is signed out everywhere`);
  await expect(page.locator("#main")).toContainText("nowhere");
  await elsewhere.goto("/account");
  await expect(colleague.heading).toHaveText("Sign in");
  await elsewhere.close();
});

test("an admin confirms who registered, before they can have a role", async ({ admin, portal, page }) => {
  const { email, name, row } = await aColleague(portal, admin);
  await portal.office.database.write((writer) =>
    writer.updateTable("person").set({ email_confirmed: 0 }).where("email", "=", email).execute(),
  );
  await page.reload();
  await expect(row).toContainText("not confirmed");
  await row.getByRole("button", { name: "Make Admin" }).click();
  await expect(page.getByRole("alert")).toHaveText("This account is not confirmed yet. Confirm it first.");
  await opens(page, name);
  await page.getByRole("button", { name: `Confirm the email ${name}` }).click();
  await expect(flash(page)).toContainText(`${name} is confirmed now`);
  await page.getByRole("button", { name: `Make Admin ${name}` }).click();
  await expect(flash(page)).toContainText(`${name} is an admin now`);
});

test("an admin deletes an account when sure", async ({ admin, portal, page }) => {
  const { name, row } = await aColleague(portal, admin);
  await row.getByRole("link", { name: `Delete ${name}` }).click();
  await expect(page.getByRole("heading", { name: "Are you sure?" })).toBeVisible();
  await page
    .getByRole("button", { name: "Cancel" })
    .or(page.getByRole("link", { name: "Cancel" }))
    .click();
  await expect(row).toBeVisible();
  await opens(page, name);
  await page.getByRole("link", { name: `Delete ${name}` }).click();
  await page.getByRole("button", { name: "Yes, delete it!" }).click();
  await expect(flash(page)).toContainText("The account has been deleted.");
  await expect(heading(page)).toHaveText("Admin Control");
  await expect(rowOf(page, name)).toHaveCount(0);
});

test("an admin takes a second step away from who lost the phone", async ({ admin, portal, page, browser }) => {
  const { id, email, name, row } = await aColleague(portal, admin, "moderator");
  const elsewhere = await browser.newPage({ baseURL: portal.url });
  await new Member(portal, elsewhere, email, id).turnsOnTheSecondStep();
  await elsewhere.close();
  await page.reload();
  await expect(row).toContainText("App");
  await opens(page, name);
  await page.getByRole("link", { name: `Take away ${name}` }).click();
  await expect(page.locator("form", { hasText: "signed out everywhere" })).toContainText(name);
  await page.getByRole("button", { name: "Yes, take it away" }).click();
  await expect(flash(page)).toContainText(`${name} signs in without a second step now`);
  await expect(page.getByRole("link", { name: `Take away ${name}` })).toHaveCount(0);
});

test("who invites somebody types an address that can be one", async ({ admin, portal, page }) => {
  const guest = new Member(portal, page);
  await admin.opens(list);
  await page.getByRole("link", { name: "Invite somebody" }).click();
  await expect(guest.heading).toHaveText("Invite somebody");
  await guest.button("Send the invitation").click();
  await guest.isTold("Email", "Email is required");
  await guest.field("Email").fill("nobody@");
  await guest.button("Send the invitation").click();
  await guest.isTold("Email", "Please input valid email");
  await expect(guest.field("Email")).toHaveValue("nobody@");
  await guest.field("Email").fill(guest.email);
  await page.getByRole("radio", { name: "Student" }).check();
  await guest.button("Send the invitation").click();
  await expect(flash(page)).toContainText("The invitation is written, but not sent");
  await page.goto(await guest.linkMailed("invitation"));
  await expect(page.locator("#main")).toContainText("You are invited as Student.");
});

test("whoever has a second step shows it again before roles are changed", async ({ portal, admin, page }) => {
  const { secret } = await admin.turnsOnTheSecondStep();
  await letSessionsAge(portal);
  const { name, row } = await aColleague(portal, admin);
  await row.getByRole("button", { name: "Make Moderator" }).click();
  await expect(admin.field("Code")).toBeVisible();
  await admin.field("Code").fill(appCode(secret, 1));
  await admin.button("Continue").click();
  await expect(admin.heading).toHaveText("Admin Control");
  await row.getByRole("button", { name: "Make Moderator" }).click();
  await expect(flash(page)).toContainText(`${name} is a Moderator now`);
});

test("keys do it all", async ({ admin, portal, page }) => {
  const { name, row } = await aColleague(portal, admin);
  const { stayed } = await watchesThePage(page);
  await page.keyboard.press("j");
  await expect(row.getByRole("link", { name, exact: true })).toBeFocused();
  await page.keyboard.press("m");
  await expect(page.getByRole("status")).toContainText(`${name} is a Moderator now`);
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
