import type { HolderState } from "#core/holders/binding.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { type LastDays, noEdits, noParticulars } from "#core/records/record-details.ts";
import { documentBit } from "#core/records/document-kinds.ts";
import { inventPeople, type InventedPerson } from "#demo/invent-people.ts";
import { sealRecord } from "#operations/sealed/record-indexes.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { newDataKey } from "#sealing/data-keys.ts";
import { benchOwnValues, putBenchHashes } from "./own-fields.ts";

const rowsAtOnce = 500;
const rowsInTransaction = 10_000;
const firstTime = Date.UTC(2025, 0, 1);

/** Who added the records: a clerk three in ten, a newcomer one in two thousand, a program the others. */
export const benchClerk = "bench-clerk";
export const benchNewcomer = "bench-newcomer";

const adderOf = (place: number) => {
  if (place % 2000 === 11) return benchNewcomer;
  return place % 10 < 3 ? benchClerk : "bench";
};

/** One record in three lacks the visa paper, one in five hundred the photo. All lack the other documents. */
const kindsOf = (place: number) =>
  (place % 500 === 7 ? 0 : documentBit("photo")) | (place % 3 === 1 ? 0 : documentBit("visaPaper"));

/** The oldest three in ten records have a holder. One in 250 has a card that was not used yet. */
export function benchHolder(place: number): HolderState {
  if (place % 250 === 27) return "offered";
  return timeOf(place) < 300_000 ? "bound" : "none";
}

// 7,919 and a million have no common divisor, so that times are spread over names without a pattern.
const timeOf = (place: number) => (place * 7919) % 1_000_000;

/** One record in seven was changed later, up to 300 days after it was added. */
const changedAfter = (place: number) => (place % 7 === 2 ? (place % 300) * 86_400_000 : 0);

/** Three records in four have two documents with a last day, spread over two years. */
function lastDaysOf(place: number): LastDays {
  const dayAt = (days: number) => new Date(firstTime + (days % 730) * 86_400_000).toISOString().slice(0, 10);
  return place % 4 === 0 ? {} : { medical: dayAt(place * 7919), visaPaper: dayAt(place * 7919 + 365) };
}

/** Inserts invented candidates straight into the table: one in twenty waits for approval, one in fifty is hidden. */
export async function fillDatabase(portal: Portal, count: number, hasOwnFields = false): Promise<void> {
  const people = inventPeople({ seed: 7, count });
  let place = 0;
  while (place < count) {
    await portal.database.write(async (writer) => {
      for (const end = Math.min(place + rowsInTransaction, count); place < end;) {
        const some = nextOf(people, Math.min(rowsAtOnce, end - place));
        // The rows have the documents that lists look for. There are no files.
        const records = some.map((person, at) => ({
          ...asRecord(portal, person, place + at),
          own: hasOwnFields ? benchOwnValues(place + at) : {},
        }));
        const rows = records.map((record, at) => ({
          ...sealed(portal, record),
          document_kinds: kindsOf(place + at),
          holder_state: benchHolder(place + at),
        }));
        const added = await writer.insertInto("candidate").values(rows).returning(["id", "seq"]).execute();
        const days = added.flatMap(({ id, seq }) =>
          Object.values(lastDaysOf(Number(id.replace("bench-", "")))).map((day) => ({ record_seq: seq, day })),
        );
        await writer.insertInto("record_last_day").values(days).execute();
        const seqs = new Map(added.map(({ id, seq }) => [id, seq]));
        if (hasOwnFields)
          await putBenchHashes(
            portal,
            writer,
            records.map((record) => ({ ...record, seq: seqs.get(record.id) ?? 0 })),
          );
        place += some.length;
      }
    });
  }
}

// take() would close the generator.
function nextOf(people: Iterator<InventedPerson, undefined>, count: number): InventedPerson[] {
  return Array.from({ length: count }, () => people.next().value).filter((person) => person !== undefined);
}

const sealed = (portal: Portal, record: CandidateRecord) =>
  sealRecord(portal, record, newDataKey(portal.keyring, record.id));

function asRecord({ registry }: Portal, person: InventedPerson, place: number): CandidateRecord {
  const { passportNumber, irccNumber, name, fatherName, motherName, address } = person;
  const at = firstTime + timeOf(place) * 30_000;
  const isApproved = place % 20 !== 7;
  return {
    id: `bench-${place}`,
    registry,
    ...noParticulars,
    passportNumber,
    irccNumber,
    name,
    fatherName,
    motherName,
    address,
    nationality: "BANGLADESH",
    documents: {},
    own: {},
    lastDays: lastDaysOf(place),
    approval: isApproved ? "approved" : "waiting",
    hidden: place % 50 === 3,
    keptBack: [],
    ownKeptBack: [],
    returnReason: "",
    addedBy: adderOf(place),
    addedAt: at,
    changedAt: at + changedAfter(place),
    approvedAt: isApproved ? at : null,
    approvedBy: isApproved ? "bench" : null,
    assignedTo: null,
    revision: null,
    edited: noEdits,
    contentSince: null,
    approvedAs: null,
    version: 1,
  };
}
