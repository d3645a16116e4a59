import type { Page } from "@playwright/test";
import { Member } from "./support/member.ts";
import { freshEmail } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

test.use({ wishes: { withGoogle: true }, expectedComplaint: /status of 4\d\d/ });

type Portal = { provider: { people: Map<string, { email: string; isVerified: boolean; name: string }> } | null };

/** Somebody with an account at the provider. */
function knownToGoogle({ provider }: Portal, email: string, isVerified = true): string {
  provider?.people.set(email, { email, isVerified, name: "Google Person" });
  return `Sign in as ${email}`;
}

test.describe("in a window of its own", { tag: "@with-javascript" }, () => {
  const pressesGoogle = async (page: Page) => {
    const opening = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Continue with Google" }).click();
    return opening;
  };

  test("Google signs in, and the window closes", async ({ portal, page }) => {
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

  test("who says no is told how to go on, and keeps what was typed", async ({ portal, page }) => {
    const member = new Member(portal, page);
    await page.goto("/register");
    await member.field("Name").fill("Rahim Uddin");
    const popup = await pressesGoogle(page);
    await popup.getByRole("button", { name: "Deny" }).click();
    await expect(page.locator("#google-problem")).toContainText("Google did not tell us who you are");
    await expect(member.field("Name")).toHaveValue("Rahim Uddin");
    await expect(member.button("Continue with Google")).toHaveAttribute("aria-disabled", "false");
  });

  test("an address that Google has not checked is not taken", async ({ portal, page }) => {
    const choice = knownToGoogle(portal, freshEmail(), false);
    await page.goto("/login");
    const popup = await pressesGoogle(page);
    await popup.getByRole("button", { name: choice }).click();
    await expect(page.locator("#google-problem")).toContainText("Google has not checked this email yet.");
  });

  test("a window that was closed is no dead end", async ({ portal, page }) => {
    const member = new Member(portal, page);
    await page.goto("/login");
    const popup = await pressesGoogle(page);
    await popup.getByRole("button", { name: "Deny" }).waitFor();
    await popup.close();
    await expect(page.locator("#google-problem")).toHaveText(
      "The Google window was closed before you were signed in. Try again.",
    );
    await expect(member.button("Continue with Google")).toHaveAttribute("aria-disabled", "false");
  });

  test("where windows are blocked it goes on in this one", async ({ portal, page }) => {
    const member = new Member(portal, page);
    const choice = knownToGoogle(portal, member.email);
    await page.addInitScript(() => {
      globalThis.open = () => null;
    });
    await page.goto("/login");
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await expect(page.locator("#google-problem")).toHaveText(
      "Your browser keeps the Google window shut. We go on in this one.",
    );
    await page.getByRole("button", { name: choice }).click();
    await member.isSignedIn();
    await member.reads("Login successful!");
  });

  test.describe("without an answer", () => {
    test.use({ expectedComplaint: /Failed to load resource/ });

    test("it says so", async ({ page }) => {
      await page.goto("/login");
      await page.route("/google", (route) => route.abort());
      const popup = await pressesGoogle(page);
      await expect(page.locator("#google-problem")).toContainText("No answer came from this site.");
      expect(popup.isClosed()).toBe(true);
    });
  });
});

test.describe("without JavaScript", { tag: "@without-javascript" }, () => {
  test("the button leads there and back", async ({ portal, page }) => {
    const member = new Member(portal, page);
    const choice = knownToGoogle(portal, member.email);
    await page.goto("/login?from=/account/profile");
    await member.button("Continue with Google").click();
    await page.getByRole("button", { name: choice }).click();
    await expect(member.heading).toHaveText("Profile");
    await member.reads("Login successful!");
  });

  test("who says no is told how to go on", async ({ page }) => {
    await page.goto("/login");
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await page.getByRole("button", { name: "Deny" }).click();
    await expect(page.locator("#google-problem")).toContainText("Google did not tell us who you are");
  });
});

for (const [problem, words] of [
  ["google-wrong-key", "Google does not know this site."],
  ["google-wrong-site", "Google takes no sign-ins from this address of the site."],
  ["google-organisation", "The organisation behind your Google account does not allow this site."],
  ["wait&seconds=40", "Too many tries. Wait 40 seconds, then try again."],
  ["wait&seconds=900", "Too many tries. Wait 15 minutes, then try again."],
  ["wait&seconds=-5", "Too many tries. Wait 1 minute, then try again."],
  ["google-not-linked", "An account here uses this email and is not confirmed yet."],
  ["google-failed", "Something went wrong between Google and this site."],
  ["suspended", "This account is closed for now."],
  ["wait", "Too many tries."],
] as const) {
  test(`${problem} is said near the button`, async ({ page }) => {
    await page.goto(`/login?problem=${problem}`);
    await expect(page.locator("#google-problem")).toContainText(words);
  });
}

test("an address cannot put words into the page", async ({ page }) => {
  await page.goto("/login?problem=Call+this+number");
  await expect(page.locator("#google-problem")).toBeEmpty();
});
