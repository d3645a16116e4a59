import { createHash, randomBytes } from "node:crypto";
import type { Caller } from "#core/staff/accounts.ts";
import type { AccountParts } from "./account-parts.ts";
import { cookieLine, knownBrowserCookie, openSigned, readCookies, writeSigned } from "./cookies.ts";

/** Clerks share a computer; whoever signed in longest ago is forgotten. */
const atMost = 5;
const rememberedSeconds = 180 * 24 * 60 * 60;

/** `id` is the browser's own; each mark stands for an address that was signed in with it. */
type KnownBrowser = { id: string; marks: readonly string[] };

/**
 * What tries at an account are counted under: strangers share one count, and a browser in which the account was signed
 * in before has its own. So nobody who guesses at a password locks its owner out.
 */
export function triesKey(parts: AccountParts, caller: Caller, email: string): string {
  const browser = knownBrowser(parts, caller);
  return browser?.marks.includes(markOf(browser.id, email)) ? `${email} ${browser.id}` : email;
}

/** The cookie by which this browser is known from now on. */
export function rememberBrowser(parts: AccountParts, caller: Caller, email: string): string {
  const { id, marks } = knownBrowser(parts, caller) ?? { id: randomBytes(12).toString("base64url"), marks: [] };
  const mark = markOf(id, email);
  const kept = [mark, ...marks.filter((other) => other !== mark)].slice(0, atMost);
  const value = writeSigned(parts.keyring, [id, ...kept].join("~"));
  return cookieLine(parts.publicOrigin, knownBrowserCookie(parts.publicOrigin), value, rememberedSeconds);
}

function knownBrowser({ publicOrigin, keyring }: AccountParts, { headers }: Caller): KnownBrowser | null {
  const written = readCookies(headers.get("cookie") ?? "").get(knownBrowserCookie(publicOrigin));
  const opened = openSigned(keyring, written);
  // A session's token is signed alike and holds no "~".
  const [id = "", ...marks] = opened?.split("~") ?? [];
  return marks.length > 0 ? { id, marks } : null;
}

const markOf = (browserId: string, email: string) =>
  createHash("sha256").update(`${browserId} ${email}`).digest("base64url").slice(0, 22);
