import { z } from "zod";
import { checkInput } from "../fields.ts";
import { emailAddress } from "../staff/email.ts";

/** For so many days somebody waits for a number, once they have confirmed it; and nobody writes to who pressed Stop. */
export const watchDays = 60;

/** What a lookup did not find, the number in its canonical spelling. */
export type Missed = { number: string; name: string };

export type WatchRequest = Missed & { email: string };

const emailSchema = z.object({ email: emailAddress });

export const parseWatchEmail = (input: unknown): string => checkInput(emailSchema, input).email;

/** What all spellings of an address have in common that end in one mailbox: mails to one person are counted by that. */
export function mailboxOf(email: string): string {
  const [, local = "", domain = ""] = /^([^@]+?)(?:\+[^@]*)?@(.*)$/.exec(email) ?? [];
  const isGmail = domain === "gmail.com" || domain === "googlemail.com";
  return isGmail ? `${local.replaceAll(".", "")}@gmail.com` : `${local}@${domain}`;
}

/** As much of a number as may stand in a mail, which anybody on its way may read: enough for who knows the number. */
export const endingOf = (number: string): string => number.slice(number.length < 7 ? -1 : -3);

/** As it is shown to who waits. */
export type WaitedFor = { ending: string; isConfirmed: boolean; endsAt: number };
