import { z } from "zod";
import { type FieldProblem, PortalError } from "../errors.ts";
import { dateText } from "../fields.ts";
import { dayAfter } from "../server-clock.ts";
import { type DocumentKind, documentKinds } from "./document-kinds.ts";

/** The last day that stands on a document: "2026-03-31". */
export type LastDays = Partial<Record<DocumentKind, string>>;

/** The photo has none. */
export const kindsWithLastDay = documentKinds.filter((kind) => kind !== "photo");

/** A year that was typed with two digits arrives as 0026. */
export const earliestLastDay = "1900-01-01";
export const latestLastDay = "2199-12-31";

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

/** Its name in forms, and among problems. */
export const lastDayField = (kind: DocumentKind): LastDayField => `lastDays.${kind}`;
export type LastDayField = `lastDays.${DocumentKind}`;
export const isLastDayField = (field: string): field is LastDayField => field.startsWith("lastDays.");
export const kindOfLastDay = (field: LastDayField) => field.slice("lastDays.".length) as DocumentKind;

/** A day on a document, and whether it is over by the clock of the server. */
export type LastDay = { day: string; hasEnded: boolean };

export const lastDayOn = (day: string, today: string): LastDay => ({ day, hasEnded: day < today });

/** In the order of the days. */
export const datedKinds = (lastDays: LastDays): [kind: DocumentKind, day: string][] =>
  kindsWithLastDay
    .flatMap((kind): [DocumentKind, string][] => (lastDays[kind] ? [[kind, lastDays[kind]]] : []))
    .toSorted(([, one], [, other]) => (one < other ? -1 : Number(one > other)));

/** How the list asks for records with documents that end. */
export const endChoices = ["ended", "30", "90"] as const;
export type EndChoice = (typeof endChoices)[number];

/** The days that are meant: today and the last of so many are among them. */
export const daysOfEnd = (choice: EndChoice, now: number): { endsFrom?: string; endsTo: string } =>
  choice === "ended"
    ? { endsTo: dayAfter(now, -1) }
    : { endsFrom: dayAfter(now, 0), endsTo: dayAfter(now, Number(choice)) };
