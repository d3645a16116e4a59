import { dayAfter } from "../server-clock.ts";
import { type DocumentKind, documentKinds } from "./document-kinds.ts";

/** The last day that stands on a document: "2026-03-31". */
export type LastDays = Partial<Record<DocumentKind, string>>;

/** The photo has none. */
export const kindsWithLastDay = documentKinds.filter((kind) => kind !== "photo");

/** A year that was typed with two digits arrives as 0026. */
export const earliestLastDay = "1900-01-01";
export const latestLastDay = "2199-12-31";

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
