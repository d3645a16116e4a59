import { describe, expect, test } from "vitest";
import { dayMs } from "#core/durations.ts";
import { parseNewRecord } from "#core/records/candidate-record.ts";
import { noParticulars } from "#core/records/record-details.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { demoCount, fullyDocumented, inventedCount, type InventedRecord, inventRecords } from "./invent-candidates.ts";
import { memorableNumbers } from "./invent-people.ts";

const records = inventRecords({ seed: 1, count: 200 });

const publicStateOf = ({ approval, hidden, ofOtherRegistry }: InventedRecord) =>
  [approval, hidden ? "hidden" : "", ofOtherRegistry ? "elsewhere" : ""].filter((word) => word !== "").join(" ");

const isShown = (record: InventedRecord) => publicStateOf(record) === "approved";

describe("invented candidates", () => {
  test("are the same for the same seed and differ for another", () => {
    expect(inventRecords({ seed: 1, count: 200 })).toEqual(records);
    expect(inventRecords({ seed: 2, count: 200 })).not.toEqual(records);
  });

  test("pass the validation of the add form unchanged", () => {
    for (const record of records) {
      const { particulars, lastDays } = parseNewRecord(
        { particulars: record, lastDays: record.lastDays },
        { ownFields: [], ownPapers: [] },
      );
      expect({ ...noParticulars, ...record }).toMatchObject({ ...particulars, lastDays });
    }
  });

  test("are in every state, and most are shown", () => {
    const states = new Set(records.map(publicStateOf));
    expect([...states].toSorted()).toEqual([
      "approved",
      "approved elsewhere",
      "approved hidden",
      "returned",
      "waiting",
      "waiting hidden",
    ]);
    expect(records.filter(isShown).length).toBeGreaterThan(records.length / 2);
  });

  test("are as many in the demo's own registry as it announces", () => {
    const invented = inventRecords({ seed: 1, count: inventedCount });
    expect(invented.filter(({ ofOtherRegistry }) => !ofOtherRegistry)).toHaveLength(demoCount);
  });

  test("do not wait longer than two weeks for a decision", () => {
    const now = Date.UTC(2027, 4, 1);
    for (const { approval, addedAt, approvedAt } of inventRecords({ seed: 1, count: 200, now })) {
      expect((approvedAt ?? (approval === "waiting" ? now : addedAt)) - addedAt).toBeLessThan(14 * dayMs);
      expect(approvedAt ?? addedAt).toBeLessThan(now);
    }
  });

  test("begin with three shown records that have memorable numbers", () => {
    const first = records.slice(0, 3);
    expect(first.every(isShown)).toBe(true);
    expect(first).toMatchObject(memorableNumbers);
  });

  test("have every kind of document if they wait longest for approval", () => {
    const waiting = records.filter(({ approval }) => approval === "waiting");
    const [first] = waiting.toSorted((one, other) => one.addedAt - other.addedAt);
    expect(first?.documents.map(({ kind }) => kind)).toEqual(documentKinds);
  });

  test("have a reason exactly if they were sent back", () => {
    for (const { approval, returnReason } of records) expect(returnReason !== "").toBe(approval === "returned");
  });

  test("have varied approval times after their addition exactly if they are approved", () => {
    for (const { approval, addedAt, approvedAt } of records) {
      if (approval === "approved") expect(approvedAt).toBeGreaterThan(addedAt);
      else expect(approvedAt).toBeNull();
    }
    expect(new Set(records.map((record) => record.approvedAt)).size).toBeGreaterThan(100);
  });

  test("first have every kind of document and are mostly shown, then have one kind each", () => {
    const [documented, others] = [records.slice(0, fullyDocumented), records.slice(fullyDocumented)];
    for (const { documents } of documented) expect(documents.map((document) => document.kind)).toEqual(documentKinds);
    expect(documented.filter(isShown).length).toBeGreaterThan(fullyDocumented / 2);
    expect(others.every((record) => record.documents.length === 1)).toBe(true);
    expect(new Set(others.flatMap((record) => record.documents.map((document) => document.kind)))).toEqual(
      new Set(documentKinds),
    );
  });

  test("have exactly one document of two pages", () => {
    const long = records.flatMap((record) => record.documents.filter((document) => document.pages > 1));
    expect(long).toEqual([{ kind: "jobOffer", pages: 2 }]);
  });
});
