import { readCookies } from "#core/read-cookies.ts";
import { clearFlash, flashCookieName } from "./clear-flash.ts";
import { type FlashMessageId, isFlashMessageId, type PublicFlash, wordsOf } from "./flash-messages.ts";

/**
 * Tells the next page what happened. The cookie contains the id of the thing but no name: the name is read when the
 * message is shown. A refused list has its typed purpose there instead. A forged cookie can only choose another of our own
 * messages, and fill that box. The time tells it from others.
 */
export const flashCookie = (message: FlashMessageId, id = ""): string =>
  `${flashCookieName}=${message}.${id}.${Date.now()}; Path=/; Max-Age=60; SameSite=Lax`;

const flashIn = ({ headers }: Request): string => readCookies(headers.get("cookie")).get(flashCookieName) ?? "";

/** Returns what the page before did. Null if there is no message. */
export function readFlash(request: Request): { message: FlashMessageId; id: string; at: number } | null {
  const [message = "", id = "", at] = flashIn(request).split(".");
  return isFlashMessageId(message) ? { message, id, at: Number(at) || 0 } : null;
}

/** The message for a public page. Null for a message with a name, which only the dashboard may read. */
export function readPublicFlash(request: Request): PublicFlash | null {
  const flash = readFlash(request);
  return flash && !wordsOf(flash.message).about ? { message: flash.message, at: flash.at } : null;
}

/**
 * Clears the flash message of a page that is sent as a whole. Scripts ask for data more often than they show it, so they
 * clear the message themselves once it is shown.
 */
export function clearShownFlash(request: Request, { status, headers }: Response): void {
  if (!leadsOn(status) && isHtml(headers) && flashIn(request)) headers.append("Set-Cookie", clearFlash);
}

const isHtml = (headers: Headers) => headers.get("Content-Type")?.startsWith("text/html") ?? false;

/** True for redirects. With status 202, React Router in the browser redirects too. */
const leadsOn = (status: number) => status === 202 || (status >= 300 && status < 400);
