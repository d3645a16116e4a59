import { describe, expect, test } from "vitest";
import { parseNewRecord } from "#core/records/candidate-record.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { fullyDocumented, type InventedRecord, inventRecords } from "./invent-candidates.ts";
import { memorableNumbers } from "./invent-people.ts";

const records = inventRecords({ seed: 1, count: 200 });

const publicStateOf = ({ approval, hidden, ofOtherRegistry }: InventedRecord) =>
  [approval, hidden ? "hidden" : "", ofOtherRegistry ? "elsewhere" : ""].filter((word) => word !== "").join(" ");

const isShown = (record: InventedRecord) => publicStateOf(record) === "approved";

describe("invented candidates", () => {
  test("are the same for the same seed", () => {
    expect(inventRecords({ seed: 1, count: 200 })).toEqual(records);
    expect(inventRecords({ seed: 2, count: 200 })).not.toEqual(records);
  });

  test("pass the checks of the add form unchanged", () => {
    for (const record of records) {
      const { particulars, lastDays } = parseNewRecord({ particulars: record, lastDays: record.lastDays });
      expect(record).toMatchObject({ ...particulars, lastDays });
    }
  });

  test("are in every state, most of them shown", () => {
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

  test("begin with three that are shown and have memorable numbers", () => {
    const first = records.slice(0, 3);
    expect(first.every(isShown)).toBe(true);
    expect(first).toMatchObject(memorableNumbers);
  });

  test("who waits longest for approval has every kind of document", () => {
    const waiting = records.filter(({ approval }) => approval === "waiting");
    const [first] = waiting.toSorted((one, other) => one.addedAt - other.addedAt);
    expect(first?.documents.map(({ kind }) => kind)).toEqual(documentKinds);
  });

  test("say why they were sent back, and only then", () => {
    for (const { approval, returnReason } of records) expect(returnReason !== "").toBe(approval === "returned");
  });

  test("were approved on different days after they were added, if they were", () => {
    for (const { approval, addedAt, approvedAt } of records) {
      if (approval === "approved") expect(approvedAt).toBeGreaterThan(addedAt);
      else expect(approvedAt).toBeNull();
    }
    expect(new Set(records.map((record) => record.approvedAt)).size).toBeGreaterThan(100);
  });

  test("have every kind of document at first, mostly shown, then one kind each in turn", () => {
    const [documented, others] = [records.slice(0, fullyDocumented), records.slice(fullyDocumented)];
    for (const { documents } of documented) expect(documents.map((document) => document.kind)).toEqual(documentKinds);
    expect(documented.filter(isShown).length).toBeGreaterThan(fullyDocumented / 2);
    expect(others.every((record) => record.documents.length === 1)).toBe(true);
    expect(new Set(others.flatMap((record) => record.documents.map((document) => document.kind)))).toEqual(
      new Set(documentKinds),
    );
  });

  test("have one document of two pages", () => {
    const long = records.flatMap((record) => record.documents.filter((document) => document.pages > 1));
    expect(long).toEqual([{ kind: "jobOffer", pages: 2 }]);
  });
});
