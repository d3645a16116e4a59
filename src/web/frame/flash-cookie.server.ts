import { readCookies } from "#core/read-cookies.ts";

/** Cookies that contain the id of a flash message. A forged cookie can only choose another of our own messages. */
const cookieNames = ["notice", "deed"] as const;
type CookieName = (typeof cookieNames)[number];

export const writeFlash = (name: CookieName, value: string): string =>
  `${name}=${value}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`;

export const readFlash = ({ headers }: Request, name: CookieName): string =>
  readCookies(headers.get("cookie")).get(name) ?? "";

export const clearFlash = (name: CookieName): string => `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;

/** Clears the flash messages that the page has shown. Other requests of its scripts show no message and clear none. */
export function clearShownFlash(request: Request, { status, headers }: Response): void {
  if (leadsOn(status) || !(isHtml(headers) || readsPageData(request))) return;
  for (const name of cookieNames) {
    if (readFlash(request, name)) headers.append("Set-Cookie", clearFlash(name));
  }
}

const isHtml = (headers: Headers) => headers.get("Content-Type")?.startsWith("text/html") ?? false;

const readsPageData = ({ method, url }: Request) => method === "GET" && new URL(url).pathname.endsWith(".data");

/** True for redirects. With status 202, React Router in the browser redirects too. */
const leadsOn = (status: number) => status === 202 || (status >= 300 && status < 400);
