import { setImmediate as nextTurn } from "node:timers/promises";
import { expect } from "vitest";
import { deliverMails } from "#operations/mails/mail-queue.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { offerToWatch } from "#operations/watches/offer-to-watch.ts";
import { askToWatch, confirmWatches } from "#operations/watches/watch-number.ts";
import type { MailServer } from "./mail-server.ts";
import { readMail } from "./read-mail.ts";

let clients = 0;
/** Asks from another network at each call. Waits until the next millisecond: requests in the same one have no order. */
export const ask = async (portal: Portal, email: string, number: string, name = "") => {
  clients += 1;
  await askFrom(portal, `198.51.${clients >> 8}.${clients & 255}`, email, number, name);
  const moment = portal.now();
  while (portal.now() === moment) await nextTurn();
};

export async function askFrom(portal: Portal, clientAddress: string, email: string, number = "A1000001", name = "") {
  const ticket = (await offerToWatch(portal, { number, name })) ?? "";
  return askToWatch(portal, { ticket, email }, { clientAddress, language: "en" });
}

/** Delivers the queued mails. Returns those that arrived. */
export async function arriving(portal: Portal, server: MailServer) {
  const before = server.taken.length;
  const report = (error: unknown) => void expect.unreachable(String(error));
  const { signal } = new AbortController();
  await deliverMails(portal, { stopping: signal, cut: signal, report });
  return server.taken.slice(before).map(({ to, source }) => ({ to, source, ...readMail(source) }));
}

export const tokenIn = (text = "") => /\?token=([\w-]+)/.exec(text)?.[1] ?? "";

export async function confirmed(
  portal: Portal,
  server: MailServer,
  email: string,
  number: string,
  name = "",
): Promise<string> {
  await ask(portal, email, number, name);
  const [mail] = await arriving(portal, server);
  const token = tokenIn(mail?.text);
  await confirmWatches(portal, token);
  return token;
}
