import { isIP } from "node:net";
import type { MailFailure } from "#core/mail.ts";
import { isLoopback } from "#core/web-address.ts";
import { composeMail, type MailTransport, NotDelivered } from "./mail-transport.ts";

/** Returns the address for one connection to a server, or why there is none. */
type FindAddress = (host: string) => Promise<{ address: string } | "name" | "address">;

/** Each step has its own timeout. The timeout of the greeting starts with the connection. */
const timeoutsOf = (ms: number) => ({
  dnsTimeout: 5000,
  connectionTimeout: ms,
  greetingTimeout: ms,
  socketTimeout: ms,
});
/** The timeout for all steps together. */
const deadlineMs = 30_000;

/** Opens a new connection for each mail. Without `findAddress`, the name is resolved as the system does. */
export function smtpTransport(url: string, from: string, findAddress?: FindAddress): MailTransport {
  return {
    keepsMails: false,
    deliver: async (mail, cut) => {
      const message = composeMail(mail, from);
      const transport = await transportTo(url, findAddress);
      const signal = AbortSignal.any([cut, AbortSignal.timeout(deadlineMs)]);
      await transport.sendMail({ ...message, signal }).catch((error: unknown) => {
        throw notDelivered(error);
      });
    },
  };
}

/** Nodemailer is loaded with the first mail: a portal that sends none does not need it. */
async function transportTo(url: string, findAddress?: FindAddress, patienceMs = 10_000) {
  const { createTransport } = await import("nodemailer");
  const server = serverAt(url);
  return createTransport({
    ...server,
    ...timeoutsOf(patienceMs),
    ...(findAddress && (await pinned(server.host, findAddress))),
  });
}

/** The name still counts for the certificate. */
async function pinned(host: string, findAddress: FindAddress) {
  const found = await findAddress(host);
  if (typeof found === "string") throw new NotDelivered("all-mails", "", found);
  return { host: found.address, ...(isIP(host) === 0 && { servername: host }) };
}

/** Connects, encrypts and signs in as for a mail, but sends none. */
export async function checkMailServer(url: string, patienceMs: number): Promise<void> {
  await (await transportTo(url, undefined, patienceMs)).verify();
}

function serverAt(text: string) {
  const url = new URL(text);
  const host = url.hostname.replaceAll(/[[\]]/g, "");
  const secure = url.protocol === "smtps:";
  return {
    host,
    secure,
    port: Number(url.port) || (secure ? 465 : 587),
    // Only connections to this machine are unencrypted.
    requireTLS: !isLoopback(host),
    ignoreTLS: isLoopback(host),
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      // A server that does not ask for the password may be the wrong one.
      forceAuth: true,
    }),
  };
}

/** The reply code of a server that closes the connection. It does not concern the mail. */
const closing = 421;
const afterRecipient = new Set<unknown>(["RCPT TO", "DATA"]);

type SmtpFailure = { code?: unknown; originalCode?: unknown; command?: unknown; responseCode?: unknown };

/** A reply to a command after the recipient was named concerns only this mail. */
function notDelivered(error: unknown): NotDelivered {
  const { code = "", command, responseCode = "" } = error as SmtpFailure;
  const isReply = responseCode !== "" && responseCode !== closing && afterRecipient.has(command);
  const written = `${String(code)} ${String(responseCode)}`.trim();
  return new NotDelivered(isReply ? "this-mail" : "all-mails", written, failureOf(error));
}

const byCommand = new Map<unknown, MailFailure>([
  ["MAIL FROM", "sender"],
  ["RCPT TO", "recipient"],
  ["STARTTLS", "encryption"],
]);
const byCode = new Map<unknown, MailFailure>([
  ["EDNS", "name"],
  ["EAUTH", "login"],
  ["ETLS", "encryption"],
  ["ETIMEDOUT", "silent"],
  ["EABORT", "silent"],
]);

/** Prefers the code of Node or OpenSSL if there is one, because it is more precise than the code of nodemailer. */
export function failureOf(error: unknown): MailFailure {
  const { code, originalCode, command } = error as SmtpFailure;
  const original = typeof originalCode === "string" ? originalCode : "";
  if (/CERT|ALTNAME|UNABLE_TO/.test(original)) return "certificate";
  if (/SSL|EPROTO/.test(original)) return "encryption";
  if (/^E(CONNREFUSED|HOSTUNREACH|NETUNREACH)$/.test(original)) return "refused";
  return byCode.get(code) ?? byCommand.get(command) ?? "other";
}
