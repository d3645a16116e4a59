import { readCookies } from "#core/read-cookies.ts";
import { type FlashMessageId, isFlashMessageId, wordsOf } from "./flash-messages.ts";

const cookieName = "flash";

/**
 * Tells the next page what happened. The cookie contains the id of the thing but no name: the name is read when the
 * message is shown. A refused list has its typed purpose there instead. A forged cookie can only choose another of our own
 * messages, and fill that box.
 */
export const flashCookie = (message: FlashMessageId, id = ""): string =>
  `${cookieName}=${message}.${id}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`;

export const clearFlash = `${cookieName}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;

const flashIn = ({ headers }: Request): string => readCookies(headers.get("cookie")).get(cookieName) ?? "";

/** Returns what the page before did. Null if there is no message. */
export function readFlash(request: Request): { message: FlashMessageId; id: string } | null {
  const [message = "", id = ""] = flashIn(request).split(".");
  return isFlashMessageId(message) ? { message, id } : null;
}

/** The message for a public page. Null for a message with a name, which only the dashboard may read. */
export function readPublicFlash(request: Request): FlashMessageId | null {
  const { message } = readFlash(request) ?? {};
  return message && !wordsOf(message).about ? message : null;
}

/** Clears the flash message that the page has shown. Other requests of its scripts show no message and clear none. */
export function clearShownFlash(request: Request, { status, headers }: Response): void {
  if (leadsOn(status) || !(isHtml(headers) || readsPageData(request))) return;
  if (flashIn(request)) headers.append("Set-Cookie", clearFlash);
}

const isHtml = (headers: Headers) => headers.get("Content-Type")?.startsWith("text/html") ?? false;

/** Of the routes of a page, the layout of the dashboard reads the message. A request without `_routes` reads them all. */
function readsPageData({ method, url }: Request): boolean {
  const { pathname, searchParams } = new URL(url);
  const routes = searchParams.get("_routes")?.split(",") ?? ["dashboard"];
  return method === "GET" && pathname.endsWith(".data") && routes.includes("dashboard");
}

/** True for redirects. With status 202, React Router in the browser redirects too. */
const leadsOn = (status: number) => status === 202 || (status >= 300 && status < 400);
