import { dayMs } from "#core/durations.ts";
import { between, pick, seededRandom, seedOf } from "../random.ts";

export type Subject = {
  sex: "woman" | "man";
  inLatin: { name: string; fatherName: string; motherName: string; address: string };
  passportNumber: string;
  irccNumber: string;
  nationality: string;
  addedAt: number;
  /** The last day on the documents of this person: "2026-03-31". */
  validUntil: string;
};

export const operator = "Attestry Demo Agency";

/** The facts in a candidate's documents. They are the same in all of them. */
export function factsAbout(subject: Subject) {
  const random = seededRandom(seedOf(subject.passportNumber));
  const daysFromAdding = (days: number) => dateInWords(subject.addedAt + days * dayMs);
  const [town, townCode] = pick(towns, random);
  const { passportNumber, irccNumber, nationality } = subject;
  return {
    ...subject.inLatin,
    passportNumber,
    irccNumber,
    nationality,
    operator,
    town,
    townCode,
    bornOn: dateInWords(Date.UTC(between(1978, 2004, random), between(0, 11, random), between(1, 28, random))),
    occupation: pick(["carpenter", "welder", "cook", "farm hand", "driver", "electrician", "care worker"], random),
    employer: pick(employers, random),
    hours: String(pick([36, 38, 40], random)),
    pay: `$ ${between(24, 38, random)}.${pick(["00", "25", "50", "80"], random)}`,
    reference: `DEMO-${between(1000, 9999, random)}-${between(10, 99, random)}`,
    issuedOn: daysFromAdding(-between(10, 40, random)),
    travelsOn: daysFromAdding(between(60, 80, random)),
    startsOn: daysFromAdding(between(90, 110, random)),
    validUntil: dateInWords(Date.parse(subject.validUntil)),
  };
}

const longDate = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
const dateInWords = (time: number) => longDate.format(time);

const towns = [
  ["Wattle Bend", "WTB"],
  ["Maple Crossing", "MPX"],
  ["Gum Creek", "GMC"],
] as const;

const employers = ["Sample Valley Farms", "Specimen Hill Dairy", "Example Bay Builders", "Demo Harbour Kitchens"];
