import { goesAfter } from "../support/dashboard.ts";
import { Member } from "../support/member.ts";
import { expect, test } from "../support/test.ts";

test.beforeEach(async ({ page }) => {
  await page.route("https://pictures.example/**", (route) => route.fulfill({ path: "public/favicon.svg" }));
});

async function fillsIn(member: Member): Promise<void> {
  await member.field("Photo URL").fill("https://pictures.example/rahim.jpg");
  await member.field("Name").fill("Rahim Uddin");
  await member.field("Email").fill(member.email);
  await member.field("Password").fill(member.password);
  await member.field("Confirm password").fill(member.password);
}

test("from registration to the account, by a link that works in both languages", async ({ portal, page }) => {
  const member = new Member(portal, page);
  await page.goto("/login");
  await page.getByRole("link", { name: "Register", exact: true }).click();
  await expect(member.heading).toHaveText("Register");
  await fillsIn(member);
  await member.button("Register").click();
  await member.reads("Register successful!");
  await goesAfter(page.locator(":has(> [data-notice])"), 2000);
  await expect(member.heading).toHaveText("Check your mail");
  await expect(page.locator("#main")).toContainText("We have sent you a link.");

  const link = await member.linkMailed("confirm");
  await page.goto(link);
  await page.getByRole("button", { name: "বাংলা" }).click();
  await expect(page.getByLabel("পাসওয়ার্ড", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "English" }).click();
  await member.field("Password").fill(member.password);
  await member.button("Confirm").click();
  await member.isSignedIn();
  await expect(page.locator("#main")).toContainText("Rahim Uddin");
});

test("what is missing or wrong is said at its field", async ({ portal, page }) => {
  const member = new Member(portal, page);
  await page.goto("/register");
  await member.button("Register").click();
  await member.isTold("Photo URL", "Photo URL is required");
  await member.isTold("Name", "Name is required");
  await member.isTold("Email", "Email is required");
  await member.isTold("Password", "Password is required");
  await expect(member.field("Photo URL")).toBeFocused();
  await fillsIn(member);
  await member.field("Photo URL").fill("http://pictures.example/rahim.jpg");
  await member.button("Register").click();
  await member.isTold("Photo URL", "Use a link that starts with https://");
  await expect(member.field("Name")).toHaveValue("Rahim Uddin");
});
