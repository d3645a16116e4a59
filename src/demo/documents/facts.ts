import { dayMs } from "#core/durations.ts";
import type { AnyKind } from "#core/own-fields/own-paper.ts";
import { type InventedRecord, issuedAt } from "../invent-candidates.ts";
import { between, pick, seededRandom, seedOf } from "../random.ts";

export type Facts = Readonly<Record<string, string>> & Record<"issuer" | "reference", string>;

/** What stands in the papers of a candidate. The person and the work are the same in all of them. */
export function factsAbout(record: InventedRecord, kind: AnyKind): Facts {
  const { agency, employer, destination, trade, nationality } = record;
  const facts = {
    ...record.inLatin,
    trade,
    nationality,
    passportNumber: record.passportNumber,
    secondNumber: record.irccNumber,
    employer: employer.name,
    employerOfOffice: employer.ofOffice ?? "",
    town: employer.town,
    airport: employer.airport,
    country: countryNames.of(destination.country) ?? "",
    operator: agency.settings.operator.name,
    home: agency.home.town,
    homeAirport: agency.home.airport,
    ...ofWork(record),
    ...daysOf(record, kind),
    reference: referenceOf(record, kind),
  };
  const issuer = agency.papers[kind]?.issuer ?? "";
  return { ...facts, issuer: fillIn(issuer, facts) };
}

/** Puts facts in the place of their names in braces. */
export const fillIn = (text: string, facts: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const fact = facts[name];
    if (fact === undefined) throw new RangeError(`Nothing is known of ${name}.`);
    return fact;
  });

const countryNames = new Intl.DisplayNames("en", { type: "region" });

function ofWork({ passportNumber, destination: { hours, pay } }: InventedRecord) {
  const random = seededRandom(seedOf(`work of ${passportNumber}`));
  const cents = pay.high < 100 ? `.${pick(["00", "25", "50", "80"], random)}` : "";
  const amount = between(pay.low, pay.high, random);
  const rounded = pay.high < 100 ? amount : Math.round(amount / 50) * 50;
  return { hours: String(pick(hours, random)), pay: `${pay.sign} ${rounded.toLocaleString("en")}${cents}` };
}

function daysOf(record: InventedRecord, kind: AnyKind) {
  const random = seededRandom(seedOf(`days of ${record.passportNumber}`));
  const issued = issuedAt(record.agency, kind, record);
  const addedIn = new Date(record.addedAt).getUTCFullYear();
  const lastDay = record.lastDays[kind];
  return {
    bornOn: inWords(Date.UTC(addedIn - between(22, 44, random), between(0, 11, random), between(1, 28, random))),
    issuedOn: inWords(issued),
    travelsOn: inWords(record.addedAt + between(21, 35, random) * dayMs),
    validUntil: lastDay === undefined ? "" : inWords(Date.parse(lastDay)),
    recordYears: `${addedIn - 15} – ${new Date(issued).getUTCFullYear()}`,
  };
}

function referenceOf({ passportNumber }: InventedRecord, kind: AnyKind): string {
  const random = seededRandom(seedOf(`${kind} of ${passportNumber}`));
  return `DEMO-${between(1000, 9999, random)}-${between(10, 99, random)}`;
}

const longDate = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
const inWords = (time: number) => longDate.format(time);
