import { dayMs } from "#core/durations.ts";
import type { Approval } from "#core/records/candidate-record.ts";
import type { LastDays } from "#core/records/record-details.ts";
import type { AnyKind } from "#core/own-fields/own-paper.ts";
import type { Agency, Destination, Employer } from "./agency.ts";
import { dhaka } from "./agencies/dhaka.ts";
import { type HowMany, type InventedPerson, inventPeople, secondDigits } from "./invent-people.ts";
import { between, pick, type Random, seededRandom } from "./random.ts";

type PublicState = { approval: Approval; hidden: boolean; ofOtherRegistry: boolean };

export type InventedDocument = { kind: AnyKind; pages: number };

export type InventedRecord = InventedPerson &
  PublicState & {
    agency: Agency;
    destination: Destination;
    employer: Employer;
    trade: string;
    agent: string;
    nationality: string;
    /** Empty unless the record was sent back. */
    returnReason: string;
    addedAt: number;
    approvedAt: number | null;
    /** So many days longer than usual before the record was added, each of its papers was issued. */
    earlier: number;
    lastDays: LastDays;
    documents: readonly InventedDocument[];
    /** The first records are drawn for a closer look, and the others in two thirds of the size. */
    isFine: boolean;
  };

/** The candidates of the demo's own registry. One of 25 is of another one. */
export const demoCount = 72;
export const inventedCount = Math.floor((demoCount * 25) / 24);

/** Index of the record that the approval queue shows first. It is complete. */
const longestWaitingAt = 7;
const fineCount = 8;

type Invention = Omit<HowMany, "people"> & { agency?: Agency; now?: number };

/**
 * Candidates in every state, always the same for a seed and a day. The first three have the memorable numbers. Most are
 * complete and have a photo. Relative to `now`, they came in the course of two years, nobody waits for long, some papers
 * ended recently and some end soon.
 */
export function inventRecords({ seed, count, agency = dhaka, now = anyDay }: Invention): InventedRecord[] {
  const random = seededRandom(seed + 1);
  const people = inventPeople({ seed, count, people: agency.people });
  return Array.from(people, (person, index) => inventRecord(agency, person, index, random, now));
}

function inventRecord(agency: Agency, person: InventedPerson, index: number, random: Random, now: number) {
  const publicState = publicStateAt(index);
  const destination = agency.destinations[index % agency.destinations.length] ?? agency.destinations[0];
  const employer = pick(destination.employers, random);
  const isComplete = index < fineCount || random() < 0.7;
  const addedAt = workingTime(now - daysSinceAdding(index, publicState, isComplete, random) * dayMs, random);
  const facts = { earlier: between(0, 9, random), addedAt };
  const documents = documentsAt(agency, destination, index, isComplete ? Infinity : between(2, 4, random));
  return {
    ...person,
    passportNumber: agency.people.memorable[index] ?? person.passportNumber,
    irccNumber: secondNumberOf(destination, index, documents),
    ...publicState,
    ...facts,
    agency,
    destination,
    employer,
    documents,
    trade: pick(employer.trades, random),
    agent: random() < 0.7 ? pick(agency.agents, random) : "",
    nationality: agency.people.nationality,
    returnReason: publicState.approval === "returned" ? pick(returnReasons, random) : "",
    approvedAt: publicState.approval === "approved" ? addedAt + between(1, 9, random) * dayMs : null,
    lastDays: lastDaysOf(agency, documents, facts),
    isFine: index < fineCount,
  };
}

const shown: PublicState = { approval: "approved", hidden: false, ofOtherRegistry: false };
const hidden: PublicState = { ...shown, hidden: true };
const ofOtherRegistry: PublicState = { ...shown, ofOtherRegistry: true };
const waiting: PublicState = { ...shown, approval: "waiting" };
const waitingAndHidden: PublicState = { ...waiting, hidden: true };
const returned: PublicState = { ...shown, approval: "returned" };

const publicStateAt = (index: number): PublicState => rareStates.get(index % 25) ?? shown;

const rareStates = new Map([
  [4, hidden],
  [7, waiting],
  [10, returned],
  [13, waitingAndHidden],
  [16, hidden],
  [19, waiting],
  [22, ofOtherRegistry],
]);

const returnReasons = [
  "The photo is not of this person.",
  "The second page of the job offer is missing.",
  "The passport number on the scan is a different one.",
  "The scan of the medical form is too dark to read.",
  "The father's name is spelt differently on the paper.",
];

const anyDay = Date.UTC(2026, 9, 30);

/** Offices in Dhaka and Kathmandu are open from 10 to 17 o'clock, which contains 5 to 11 o'clock UTC. */
const workingTime = (time: number, random: Random) =>
  time - (time % dayMs) + between(5 * 3600, 11 * 3600, random) * 1000;

/** Visas and permits are for two years: of people who came that long ago, they end about now. */
function daysSinceAdding(index: number, { approval }: PublicState, isComplete: boolean, random: Random): number {
  if (index === longestWaitingAt) return 11;
  if (approval !== "approved") return between(3, 9, random);
  if (!isComplete) return between(12, 60, random);
  if (index % 8 === 1) return between(725, 745, random);
  if (index % 8 === 2) return between(640, 700, random);
  return between(12, 600, random);
}

/** The photo, and so many of the papers of this destination. Every ninth person has no photo yet. */
function documentsAt({ papers }: Agency, { papers: kinds }: Destination, index: number, most: number) {
  const photo: InventedDocument[] = index % 9 === 2 ? [] : [{ kind: "photo", pages: 1 }];
  const ofPerson = kinds.slice(0, most);
  return [...photo, ...ofPerson.map((kind) => ({ kind, pages: index === 0 ? (papers[kind]?.pages.length ?? 1) : 1 }))];
}

const secondNumberOf = ({ secondNumber }: Destination, index: number, documents: readonly InventedDocument[]): string =>
  secondNumber && documents.some(({ kind }) => kind === secondNumber.on)
    ? secondNumber.of(secondDigits(index), index)
    : "";

type Times = Pick<InventedRecord, "addedAt" | "earlier">;

/** The day on which a paper is issued, before the record is added. */
export const issuedAt = ({ papers }: Agency, kind: AnyKind, { addedAt, earlier }: Times): number =>
  addedAt - ((papers[kind]?.issued ?? 0) + earlier) * dayMs;

const lastDaysOf = (agency: Agency, documents: readonly InventedDocument[], times: Times): LastDays =>
  Object.fromEntries(
    documents.flatMap(({ kind }) => {
      const { lasts } = agency.papers[kind] ?? {};
      return lasts === undefined ? [] : [[kind, isoDay(issuedAt(agency, kind, times) + lasts * dayMs)]];
    }),
  );

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);
