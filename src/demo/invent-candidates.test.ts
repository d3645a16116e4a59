import { describe, expect, test } from "vitest";
import { dayMs } from "#core/durations.ts";
import { parseNewRecord } from "#core/records/candidate-record.ts";
import { type AnyKind, isOff, isOwnPaper } from "#core/own-fields/own-paper.ts";
import { noParticulars } from "#core/records/record-details.ts";
import { effectOfSet } from "#core/sets/effect-of-set.ts";
import { startingSets } from "#core/sets/sets.ts";
import { defaultSettings } from "#core/settings/settings.ts";
import type { Agency } from "./agency.ts";
import { agencies } from "./agencies/agencies.ts";
import { factsAbout } from "./documents/facts.ts";
import { demoCount, inventedCount, type InventedRecord, inventRecords, issuedAt } from "./invent-candidates.ts";

const publicStateOf = ({ approval, hidden, ofOtherRegistry }: InventedRecord) =>
  [approval, hidden ? "hidden" : "", ofOtherRegistry ? "elsewhere" : ""].filter((word) => word !== "").join(" ");

const isShown = (record: InventedRecord) => publicStateOf(record) === "approved";
const has = ({ documents }: InventedRecord, wanted: string) => documents.some(({ kind }) => kind === wanted);
const isComplete = (record: InventedRecord) => record.destination.papers.every((kind) => has(record, kind));
const shareOf = (records: readonly InventedRecord[], is: (record: InventedRecord) => boolean) =>
  records.filter(is).length / records.length;

describe.each<[string, Agency]>(Object.entries(agencies))("invented candidates of %s", (_, agency) => {
  const now = Date.UTC(2027, 4, 1);
  const records = inventRecords({ seed: 1, count: 200, now, agency });

  const ofNewSite = defaultSettings("");
  const { change } = effectOfSet(ofNewSite, startingSets[agency.set], { isUsed: false, waits: false });
  const site = { ...ofNewSite, ...change, ...agency.settings };

  test("are the same for the same seed and differ for another", () => {
    expect(inventRecords({ seed: 1, count: 200, now, agency })).toEqual(records);
    expect(inventRecords({ seed: 2, count: 200, now, agency })).not.toEqual(records);
  });

  test("pass the validation of the add form unchanged", () => {
    for (const record of records) {
      const typed = { particulars: record, lastDays: record.lastDays, own: agency.ownOf(record) };
      const { particulars, lastDays } = parseNewRecord(typed, site);
      expect({ ...noParticulars, ...record }).toMatchObject({ ...particulars, lastDays });
    }
  });

  test("are in every state, and most are shown, complete and with a photo", () => {
    expect([...new Set(records.map(publicStateOf))].toSorted()).toEqual([
      "approved",
      "approved elsewhere",
      "approved hidden",
      "returned",
      "waiting",
      "waiting hidden",
    ]);
    expect(shareOf(records, isShown)).toBeGreaterThan(0.6);
    expect(shareOf(records, isComplete)).toBeGreaterThan(0.6);
    expect(shareOf(records, (record) => has(record, "photo"))).toBeGreaterThan(0.8);
    expect(records.every((record) => has(record, "photo"))).toBe(false);
  });

  test("are as many in the demo's own registry as it announces", () => {
    const invented = inventRecords({ seed: 1, count: inventedCount, agency });
    expect(invented.filter(({ ofOtherRegistry }) => !ofOtherRegistry)).toHaveLength(demoCount);
  });

  test("have work that their employer has, and papers and numbers of the country that they go to", () => {
    for (const { destination, employer, trade, nationality, documents, irccNumber } of records) {
      expect(agency.destinations).toContain(destination);
      expect(destination.employers).toContain(employer);
      expect(employer.trades).toContain(trade);
      expect(nationality).toBe(agency.people.nationality);
      for (const { kind } of documents) expect(["photo", ...destination.papers]).toContain(kind);
      expect(irccNumber !== "").toBe(documents.some(({ kind }) => kind === destination.secondNumber?.on));
    }
    const given = records.map(({ irccNumber }) => irccNumber).filter((number) => number !== "");
    expect(new Set(given).size).toBe(given.length);
  });

  test("have days that follow each other: birth, each paper, its last day, adding, approval", () => {
    for (const record of records) {
      const { addedAt, approvedAt, approval, lastDays, documents } = record;
      for (const { kind } of documents.filter((document) => document.kind !== "photo")) {
        const issued = issuedAt(agency, kind, record);
        const { bornOn, travelsOn } = factsAbout(record, kind);
        const lastDay = Date.parse(lastDays[kind] ?? "9999-12-31");
        expect(issued - Date.parse(bornOn ?? "")).toBeGreaterThan(20 * 365 * dayMs);
        expect(issued).toBeLessThan(addedAt);
        expect(Date.parse(travelsOn ?? "")).toBeLessThan(lastDay);
        expect(addedAt).toBeLessThan(lastDay);
        const [year] = /(?<=\/)20\d\d(?=\/)/.exec(record.irccNumber) ?? [];
        if (kind === record.destination.secondNumber?.on && year) expect(new Date(issued).getUTCFullYear()).toBe(+year);
      }
      expect(addedAt).toBeLessThan(approvedAt ?? now);
      expect((approvedAt ?? (approval === "waiting" ? now : addedAt)) - addedAt).toBeLessThan(14 * dayMs);
      expect(approvedAt ?? addedAt).toBeLessThan(now);
      expect(approvedAt === null).toBe(approval !== "approved");
    }
  });

  test("have some papers that ended in the last weeks, and some that end in the next", () => {
    const days = records.flatMap(({ lastDays }) =>
      Object.values(lastDays).map((day) => (Date.parse(day) - now) / dayMs),
    );
    expect(days.filter((left) => left < 0 && left > -60).length).toBeGreaterThan(9);
    expect(days.filter((left) => left > 0 && left < 80).length).toBeGreaterThan(9);
  });

  test("begin with three shown records that have numbers easy to type", () => {
    const first = records.slice(0, 3);
    expect(first.every(isShown)).toBe(true);
    expect(first.map(({ passportNumber }) => passportNumber)).toEqual(agency.people.memorable);
  });

  test("are complete if they wait longest for approval", () => {
    const waiting = records.filter(({ approval }) => approval === "waiting");
    const [first] = waiting.toSorted((one, other) => one.addedAt - other.addedAt);
    expect(first && isComplete(first)).toBe(true);
    expect(first?.isFine).toBe(true);
  });

  test("have the papers that the office's settings name", () => {
    const titleOf = (id: AnyKind) => agency.papers[id]?.title ?? "none";
    const ids = agency.destinations.flatMap(({ papers }) => papers);
    for (const id of ids.filter(isOwnPaper)) {
      const name = site.ownPapers.find((paper) => paper.id === id)?.labels.en ?? "";
      expect(name.toLowerCase()).toContain(titleOf(id).toLowerCase());
    }
    expect(ids.filter((id) => isOff(site, id))).toEqual([]);
  });

  test("have a reason exactly if they were sent back", () => {
    for (const { approval, returnReason } of records) expect(returnReason !== "").toBe(approval === "returned");
  });

  test("have documents of more than one page only in the first record", () => {
    const long = records.filter(({ documents }) => documents.some(({ pages }) => pages > 1));
    for (const record of long) expect(record).toBe(records[0]);
  });
});
