import { data } from "react-router";
import { flashCookie } from "./flash/flash-cookie.server.ts";
import type { FlashMessageId } from "./flash/flash-messages.ts";
import { withReturnAddress } from "./return-address.ts";
import { pages } from "../pages.ts";

type RedirectExtras = { cookies?: readonly string[]; flash?: FlashMessageId };

/** Redirects to a path of this site with a full page load: a page that hydrates may lead to one that does not. */
export function redirectWithReload(path: string, { cookies = [], flash }: RedirectExtras = {}): Response {
  const headers = new Headers({ Location: path, "Cache-Control": "no-store", "X-Remix-Reload-Document": "true" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  if (flash) headers.append("Set-Cookie", flashCookie(flash));
  return new Response(null, { status: 303, headers });
}

/** Redirects to the page that asks for the second factor again. That page leads back to `here`. */
export const redirectToProof = (here: string): Response =>
  redirectWithReload(withReturnAddress(pages.proveAgain.path, here));

export const withCookies = <Shown>(shown: Shown, cookies: readonly string[]) =>
  data(shown, { headers: cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]) });
