import { between, pick, type Random, seededRandom, seedOf } from "../random.ts";
import type { Subject } from "./subject.ts";

/** What the papers of one candidate say about work and travel; all of them say the same. */
export type PaperFacts = {
  bornOn: string;
  occupation: string;
  employer: string;
  town: string;
  townCode: string;
  hoursAWeek: number;
  hourlyPay: string;
  reference: string;
  issuedOn: string;
  startsOn: string;
  travelsOn: string;
  validUntil: string;
};

export function factsAbout(subject: Subject): PaperFacts {
  const random = seededRandom(seedOf(subject.passportNumber));
  const daysFromAdding = (days: number) => dateInWords(subject.addedAt + days * day);
  const [town, townCode] = pick(towns, random);
  return {
    bornOn: dateInWords(Date.UTC(between(1978, 2004, random), between(0, 11, random), between(1, 28, random))),
    occupation: pick(occupations, random),
    employer: pick(employers, random),
    town,
    townCode,
    hoursAWeek: pick([36, 38, 40], random),
    hourlyPay: `$ ${between(24, 38, random)}.${pick(["00", "25", "50", "80"], random)}`,
    reference: `DEMO-${between(1000, 9999, random)}-${between(10, 99, random)}`,
    issuedOn: daysFromAdding(-between(10, 40, random)),
    travelsOn: daysFromAdding(between(60, 80, random)),
    startsOn: daysFromAdding(between(90, 110, random)),
    validUntil: daysFromAdding(between(800, 840, random)),
  };
}

export function timeOfDay(random: Random): string {
  return `${String(between(0, 23, random)).padStart(2, "0")}:${pick(["05", "20", "35", "50"], random)}`;
}

const day = 24 * 60 * 60 * 1000;

const longDate = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
const dateInWords = (time: number) => longDate.format(time);

const towns = [
  ["Wattle Bend", "WTB"],
  ["Maple Crossing", "MPX"],
  ["Gum Creek", "GMC"],
  ["Heron Landing", "HRL"],
  ["Clover Flats", "CLF"],
] as const;

const occupations = ["Carpenter", "Welder", "Cook", "Farm hand", "Driver", "Electrician", "Bricklayer", "Care worker"];

const employers = [
  "Sample Valley Farms",
  "Specimen Hill Dairy",
  "Example Bay Builders",
  "Demo Harbour Kitchens",
  "Sample Creek Orchards",
  "Example Plains Welding",
];
