import { createHash, randomBytes } from "node:crypto";
import type { AccountRequest } from "./account-context.ts";
import { knownBrowserCookie, signedCookieLine, signedValueIn } from "./cookies.ts";

/** Clerks share a computer. Whoever signed in longest ago is forgotten. */
const atMost = 5;
const rememberedSeconds = 180 * 24 * 60 * 60;

/** `id` is the browser's own; each mark stands for an address that was signed in with it. */
type KnownBrowser = { id: string; marks: readonly string[] };

/** The id of this browser if this address was signed in with it, or, without one, any. */
export function knownBrowserId(request: AccountRequest, email?: string): string | null {
  const browser = knownBrowser(request);
  const isKnown = browser && (email === undefined || browser.marks.includes(markOf(browser.id, email)));
  return isKnown ? browser.id : null;
}

/** The cookie by which this browser is known from now on. */
export function rememberBrowser(request: AccountRequest, email: string): string {
  const { id, marks } = knownBrowser(request) ?? { id: randomBytes(12).toString("base64url"), marks: [] };
  const mark = markOf(id, email);
  const kept = [mark, ...marks.filter((other) => other !== mark)].slice(0, atMost);
  const name = knownBrowserCookie(request.publicOrigin);
  return signedCookieLine(request, name, [id, ...kept].join("~"), rememberedSeconds);
}

function knownBrowser(request: AccountRequest): KnownBrowser | null {
  const opened = signedValueIn(request, knownBrowserCookie(request.publicOrigin));
  // A session's token is signed alike and has no "~".
  const [id = "", ...marks] = opened?.split("~") ?? [];
  return marks.length > 0 ? { id, marks } : null;
}

const markOf = (browserId: string, email: string) =>
  createHash("sha256").update(`${browserId} ${email}`).digest("base64url").slice(0, 22);
