import { z } from "zod";
import { type FieldProblem, PortalError } from "../errors.ts";
import { dateText } from "../fields.ts";
import type { DocumentKind } from "./document-kinds.ts";
import { earliestLastDay, kindsWithLastDay, lastDayField, type LastDays, latestLastDay } from "./last-days.ts";

const isLastDay = (text: string) =>
  dateText.safeParse(text).success && earliestLastDay <= text && text <= latestLastDay;

/** "" for none. */
export const sentDay = z
  .string({ error: "date-format" })
  .refine((text) => text === "" || isLastDay(text), { error: "date-format" });

/** A kind that is left out keeps its day for as long as it keeps its document; "" takes the day away. */
export const sentLastDays = z.partialRecord(z.enum(kindsWithLastDay), sentDay).default({});

/** As an audit event has them. */
export const lastDaysIn = (value: unknown): LastDays => sentLastDays.safeParse(value).data ?? {};

type Documents = Partial<Record<DocumentKind, readonly { image: string }[]>>;
type Dated = { documents: Documents; lastDays: LastDays };

/** The days of a record that is changed. A document that is replaced or removed takes its own along. */
export function lastDaysAfter(before: Dated, documents: Documents, sent: LastDays): LastDays {
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
