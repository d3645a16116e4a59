import { expect, test } from "vitest";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { startSite } from "../support/site.ts";

// Nobody listens there: these pages only offer the button.
const { url } = await startSite({
  GOOGLE_ISSUER: "http://localhost:2",
  GOOGLE_CLIENT_ID: "attestry",
  GOOGLE_CLIENT_SECRET: "a secret",
});

test.each([
  ["google-wrong-key", "Google does not know this site."],
  ["google-wrong-site", "Google does not accept sign-ins from this address of the site."],
  ["google-organisation", "The organisation behind your Google account does not allow this site."],
  ["google-not-linked", "An account here uses this email. Sign in with its password, or ask for a new one;"],
  ["google-failed", "Something went wrong between Google and this site."],
  ["suspended", "This account is closed for now."],
  ["too-many-requests", "Too many tries."],
  ["too-many-requests&seconds=40", "Too many tries. Wait 40 seconds, then try again."],
  ["too-many-requests&seconds=900", "Too many tries. Wait 15 minutes, then try again."],
  ["too-many-requests&seconds=-5", "Too many tries. Wait 1 minute, then try again."],
  ["Call+this+number", ""],
])("the problem %s is shown near the button as %j, and a URL cannot put its own words there", async (id, words) => {
  const page = new PlainBrowser(url);
  await page.opens(`/login?problem=${id}`);
  const [, shown = ""] = /id="google-problem"[^>]*>(.*?)<\/p>/s.exec(page.html) ?? [];
  if (words === "") expect(shown).toBe("");
  else expect(shown).toContain(words);
});

test.each([
  ["/login", "same-origin-allow-popups"],
  ["/login?problem=google-denied", "unsafe-none"],
  ["/signed-in?window=google", "unsafe-none"],
  ["/second-factor", "same-origin"],
  ["/", "same-origin"],
])("only pages that work with Google's window may stay in contact with one: %s", async (path, policy) => {
  const answer = await fetch(url + path, { redirect: "manual" });
  expect(answer.headers.get("cross-origin-opener-policy")).toBe(policy);
});
