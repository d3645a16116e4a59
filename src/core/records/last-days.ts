export { endedPapers } from "#verify/ended-papers.ts";
import { laterDay } from "../office-clock.ts";
import { type DocumentKind, documentKinds, documentRow } from "./document-kinds.ts";
import {
  type AnyKind,
  isAnyKind,
  isOff,
  isOwnPaper,
  type OwnPaperId,
  type PapersHere,
  withOwnPapers,
} from "../own-fields/own-paper.ts";
import { hasEnded } from "#verify/ended-papers.ts";
import type { LastDays } from "./record-details.ts";

export const hasLastDay = (kind: DocumentKind): boolean => documentRow(kind).isWithoutLastDay !== true;

export const kindsWithLastDay = documentKinds.filter(hasLastDay);

/** The limits catch mistyped years: a year of two digits arrives as 0026. */
export const earliestLastDay = "1900-01-01";
export const latestLastDay = "2199-12-31";

/** The name of a last day in forms and among the field problems. */
export const lastDayField = <Kind extends AnyKind>(kind: Kind): `lastDays.${Kind}` => `lastDays.${kind}`;
export type LastDayField = `lastDays.${AnyKind}`;
export const isLastDayField = (field: string): field is LastDayField => field.startsWith("lastDays.");
export const kindOfLastDay = (field: LastDayField) => field.slice("lastDays.".length) as AnyKind;

export const isOwnLastDay = (field: string): field is `lastDays.${OwnPaperId}` =>
  isLastDayField(field) && isOwnPaper(kindOfLastDay(field));

/** True for the last day of a document whose kind is off: nothing shows or reads it, and records keep it. */
export const isLastDayOff = (site: Pick<PapersHere, "kindsOff">, field: string): boolean =>
  isLastDayField(field) && isOff(site, kindOfLastDay(field));

/** True for a kind that may have a last day. For an own paper the settings say whether it has one. */
export const mayHaveLastDay = (kind: unknown): kind is AnyKind =>
  isAnyKind(kind) && (isOwnPaper(kind) || hasLastDay(kind));

/** The last day of a document. `hasEnded` is true if that day is over in the office's time zone. */
export type LastDay = { day: string; hasEnded: boolean };

export const lastDayOn = (day: string, today: string): LastDay => ({ day, hasEnded: hasEnded(day, today) });

/** Returns the papers with those that have ended first. */
export const endedFirst = <Paper extends { kind: string }>(
  papers: readonly Paper[],
  ended: readonly Pick<Paper, "kind">[],
): Paper[] => {
  const place = ({ kind }: Pick<Paper, "kind">) => ended.findIndex((one) => one.kind === kind);
  return [
    ...papers.filter((one) => place(one) >= 0).toSorted((one, other) => place(one) - place(other)),
    ...papers.filter((one) => place(one) < 0),
  ];
};

/** Returns the kinds that have a last day, the earliest day first. */
export const datedKinds = (lastDays: LastDays): [kind: AnyKind, day: string][] =>
  withOwnPapers(kindsWithLastDay, lastDays)
    .flatMap((kind): [AnyKind, string][] => (lastDays[kind] ? [[kind, lastDays[kind]]] : []))
    .toSorted(([, one], [, other]) => (one < other ? -1 : Number(one > other)));

/** The choices of the record list for documents that have ended or end within this number of days. */
export const endChoices = ["ended", "30", "90"] as const;
export type EndChoice = (typeof endChoices)[number];

/** Returns the days that a choice covers. Both the first and the last day are included. */
export const daysOfEnd = (choice: EndChoice, today: string): { endsFrom?: string; endsTo: string } =>
  choice === "ended" ? { endsTo: laterDay(today, -1) } : { endsFrom: today, endsTo: laterDay(today, Number(choice)) };
