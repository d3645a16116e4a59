import type { FlashMessageId } from "./flash-messages.ts";
import { ownAddress } from "../../frame/return-address.ts";
import { flashCookie } from "./flash.server.ts";

/** On to a page of the dashboard, which says what was done. Where scripts run, nothing is loaded anew. */
export function redirectInApp(path: string, message?: FlashMessageId, id?: string): Response {
  const headers = new Headers({ Location: path, "Cache-Control": "no-store" });
  if (message) headers.append("Set-Cookie", flashCookie(message, id));
  return new Response(null, { status: 303, headers });
}

/** Where a form says that it came from, if that is a page of the dashboard. */
export function backTo(given: string | null | undefined, otherwise: string): string {
  const address = given ? ownAddress(given) : "";
  return address.startsWith("/dashboard/") ? address : otherwise;
}
