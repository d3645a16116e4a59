import type { Page } from "@playwright/test";
import { freshEmail } from "#test/support/accounts/staff.ts";
import { inBothLooks } from "../support/both-looks.ts";
import { Member } from "../support/member.ts";
import { type StartedPortal, googleSite } from "../support/portal.ts";
import { expect, test, withoutScripts } from "../support/test.ts";

test.use({ wishes: googleSite });

/** Somebody with an account at the provider. */
function knownToGoogle({ provider }: StartedPortal, email: string, isVerified = true): string {
  provider?.people.set(email, { email, isVerified, name: "Google Person" });
  return `Sign in as ${email}`;
}

async function pressesGoogle(page: Page): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  return opening;
}

const problem = (page: Page) => page.locator("#google-problem");

test("Google signs in in a window of its own, which closes", async ({ portal, page }) => {
  const member = new Member(portal, page);
  const choice = knownToGoogle(portal, member.email);
  await page.goto("/login?from=/account/profile");
  const popup = await pressesGoogle(page);
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

test("who closes the window, denies or has no checked address can go on", async ({ portal, page }) => {
  const member = new Member(portal, page);
  const choice = knownToGoogle(portal, freshEmail(), false);
  await page.goto("/register");
  await member.field("Name").fill("Rahim Uddin");
  const answers = [
    ["The Google window was closed before you were signed in. Try again.", (popup: Page) => popup.close()],
    ["Google did not tell us who you are", (popup: Page) => popup.getByRole("button", { name: "Deny" }).click()],
    ["Google has not checked this email yet.", (popup: Page) => popup.getByRole("button", { name: choice }).click()],
  ] as const;
  for (const [words, answer] of answers) {
    const popup = await pressesGoogle(page);
    await popup.getByRole("button", { name: "Deny" }).waitFor();
    await answer(popup);
    await expect(problem(page)).toContainText(words);
    await expect(member.button("Continue with Google")).toHaveAttribute("aria-disabled", "false");
    await expect(member.field("Name")).toHaveValue("Rahim Uddin");
  }
});

test("where windows are blocked it goes on in this one", async ({ portal, page }) => {
  const member = new Member(portal, page);
  const choice = knownToGoogle(portal, member.email);
  await page.addInitScript(() => {
    globalThis.open = () => null;
  });
  await page.goto("/login");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await expect(problem(page)).toHaveText("Your browser blocked the Google window. We continue in this one.");
  await page.getByRole("button", { name: choice }).click();
  await member.isSignedIn();
  await member.reads("Login successful!");
});

test("when no answer comes it says so", async ({ page, mayComplain }) => {
  mayComplain(/Failed to load resource/);
  await page.goto("/login");
  await page.route("/google", (route) => route.abort());
  const popup = await pressesGoogle(page);
  await expect(problem(page)).toContainText("No answer came from this site.");
  await expect.poll(() => popup.isClosed()).toBe(true);
});

withoutScripts("without JavaScript the button leads there and back, denied or not", async ({ portal, page }) => {
  const member = new Member(portal, page);
  const choice = knownToGoogle(portal, member.email);
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

test("an account with a password is connected on its own page, and disconnected there", async ({ portal, page }) => {
  await Member.signedIn(portal, page, "moderator");
  const choice = knownToGoogle(portal, freshEmail());
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

const problems = {
  "google-wrong-key": "Google does not know this site.",
  "google-wrong-site": "Google takes no sign-ins from this address of the site.",
  "google-organisation": "The organisation behind your Google account does not allow this site.",
  "google-not-linked": "An account here uses this email. Sign in with its password, or ask for a new one;",
  "google-failed": "Something went wrong between Google and this site.",
  suspended: "This account is closed for now.",
  wait: "Too many tries.",
  "wait&seconds=40": "Too many tries. Wait 40 seconds, then try again.",
  "wait&seconds=900": "Too many tries. Wait 15 minutes, then try again.",
  "wait&seconds=-5": "Too many tries. Wait 1 minute, then try again.",
};

test("what went wrong is said near the button, and an address cannot put its own words there", async ({ page }) => {
  for (const [id, words] of Object.entries(problems)) {
    await page.goto(`/login?problem=${id}`);
    await expect(problem(page)).toContainText(words);
  }
  await page.goto("/login?problem=Call+this+number");
  await expect(problem(page)).toBeEmpty();
});

test("only pages that meet Google's window may stay in touch with one", async ({ request }) => {
  const policies = {
    "/login": "same-origin-allow-popups",
    "/login?problem=google-denied": "unsafe-none",
    "/signed-in?window=google": "unsafe-none",
    "/second-factor": "same-origin",
    "/": "same-origin",
  };
  for (const [path, policy] of Object.entries(policies)) {
    expect((await request.get(path)).headers()["cross-origin-opener-policy"], path).toBe(policy);
  }
});

inBothLooks("no page with its button has a barrier, nor is wider than a phone", async ({ page, visitor }) => {
  for (const path of ["/login", "/register"]) {
    await page.goto(path);
    await visitor.fitsAndHasNoBarrier();
    await visitor.fitsInto(320);
  }
});
