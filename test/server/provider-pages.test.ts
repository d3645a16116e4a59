import { expect, test } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { changeSignIn } from "#operations/settings/change-sign-in.ts";
import { PlainBrowser } from "../support/browser/plain-browser.ts";
import { startSite } from "../support/site.ts";

const usual = { clientId: "attestry", clientSecret: "a secret", scopes: "", claim: "", roles: "" };
const providers = ["Google", "Office <i>", "Third", "Fourth", "Fifth"].map((name, at) => ({
  ...usual,
  id: String(at + 1),
  name,
  changedBy: "test",
  changedAt: 0,
  // Nobody listens there: these pages only offer the buttons.
  issuer: `http://localhost:${at + 2}`,
}));
const signIn = { providers, localAdmin: "" };
const { url } = await startSite({}, (portal) => changeSignIn(portal, system("test"), { signIn }));

test.each([
  ["provider-wrong-key", "Google does not know this site."],
  ["provider-wrong-site", "Google does not accept sign-ins from this address of the site."],
  ["provider-organisation", "The organisation behind your Google account does not allow this site."],
  ["provider-not-linked", "An account here uses this email. Sign in with its password, or ask for a new one;"],
  ["provider-failed", "Something went wrong between Google and this site."],
  ["suspended", "This account is closed for now."],
  ["too-many-requests", "Too many tries."],
  ["too-many-requests&seconds=40", "Too many tries. Wait 40 seconds, then try again."],
  ["too-many-requests&seconds=900", "Too many tries. Wait 15 minutes, then try again."],
  ["too-many-requests&seconds=-5", "Too many tries. Wait 1 minute, then try again."],
  ["Call+this+number", ""],
])("the problem %s is shown near the button as %j, and a URL cannot put its own words there", async (id, words) => {
  const page = new PlainBrowser(url);
  await page.opens(`/login?provider=1&problem=${id}`);
  const [, shown = ""] = /id="provider-problem"[^>]*>(.*?)<\/p>/s.exec(page.html) ?? [];
  if (words === "") expect(shown).toBe("");
  else expect(shown).toContain(words);
});

test.each([
  ["/login", "same-origin-allow-popups"],
  ["/login?problem=provider-denied", "unsafe-none"],
  ["/signed-in?window=provider", "unsafe-none"],
  ["/second-factor", "same-origin"],
  ["/", "same-origin"],
])("only pages that work with a provider's window may stay in contact with one: %s", async (path, policy) => {
  const answer = await fetch(url + path, { redirect: "manual" });
  expect(answer.headers.get("cross-origin-opener-policy")).toBe(policy);
});
