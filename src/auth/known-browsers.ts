import { createHash, randomBytes } from "node:crypto";
import type { AccountRequest } from "./account-context.ts";
import { knownBrowserCookie, signedCookieLine, signedValueIn } from "./cookies.ts";

/**
 * The largest number of accounts that a browser remembers: several, because clerks share a computer. The one that
 * signed in longest ago is forgotten.
 */
const atMost = 5;
const rememberedSeconds = 180 * 24 * 60 * 60;

/** `id` identifies the browser. Each mark stands for an address that has signed in with it, with a second factor or without. */
type KnownBrowser = { id: string; marks: readonly string[] };

/** The id of this browser if `email` has signed in with it; without `email`, if anybody has. */
export function knownBrowserId(request: AccountRequest, email?: string): string | null {
  const browser = knownBrowser(request);
  const isKnown =
    browser && (email === undefined || marksOf(browser.id, email).some((mark) => browser.marks.includes(mark)));
  return isKnown ? browser.id : null;
}

/** The id of this browser if the second factor of `email` was shown in it. Whoever only has the password has none. */
export function provedBrowserId(request: AccountRequest, email: string): string | null {
  const browser = knownBrowser(request);
  return browser?.marks.includes(proofMarkOf(browser.id, email)) ? browser.id : null;
}

/** Also remembers whether the second factor was shown, now or earlier. */
export function rememberBrowser(request: AccountRequest, email: string, showsFactor: boolean): string {
  const { id, marks } = knownBrowser(request) ?? { id: randomBytes(12).toString("base64url"), marks: [] };
  const proofMark = proofMarkOf(id, email);
  const own = marksOf(id, email);
  const mark = showsFactor || marks.includes(proofMark) ? proofMark : markOf(id, email);
  const kept = [mark, ...marks.filter((other) => !own.includes(other))].slice(0, atMost);
  const name = knownBrowserCookie(request.publicOrigin);
  return signedCookieLine(request, name, [id, ...kept].join("~"), rememberedSeconds);
}

function knownBrowser(request: AccountRequest): KnownBrowser | null {
  const opened = signedValueIn(request, knownBrowserCookie(request.publicOrigin));
  // The token of a session is signed in the same way, but contains no "~".
  const [id = "", ...marks] = opened?.split("~") ?? [];
  return marks.length > 0 ? { id, marks } : null;
}

const marksOf = (browserId: string, email: string) => [markOf(browserId, email), proofMarkOf(browserId, email)];
const proofMarkOf = (browserId: string, email: string) => markOf(browserId, `${email} with a second factor`);

const markOf = (browserId: string, email: string) =>
  createHash("sha256").update(`${browserId} ${email}`).digest("base64url").slice(0, 22);
