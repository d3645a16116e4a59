import { createHmac, timingSafeEqual } from "node:crypto";
import type { Keyring, KeySet } from "#sealing/keyring.ts";
import { librarySecret } from "./library/library-secrets.ts";
import { sessionLimits } from "./session-limits.ts";

/** Browsers keep "__Host-" cookies to this very site. They take them over TLS only. */
export const isSecure = (publicOrigin: string): boolean => publicOrigin.startsWith("https:");
export const cookiePrefix = (publicOrigin: string): string => (isSecure(publicOrigin) ? "__Host-attestry" : "attestry");
export const sessionCookie = (publicOrigin: string): string => `${cookiePrefix(publicOrigin)}-session`;
/** Holds the sign-in between password and second factor. */
export const pendingCookie = (publicOrigin: string): string => `${cookiePrefix(publicOrigin)}.two_factor`;

/** Says which accounts were signed in with this browser before. */
export const knownBrowserCookie = (publicOrigin: string): string => `${cookiePrefix(publicOrigin)}-known`;

/** Every cookie of the header, the first of each name. */
export function readCookies(header: string): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const part of header.split(";")) {
    const [name = "", ...value] = part.split("=");
    if (!cookies.has(name.trim())) cookies.set(name.trim(), value.join("=").trim());
  }
  return cookies;
}

/** "token.signature" as better-auth writes it: its token, if one of our secrets signed it. */
export function openSigned(keyring: Keyring, written: string | undefined): string | null {
  const text = decoded(written ?? "");
  const dot = text.lastIndexOf(".");
  if (dot < 1) return null;
  const value = text.slice(0, dot);
  const given = Buffer.from(text.slice(dot + 1), "base64");
  return keyring.all.some((keySet) => isEqual(given, signature(keySet, value))) ? value : null;
}

export const writeSigned = ({ current }: Keyring, value: string): string =>
  encodeURIComponent(`${value}.${signature(current, value).toString("base64")}`);

const signature = (keySet: KeySet, value: string) => createHmac("sha256", librarySecret(keySet)).update(value).digest();

const isEqual = (given: Buffer, expected: Buffer) =>
  given.byteLength === expected.byteLength && timingSafeEqual(given, expected);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

type Site = { publicOrigin: string; keyring: Keyring };

export const sessionCookieLine = ({ publicOrigin, keyring }: Site, token: string): string =>
  cookieLine(publicOrigin, sessionCookie(publicOrigin), writeSigned(keyring, token), sessionLimits.absoluteMs / 1000);

export const endedCookieLine = (publicOrigin: string): string =>
  cookieLine(publicOrigin, sessionCookie(publicOrigin), "", 0);

export const cookieLine = (publicOrigin: string, name: string, value: string, seconds: number) =>
  `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isSecure(publicOrigin) ? "; Secure" : ""}`;

/** The session that an answer of better-auth begins. */
export function sessionBegunBy({ publicOrigin, keyring }: Site, cookieLines: readonly string[]): string | null {
  for (const line of cookieLines.toReversed()) {
    const [pair = ""] = line.split(";");
    const token = openSigned(keyring, readCookies(pair).get(sessionCookie(publicOrigin)));
    if (token !== null) return token;
  }
  return null;
}
