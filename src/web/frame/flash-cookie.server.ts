import { readCookies } from "#core/read-cookies.ts";

/** What has just happened travels in a cookie. Who sets it themselves sees one of a few harmless sentences. */
const cookieNames = ["notice", "deed"] as const;
type CookieName = (typeof cookieNames)[number];

export const writeFlash = (name: CookieName, value: string): string =>
  `${name}=${value}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`;

export const readFlash = ({ headers }: Request, name: CookieName): string =>
  readCookies(headers.get("cookie")).get(name) ?? "";

export const clearFlash = (name: CookieName): string => `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;

/** A page that was shown has said it. An action that a script asked for shows no page: another window may be waiting for it. */
export function clearShownFlash(request: Request, { status, headers }: Response): void {
  if (leadsOn(status) || isActionAlone(request)) return;
  for (const name of cookieNames) {
    if (readFlash(request, name)) headers.append("Set-Cookie", clearFlash(name));
  }
}

const isActionAlone = ({ method, url }: Request) => method !== "GET" && new URL(url).pathname.endsWith(".data");

/** 202 is a redirect for React Router in the browser. */
const leadsOn = (status: number) => status === 202 || (status >= 300 && status < 400);
