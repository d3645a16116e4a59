import { dayMs } from "#core/durations.ts";
import type { Approval } from "#core/records/candidate-record.ts";
import { type DocumentKind, documentKinds } from "#core/records/document-kinds.ts";
import type { LastDays } from "#core/records/record-details.ts";
import { descriptions } from "./documents/descriptions.ts";
import { type HowMany, type InventedPerson, inventPeople, memorableNumbers } from "./invent-people.ts";
import { between, pick, type Random, seededRandom } from "./random.ts";

type PublicState = { approval: Approval; hidden: boolean; ofOtherRegistry: boolean };

export type InventedDocument = { kind: DocumentKind; pages: number };

export type InventedRecord = InventedPerson &
  PublicState & {
    nationality: string;
    /** Empty unless the record was sent back. */
    returnReason: string;
    addedAt: number;
    approvedAt: number | null;
    /** The last day of the documents that end. */
    validUntil: string;
    lastDays: LastDays;
    documents: readonly InventedDocument[];
  };

/** The candidates of the demo's own registry. One of 25 is of another one. */
export const demoCount = 200;
export const inventedCount = Math.floor((demoCount * 25) / 24);

export const fullyDocumented = 24;

/** Index of the record that the approval queue shows first. It has every kind of document. */
const longestWaitingAt = 7;

/**
 * Candidates in every state, always the same for a seed and a day. The first three have the memorable numbers. Relative
 * to `now`, they came in the course of a year, nobody waits for long, some documents ended recently and some end soon.
 */
export function inventRecords({ seed, count, now = anyDay }: HowMany & { now?: number }): InventedRecord[] {
  const random = seededRandom(seed + 1);
  return Array.from(inventPeople({ seed, count }), (person, index) => inventRecord(person, index, random, now));
}

function inventRecord(person: InventedPerson, index: number, random: Random, now: number): InventedRecord {
  const publicState = publicStateAt(index);
  const [soonest, latest] = publicState.approval === "approved" ? [12, 360] : [3, 9];
  const daysAgo = index === longestWaitingAt ? latest + 2 : between(soonest, latest, random);
  const addedAt = workingTime(now - daysAgo * dayMs, random);
  const documents = documentsAt(index);
  const validUntil = isoDay(endAt(index, addedAt, now));
  const ending = documents.filter(({ kind }) => kindsThatEnd.includes(kind));
  return {
    ...person,
    ...memorableNumbers[index],
    ...publicState,
    nationality: random() < 0.96 ? "BANGLADESH" : "INDIA",
    returnReason: publicState.approval === "returned" ? pick(returnReasons, random) : "",
    addedAt,
    approvedAt: publicState.approval === "approved" ? addedAt + between(1, 9, random) * dayMs : null,
    validUntil,
    lastDays: Object.fromEntries(ending.map(({ kind }) => [kind, validUntil])),
    documents,
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
  "The scan of the work permit is too dark to read.",
  "The father's name is spelt differently on the paper.",
];

const anyDay = Date.UTC(2026, 9, 30);

/** Offices in Dhaka are open from 9 to 17 o'clock, which is 3 to 11 o'clock UTC. */
const workingTime = (time: number, random: Random) =>
  time - (time % dayMs) + between(3 * 3600, 11 * 3600, random) * 1000;

/** The drawings of these kinds show a last day. */
const kindsThatEnd = documentKinds.filter(
  (kind) => kind !== "photo" && descriptions[kind].pages.some((page) => page.includes("{validUntil}")),
);

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

function endAt(index: number, addedAt: number, now: number): number {
  const turn = (index < fullyDocumented ? index : Math.floor(index / documentKinds.length)) % 4;
  if (turn === 1) return now - (3 + (index % 30)) * dayMs;
  if (turn === 2) return now + (4 + (index % 80)) * dayMs;
  return addedAt + (800 + (index % 40)) * dayMs;
}

function documentsAt(index: number): InventedDocument[] {
  if (index >= fullyDocumented) return documentKinds.filter(isTurnOf(index)).map((kind) => ({ kind, pages: 1 }));
  return documentKinds.map((kind) => ({ kind, pages: index === 0 && kind === "jobOffer" ? 2 : 1 }));
}

const isTurnOf = (index: number) => (_: DocumentKind, place: number) => place === index % documentKinds.length;
