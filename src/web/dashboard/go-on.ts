import type { DeedId } from "#ui/dashboard/deeds.ts";
import { ownAddress } from "../own-path.ts";
import { deedCookie } from "./told.ts";

/** On to a page of the dashboard, which says what was done. Where scripts run, nothing is loaded anew. */
export function goOn(path: string, deed?: DeedId, id?: string): Response {
  const headers = new Headers({ Location: path, "Cache-Control": "no-store" });
  if (deed) headers.append("Set-Cookie", deedCookie(deed, id));
  return new Response(null, { status: 303, headers });
}

/** Where a form says that it came from, if that is a page of the dashboard. */
export function backTo(given: string | null | undefined, otherwise: string): string {
  const address = given ? ownAddress(given) : "";
  return address.startsWith("/dashboard/") ? address : otherwise;
}
