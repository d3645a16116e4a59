import { z } from "zod";
import { type FieldProblem, PortalError } from "../errors.ts";
import { dateText } from "../fields.ts";
import type { DocumentKind } from "./document-kinds.ts";
import { earliestLastDay, kindsWithLastDay, lastDayField, type LastDays, latestLastDay } from "./last-days.ts";

const isLastDay = (text: string) =>
  dateText.safeParse(text).success && earliestLastDay <= text && text <= latestLastDay;

/** An empty string means that there is no last day. */
export const sentDay = z
  .string({ error: "date-format" })
  .refine((text) => text === "" || isLastDay(text), { error: "date-format" });

/** A kind that is left out keeps its last day as long as it keeps its document. An empty string removes the day. */
export const sentLastDays = z.partialRecord(z.enum(kindsWithLastDay), sentDay).default({});

/** Parses the last days in an audit event. Empty if they are invalid. */
export const lastDaysIn = (value: unknown): LastDays => sentLastDays.safeParse(value).data ?? {};

type Documents = Partial<Record<DocumentKind, readonly { image: string }[]>>;
type DatedDocuments = { documents: Documents; lastDays: LastDays };

/** Returns the last days of a changed record. A replaced or removed document loses its old last day. */
export function lastDaysAfter(before: DatedDocuments, documents: Documents, sent: LastDays): LastDays {
  const days: LastDays = {};
  const fields: Record<string, FieldProblem> = {};
  for (const kind of kindsWithLastDay) {
    const first = documents[kind]?.[0]?.image;
    const isSame = first === before.documents[kind]?.[0]?.image;
    const day = sent[kind] ?? (isSame ? before.lastDays[kind] : undefined);
    if (!day) continue;
    if (first === undefined) fields[lastDayField(kind)] = "no-document";
    else days[kind] = day;
  }
  if (Object.keys(fields).length > 0) throw new PortalError("invalid", { fields });
  return days;
}
