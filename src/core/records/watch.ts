import { z } from "zod";
import { checkInput } from "../fields.ts";
import { emailAddress } from "../accounts/email.ts";

/**
 * A confirmed watch lasts this number of days. A mailbox whose owner pressed Stop gets no mails about watches for the
 * same time.
 */
export const watchDays = 60;

/** A lookup that found nothing. `number` has its canonical spelling. */
export type MissedLookup = { number: string; name: string };

const emailSchema = z.object({ email: emailAddress });

export const parseWatchEmail = (input: unknown): string => checkInput(emailSchema, input).email;

/** Returns the end of a number for a mail, which others may read on its way. People who know the number recognise it. */
export const endingOf = (number: string): string => number.slice(number.length < 7 ? -1 : -3);

/** A watch as it is shown to the person who waits. */
export type WaitedFor = { ending: string; isConfirmed: boolean; endsAt: number };
