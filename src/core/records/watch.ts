import { z } from "zod";
import { checkInput, optionalText, requiredText } from "../fields.ts";
import { emailAddress } from "../staff/email.ts";
import type { LookupPolicy } from "./lookup-policy.ts";
import { numberIn } from "./numbers.ts";

/** For so many days somebody waits for a number, once they have confirmed it; and nobody writes to who pressed Stop. */
export const watchDays = 60;

const watchSchema = z.object({
  number: requiredText(100)
    .transform(numberIn)
    .pipe(z.string({ error: "number-format" })),
  name: optionalText(200).default(""),
  email: emailAddress,
});

export type WatchRequest = z.output<typeof watchSchema>;

/** The number in its canonical spelling; a name only under the policy that compares it. */
export function parseWatch(input: unknown, policy: LookupPolicy): WatchRequest {
  if (policy !== "guarded") return { ...checkInput(watchSchema, input), name: "" };
  return checkInput(watchSchema.extend({ name: requiredText(200) }), input);
}

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
