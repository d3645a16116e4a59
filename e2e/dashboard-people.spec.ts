import type { Locator, Page } from "@playwright/test";
import { appCode } from "./support/app-code.ts";
import { inBothLooks } from "./support/both-looks.ts";
import { Member } from "./support/member.ts";
import { giveAccount, freshEmail } from "./support/people.ts";
import type { StartedPortal } from "./support/portal.ts";
import { watchesThePage } from "./support/same-page.ts";
import { expect, test } from "./support/test.ts";

const list = "/dashboard/Admin_Control";

const rowOf = (page: Page, text: string): Locator => page.getByRole("row").filter({ hasText: text });
const told = (page: Page): Locator => page.locator("[data-flash]");

/** Somebody with an account of their own, found by the search. */
async function aColleague({ office }: StartedPortal, page: Page, role: "admin" | "moderator" | "student" = "student") {
  const email = freshEmail();
  const name = `Colleague ${email.slice(7, 15)}`;
  await giveAccount(office, role, email, name);
  await page.goto(list);
  await finds(page, email);
  return { email, name, row: rowOf(page, email) };
}

async function finds(page: Page, search: string): Promise<void> {
  await page.getByRole("searchbox").fill(search);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.locator("[data-row]")).toHaveCount(1);
}

const opens = async (page: Page, name: string) => {
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
};

test.describe("an admin", () => {
  test.beforeEach(async ({ portal, page }) => {
    await (await Member.joins(portal, page, "admin")).comesIn(list);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Control");
  });

  test("sees the specification's columns, and what matters between them", async ({ portal, page }) => {
    const { row } = await aColleague(portal, page, "moderator");
    const heads = await page.getByRole("columnheader").allInnerTexts();
    expect(heads).toEqual(["Email", "Role", "Second step", "Make Admin", "Make Moderator", "Delete"]);
    await expect(row).toContainText("Moderator");
    await expect(row).toContainText("none");
  });

  test("makes somebody moderator, then admin, then student", async ({ portal, page }) => {
    const { name, row } = await aColleague(portal, page);
    const makeModerator = row.getByRole("button", { name: "Make Moderator" });
    const makeAdmin = row.getByRole("button", { name: "Make Admin" });
    await makeModerator.click();
    await expect(told(page)).toContainText(`${name} is a Moderator now`);
    await expect(makeModerator).toBeDisabled();
    await makeAdmin.click();
    await expect(told(page)).toContainText(`${name} is an admin now`);
    await expect(makeAdmin).toBeDisabled();
    await expect(makeModerator).toBeEnabled();
    await opens(page, name);
    await page.getByRole("button", { name: `Make Student ${name}` }).click();
    await expect(told(page)).toContainText(`${name} is a student now`);
    await expect(page.getByRole("button", { name: `Make Student ${name}` })).toBeDisabled();
  });

  test("searches by part of the name or the address, which stays out of the address bar", async ({ portal, page }) => {
    const { email, name } = await aColleague(portal, page);
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

  test("suspends somebody, and lets them in again", async ({ portal, page, browser }) => {
    const { email, name } = await aColleague(portal, page, "moderator");
    const elsewhere = await browser.newPage({ baseURL: portal.url });
    const colleague = new Member(portal, elsewhere, email);
    await colleague.comesIn("/account");
    await colleague.isSignedIn();
    await opens(page, name);
    await expect(page.locator("#main")).toContainText("in 1 browser");
    await page.getByRole("button", { name: `Suspend ${name}` }).click();
    await expect(told(page)).toContainText(`${name} is suspended now`);
    await elsewhere.goto("/account");
    await expect(colleague.heading).toHaveText("Sign in");
    await page.getByRole("button", { name: `Let in again ${name}` }).click();
    await expect(told(page)).toContainText(`${name} can sign in again`);
    await colleague.comesIn("/account");
    await colleague.isSignedIn();
    await page.reload();
    await page.getByRole("button", { name: `Sign out everywhere ${name}` }).click();
    await expect(told(page)).toContainText(`${name} is signed out everywhere`);
    await expect(page.locator("#main")).toContainText("nowhere");
    await elsewhere.goto("/account");
    await expect(colleague.heading).toHaveText("Sign in");
    await elsewhere.close();
  });

  test("confirms who registered, before they can have a role", async ({ portal, page }) => {
    const { email, name, row } = await aColleague(portal, page);
    await portal.office.database.write((writer) =>
      writer.updateTable("person").set({ email_confirmed: 0 }).where("email", "=", email).execute(),
    );
    await page.reload();
    await expect(row).toContainText("not confirmed");
    await row.getByRole("button", { name: "Make Admin" }).click();
    await expect(page.getByRole("alert")).toHaveText("This account is not confirmed yet. Confirm it first.");
    await opens(page, name);
    await page.getByRole("button", { name: `Confirm the email ${name}` }).click();
    await expect(told(page)).toContainText(`${name} is confirmed now`);
    await page.getByRole("button", { name: `Make Admin ${name}` }).click();
    await expect(told(page)).toContainText(`${name} is an admin now`);
  });

  test("deletes an account when sure", async ({ portal, page }) => {
    const { name, row } = await aColleague(portal, page);
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
    await expect(told(page)).toContainText("The account has been deleted.");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Control");
    await expect(rowOf(page, name)).toHaveCount(0);
  });

  test("is told when somebody else was quicker", async ({ portal, page }) => {
    const { email, row } = await aColleague(portal, page);
    await portal.office.database.write((writer) => writer.deleteFrom("person").where("email", "=", email).execute());
    await row.getByRole("button", { name: "Make Admin" }).click();
    await expect(page.getByRole("alert")).toHaveText(
      "This account is not here any more. Somebody may have deleted it.",
    );
  });

  test("takes a second step away from who lost the phone", async ({ portal, page, browser }) => {
    const { email, name, row } = await aColleague(portal, page, "moderator");
    const elsewhere = await browser.newPage({ baseURL: portal.url });
    await new Member(portal, elsewhere, email).turnsOnTheSecondStep();
    await elsewhere.close();
    await page.reload();
    await expect(row).toContainText("App");
    await opens(page, name);
    await page.getByRole("link", { name: `Take away ${name}` }).click();
    await expect(page.locator("form", { hasText: "signed out everywhere" })).toContainText(name);
    await page.getByRole("button", { name: "Yes, take it away" }).click();
    await expect(told(page)).toContainText(`${name} signs in without a second step now`);
    await expect(page.getByRole("link", { name: `Take away ${name}` })).toHaveCount(0);
  });

  test.describe("who invites somebody", () => {
    test.use({ expectedComplaint: /status of 400/ });

    test("types an address that can be one", async ({ portal, page }) => {
      const guest = new Member(portal, page);
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
      await expect(told(page)).toContainText("The invitation is written, but not sent");
      await page.goto(await guest.linkMailed("invitation"));
      await expect(page.locator("#main")).toContainText("You are invited as Student.");
    });
  });
});

test("whoever has a second step shows it again before roles are changed", async ({ portal, page }) => {
  test.slow();
  const admin = await Member.joins(portal, page, "admin");
  const { secret } = await admin.turnsOnTheSecondStep();
  await portal.office.database.write((writer) =>
    writer
      .updateTable("session")
      .set({ proved_at: Date.now() - 3_600_000 })
      .execute(),
  );
  const { name, row } = await aColleague(portal, page);
  await row.getByRole("button", { name: "Make Moderator" }).click();
  await expect(admin.field("Code")).toBeVisible();
  await admin.field("Code").fill(appCode(secret, 1));
  await admin.button("Continue").click();
  await expect(admin.heading).toHaveText("Admin Control");
  await row.getByRole("button", { name: "Make Moderator" }).click();
  await expect(told(page)).toContainText(`${name} is a Moderator now`);
});

test.describe("where scripts run", () => {
  test("keys do it all", async ({ portal, page }) => {
    await (await Member.joins(portal, page, "admin")).comesIn(list);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Control");
    const { name, row } = await aColleague(portal, page);
    const { stayed } = await watchesThePage(page);
    await page.keyboard.press("j");
    await expect(row.getByRole("link", { name, exact: true })).toBeFocused();
    await page.keyboard.press("m");
    await expect(page.getByRole("status")).toContainText(`${name} is a Moderator now`);
    await page.keyboard.press("j");
    await page.keyboard.press("e");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await page.keyboard.press("u");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Control");
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Escape");
    expect(await stayed()).toBe(true);
  });

  inBothLooks("no page of accounts has a barrier", async ({ portal, visitor, page }) => {
    await (await Member.joins(portal, page, "admin")).comesIn(list);
    await expect(page.locator("[data-row]").first()).toBeVisible();
    await expect(page.locator("[data-notice]")).toBeHidden();
    await visitor.fitsAndHasNoBarrier();
    const member = (await page.locator("[data-key=e]").first().getAttribute("href")) ?? "";
    for (const path of [member, "/dashboard/invite", `${member}/delete`]) {
      await page.goto(path);
      await visitor.fitsAndHasNoBarrier();
    }
  });
});
