import { z } from "zod";
import { dateText } from "../fields.ts";
import { type AnyKind, withOwnPapers } from "../own-fields/own-paper.ts";
import { earliestLastDay, kindsWithLastDay, latestLastDay, mayHaveLastDay } from "./last-days.ts";
import type { LastDays } from "./record-details.ts";

const isLastDay = (text: string) =>
  dateText.safeParse(text).success && earliestLastDay <= text && text <= latestLastDay;

/** An empty string means that there is no last day. */
export const sentDay = z
  .string({ error: "date-format" })
  .refine((text) => text === "" || isLastDay(text), { error: "date-format" });

const namesKinds = (sent: unknown) => typeof sent !== "object" || Object.keys(sent ?? {}).every(mayHaveLastDay);

const daysByKind: z.ZodType<LastDays> = z
  .unknown()
  .refine(namesKinds, { error: "unknown-choice" })
  .pipe(z.record(z.custom<AnyKind>(mayHaveLastDay), sentDay));
/** A kind that is left out keeps its last day until its document is replaced or removed. An empty string removes the day. */
export const sentLastDays = daysByKind.default({});

/** Parses the last days in an audit event. Empty if they are invalid. */
export const lastDaysIn = (value: unknown): LastDays => sentLastDays.safeParse(value).data ?? {};

type Documents = Partial<Record<AnyKind, readonly { image: string }[]>>;
type DatedDocuments = { documents: Documents; lastDays: LastDays };

/**
 * Returns the last days of a changed record. A replaced or removed document loses its old last day. A day may be known
 * before its document is there: visitors see it already.
 */
export function lastDaysAfter(before: DatedDocuments, documents: Documents, sent: LastDays): LastDays {
  const days: LastDays = {};
  for (const kind of withOwnPapers(kindsWithLastDay, before.lastDays, sent)) {
    const had = before.documents[kind]?.[0]?.image;
    const isKept = had === undefined || had === documents[kind]?.[0]?.image;
    const day = sent[kind] ?? (isKept ? before.lastDays[kind] : undefined);
    if (day) days[kind] = day;
  }
  return days;
}
