import type { Page } from "@playwright/test";
import { freshEmail } from "#test/support/accounts/fresh-accounts.ts";
import { Member } from "../support/member.ts";
import type { StartedProvider } from "../support/portal.ts";
import { expect, test, withoutScripts } from "../support/test.ts";

/** Adds a person with an account at the provider. Returns the label of that person's button. */
function knownToProvider({ people }: StartedProvider, email: string, isVerified = true): string {
  people.set(email, { email, isVerified, name: "Google Person" });
  return `Sign in as ${email}`;
}

async function pressesButton(page: Page): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  return opening;
}

const problem = (page: Page) => page.locator("#provider-problem");

test("signing in with Google opens a window; after each that fails a user can go on, and after one that works it closes", async ({
  portal,
  provider,
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/);
  const member = new Member(portal, page);
  const [unverified, choice] = [
    knownToProvider(provider, freshEmail(), false),
    knownToProvider(provider, member.email),
  ];
  await page.goto("/register");
  await member.field("Name").fill("Rahim Uddin");
  const answers = [
    ["The Google window was closed before you were signed in. Try again.", (popup: Page) => popup.close()],
    ["Google did not tell us who you are", (popup: Page) => popup.getByRole("button", { name: "Deny" }).click()],
    ["Google has not confirmed this email.", (popup: Page) => popup.getByRole("button", { name: unverified }).click()],
  ] as const;
  for (const [words, answer] of answers) {
    const popup = await pressesButton(page);
    await popup.getByRole("button", { name: "Deny" }).waitFor();
    await answer(popup);
    await expect(problem(page)).toContainText(words);
    await expect(member.button("Continue with Google")).toHaveAttribute("aria-disabled", "false");
    await expect(member.field("Name")).toHaveValue("Rahim Uddin");
  }
  await page.route("/provider", (route) => route.abort(), { times: 1 });
  const unanswered = await pressesButton(page);
  await expect(problem(page)).toContainText("This site did not answer.");
  await expect.poll(() => unanswered.isClosed()).toBe(true);

  // Google forgets who was there before.
  await context.clearCookies();
  await page.goto("/login?from=/account/profile");
  const popup = await pressesButton(page);
  const closed = popup.waitForEvent("close");
  await popup.getByRole("button", { name: choice }).click();
  await closed;
  await expect(member.heading).toHaveText("Profile");
  await member.reads("Login successful!");
  await page.goto("/account");
  await expect(page.locator("#main")).toContainText("Not set: you sign in with Google");
  await page.goto("/account/second-step");
  await member.button("Continue").click();
  await expect(member.heading).toHaveText("Add this site to your app");
});

test("signing in with Google continues in the same window if the browser blocks windows, and so does connecting", async ({
  portal,
  provider,
  page,
  context,
}) => {
  const member = new Member(portal, page);
  await page.addInitScript(() => {
    globalThis.open = () => null;
  });
  await page.goto("/login");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await expect(problem(page)).toHaveText("Your browser blocked the Google window. We continue in this one.");
  await page.getByRole("button", { name: knownToProvider(provider, member.email) }).click();
  await member.isSignedIn();
  await member.reads("Login successful!");

  // Another user, whose account has a password.
  await context.clearCookies();
  await Member.signedIn(portal, page, "moderator");
  const choice = knownToProvider(provider, freshEmail());
  await page.goto("/account");
  const connect = page.getByRole("button", { name: /^Connect\b.*Google/ });
  const disconnect = page.getByRole("button", { name: /^Disconnect\b.*Google/ });
  await connect.click();
  await page.getByRole("button", { name: "Deny" }).click();
  await expect(page.getByRole("alert")).toContainText("Google did not tell us who you are");
  await connect.click();
  await page.getByRole("button", { name: choice }).click();
  await disconnect.click();
  await expect(connect).toBeVisible();
});

withoutScripts("the Google button leads to Google and back, denied or not", async ({ portal, provider, page }) => {
  const member = new Member(portal, page);
  const choice = knownToProvider(provider, member.email);
  await page.goto("/login?from=/account/profile");
  await member.button("Continue with Google").click();
  await page.getByRole("button", { name: "Deny" }).click();
  await expect(problem(page)).toContainText("Google did not tell us who you are");
  await page.goto("/login?from=/account/profile");
  await member.button("Continue with Google").click();
  await page.getByRole("button", { name: choice }).click();
  await expect(member.heading).toHaveText("Profile");
  await member.reads("Login successful!");
});
