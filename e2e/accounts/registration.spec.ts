import { goodPassword, otherPassword } from "#test/support/accounts/staff.ts";
import { goesAfter } from "../support/dashboard.ts";
import { Member } from "../support/member.ts";
import { expect, test } from "../support/test.ts";

const registered = "We have sent you a link. Open it to confirm your email; then you can sign in.";

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

test("from registration to the account, by a link that works in both languages, and once", async ({ portal, page }) => {
  const member = new Member(portal, page);
  await page.goto("/login");
  await page.getByRole("link", { name: "Register", exact: true }).click();
  await expect(member.heading).toHaveText("Register");
  await fillsIn(member);
  await member.button("Register").click();
  await member.reads("Register successful!");
  await goesAfter(page.locator(":has(> [data-notice])"), 2000);
  await expect(member.heading).toHaveText("Check your mail");
  await expect(page.locator("#main")).toContainText(registered);

  await member.signsIn();
  await member.isTold(
    "Password",
    "Email or password is not right. Check both, then try again. If you have just registered, first open the link in our mail.",
  );

  const link = await member.linkMailed("confirm");
  await page.goto(link);
  await page.getByRole("button", { name: "বাংলা" }).click();
  await expect(page.getByLabel("পাসওয়ার্ড", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "English" }).click();
  await member.field("Password").fill(otherPassword);
  await member.button("Confirm").click();
  await member.isTold("Password", "This password is not right. Try again.");
  await member.field("Password").fill(member.password);
  await member.button("Confirm").click();
  await member.isSignedIn();
  await expect(page.locator("#main")).toContainText("Rahim Uddin");

  await page.goto(link);
  await expect(member.heading).toHaveText("This link has ended");
  await expect(page.getByLabel("Password", { exact: true })).toHaveCount(0);
  await expect(page.locator("#main").getByRole("link", { name: "Sign in" })).toBeVisible();
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
  await member.field("Confirm password").fill(otherPassword);
  await member.button("Register").click();
  await member.isTold("Photo URL", "Use a link that starts with https://");
  await member.field("Photo URL").fill("https://pictures.example/rahim.jpg");
  await member.field("Password").fill(goodPassword);
  await member.field("Confirm password").fill(otherPassword);
  await member.button("Register").click();
  await member.isTold("Confirm password", "Password did not match");
  for (const [password, words] of [
    ["too short", "Use at least 12 characters."],
    ["password1234", "Many people use this password, so it is guessed first. Choose another one."],
  ] as const) {
    await member.field("Password").fill(password);
    await member.field("Confirm password").fill(password);
    await member.button("Register").click();
    await member.isTold("Password", words);
  }
  await expect(member.field("Name")).toHaveValue("Rahim Uddin");
});

test("who has an account already is told the same", async ({ member, page }) => {
  await page.goto("/register");
  await fillsIn(member);
  await member.button("Register").click();
  await member.reads("Register successful!");
  await expect(page.locator("#main")).toContainText(registered);
});
