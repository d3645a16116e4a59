import { isIPv4 } from "node:net";
import type { SendMailOptions, SentMessageInfo } from "nodemailer";
import { composeMail } from "./compose-mail.ts";
import { NotDelivered, type MailTransport } from "./mail-transport.ts";

type Send = (mail: SendMailOptions) => Promise<SentMessageInfo>;

/** How long a server may take to be found, to greet, which counts from the start, and to say the next word. */
const patienceMs = { dnsTimeout: 5000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 };
/** For all of it together. */
const deadlineMs = 30_000;

/** Each letter takes a connection of its own, which ends with it. */
export function smtpTransport(url: string, from: string): MailTransport {
  let send: Send | null = null;
  return {
    keepsMails: false,
    deliver: async (letter, cut) => {
      const mail = composeMail(letter, from);
      send ??= await openTransport(url);
      const signal = AbortSignal.any([cut, AbortSignal.timeout(deadlineMs)]);
      await send({ ...mail, signal }).catch((error: unknown) => {
        throw notDelivered(error);
      });
    },
  };
}

/** Loaded with the first letter: a portal that sends none does without. */
async function openTransport(url: string): Promise<Send> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ ...serverAt(url), ...patienceMs });
  return (mail) => transport.sendMail(mail);
}

function serverAt(text: string) {
  const url = new URL(text);
  const host = url.hostname.replaceAll(/[[\]]/g, "");
  const secure = url.protocol === "smtps:";
  return {
    host,
    secure,
    port: Number(url.port) || (secure ? 465 : 587),
    // To this machine itself nothing is encrypted; to every other everything is, or nothing is sent.
    requireTLS: !isLoopback(host),
    ignoreTLS: isLoopback(host),
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      // A server that does not ask for the password may be another one than was meant.
      forceAuth: true,
    }),
  };
}

const isLoopback = (host: string) =>
  host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));

/** The server ends the conversation, whatever the letter. */
const closing = 421;
const afterRecipient = new Set<unknown>(["RCPT TO", "DATA"]);

type SmtpFailure = { code?: unknown; command?: unknown; responseCode?: unknown };

/** A server that answers after the recipient was named speaks of this letter. */
function notDelivered(error: unknown): NotDelivered {
  const { code = "", command, responseCode = "" } = error as SmtpFailure;
  const isAnswer = responseCode !== "" && responseCode !== closing && afterRecipient.has(command);
  return new NotDelivered(isAnswer ? "this-mail" : "all-mails", `${String(code)} ${String(responseCode)}`.trim());
}
