import { createHmac } from "node:crypto";
import { percentDecoded } from "#core/percent-decoded.ts";
import { readCookies } from "#core/read-cookies.ts";
import type { Caller } from "#core/accounts/accounts.ts";
import type { Keyring, KeySet } from "#sealing/keyring.ts";
import { isSameSecret } from "#sealing/same-secret.ts";
import { sessionLimits } from "./session-limits.ts";

/** Browsers send "__Host-" cookies only to this site, and accept them only over TLS. */
const isSecure = (publicOrigin: string) => publicOrigin.startsWith("https:");
const prefix = (publicOrigin: string) => (isSecure(publicOrigin) ? "__Host-attestry" : "attestry");

export const sessionCookie = (publicOrigin: string): string => `${prefix(publicOrigin)}-session`;

/** Name of the cookie that tells which accounts have signed in with this browser before. */
export const knownBrowserCookie = (publicOrigin: string): string => `${prefix(publicOrigin)}-known`;

export const stepCookie = (publicOrigin: string, name: string): string => `${prefix(publicOrigin)}.${name}`;

type Site = { publicOrigin: string; keyring: Keyring };

/** The value of a signed cookie of this browser. Null if the cookie is missing, or none of our secrets signed it. */
export const signedValueIn = ({ keyring, caller }: Site & { caller: Caller }, name: string): string | null =>
  openSigned(keyring, readCookies(caller.headers.get("cookie")).get(name));

function openSigned(keyring: Keyring, written: string | undefined): string | null {
  const text = percentDecoded(written ?? "") ?? "";
  const dot = text.lastIndexOf(".");
  if (dot < 1) return null;
  const value = text.slice(0, dot);
  const given = Buffer.from(text.slice(dot + 1), "base64");
  return keyring.all.some((keySet) => isSameSecret(given, signature(keySet, value))) ? value : null;
}

const signature = ({ session }: KeySet, value: string) => createHmac("sha256", session).update(value).digest();

export function signedCookieLine(site: Site, name: string, value: string, seconds: number): string {
  const { publicOrigin, keyring } = site;
  const signed = `${value}.${signature(keyring.current, value).toString("base64")}`;
  return cookieLine(publicOrigin, name, encodeURIComponent(signed), seconds);
}

export const endedCookieLine = (publicOrigin: string, name: string): string => cookieLine(publicOrigin, name, "", 0);

export const cookieLine = (publicOrigin: string, name: string, value: string, seconds: number) =>
  `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isSecure(publicOrigin) ? "; Secure" : ""}`;

export const sessionCookieLine = (site: Site, token: string): string =>
  signedCookieLine(site, sessionCookie(site.publicOrigin), token, sessionLimits.absoluteMs / 1000);

export const endedSessionLine = (publicOrigin: string): string =>
  endedCookieLine(publicOrigin, sessionCookie(publicOrigin));
