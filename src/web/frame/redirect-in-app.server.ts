import type { MailState } from "#core/settings/mail-server.ts";
import { flashCookie } from "./flash/flash-cookie.server.ts";
import type { FlashMessageId } from "./flash/flash-messages.ts";
import { ownAddress } from "./return-address.ts";

/** Redirects to a dashboard page, which shows the flash message. Where scripts run, no new document is loaded. */
export function redirectInApp(path: string, message?: FlashMessageId, id?: string): Response {
  const headers = new Headers({ Location: path, "Cache-Control": "no-store" });
  if (message) headers.append("Set-Cookie", flashCookie(message, id));
  return new Response(null, { status: 303, headers });
}

/** The flash message `sent` promises a mail, so it is shown only if mails leave now. */
export const flashOfMail = (sent: FlashMessageId, mails: MailState): FlashMessageId =>
  mails === "sent" ? sent : `mail-${mails}`;

/** After a change that waits for a second admin until this time. */
export const redirectToHeld = (path: string, until: number): Response =>
  redirectInApp(path, "change-held", String(until));

/** The address that a form names as its origin, if it is a dashboard page; else `otherwise`. */
export function backTo(given: string | null | undefined, otherwise: string): string {
  const address = given ? ownAddress(given) : "";
  return address.startsWith("/dashboard/") ? address : otherwise;
}
