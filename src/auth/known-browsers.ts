import { createHash, randomBytes } from "node:crypto";
import type { AccountRequest } from "./account-context.ts";
import { knownBrowserCookie, signedCookieLine, signedValueIn } from "./cookies.ts";

/**
 * The largest number of accounts that a browser remembers: several, because clerks share a computer. The one that
 * signed in longest ago is forgotten.
 */
const atMost = 5;
const rememberedSeconds = 180 * 24 * 60 * 60;

/** `id` identifies the browser. Each mark stands for an email address that has signed in with it. */
type KnownBrowser = { id: string; marks: readonly string[] };

/** The id of this browser if `email` has signed in with it; without `email`, if anybody has. */
export function knownBrowserId(request: AccountRequest, email?: string): string | null {
  const browser = knownBrowser(request);
  const isKnown = browser && (email === undefined || browser.marks.includes(markOf(browser.id, email)));
  return isKnown ? browser.id : null;
}

export function rememberBrowser(request: AccountRequest, email: string): string {
  const { id, marks } = knownBrowser(request) ?? { id: randomBytes(12).toString("base64url"), marks: [] };
  const mark = markOf(id, email);
  const kept = [mark, ...marks.filter((other) => other !== mark)].slice(0, atMost);
  const name = knownBrowserCookie(request.publicOrigin);
  return signedCookieLine(request, name, [id, ...kept].join("~"), rememberedSeconds);
}

function knownBrowser(request: AccountRequest): KnownBrowser | null {
  const opened = signedValueIn(request, knownBrowserCookie(request.publicOrigin));
  // The token of a session is signed in the same way, but contains no "~".
  const [id = "", ...marks] = opened?.split("~") ?? [];
  return marks.length > 0 ? { id, marks } : null;
}

const markOf = (browserId: string, email: string) =>
  createHash("sha256").update(`${browserId} ${email}`).digest("base64url").slice(0, 22);
