import { expectToHideAfter } from "../support/dashboard.ts";
import { Member } from "../support/member.ts";
import { expect, test } from "../support/test.ts";

test.beforeEach(async ({ page }) => {
  await page.route("https://pictures.example/**", (route) => route.fulfill({ path: "public/favicon.svg" }));
});

async function fillsIn(member: Member): Promise<void> {
  await member.fills({
    "Photo URL": "https://pictures.example/rahim.jpg",
    Name: "Rahim Uddin",
    Email: member.email,
    Password: member.password,
    "Confirm password": member.password,
  });
}

test("a visitor registers and gets an account by a link that works in both languages", async ({ portal, page }) => {
  const member = new Member(portal, page);
  await page.goto("/login");
  await page.getByRole("link", { name: "Register", exact: true }).click();
  await expect(member.heading).toHaveText("Register");
  await fillsIn(member);
  await member.button("Register").click();
  await member.reads("Register successful!");
  await expectToHideAfter(page.locator(":has(> [data-notice])"), 2000);
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
