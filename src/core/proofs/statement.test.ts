import { expect, test } from "vitest";
import released from "../../../test/released/1.0.0/seen.json" with { type: "json" };
import type { CandidateRecord } from "../records/candidate-record.ts";
import type { DocumentKind } from "../records/document-kinds.ts";
import { seenByStrangers } from "./statement.ts";

test("what strangers see of a record has the bytes that 1.0.0 wrote, so no statement ends at an upgrade", () => {
  for (const { record, shownKinds, seen } of released) {
    expect(seenByStrangers(record as CandidateRecord, "My_Aust", shownKinds as DocumentKind[])).toBe(seen);
  }
  expect(new Set(released.map(({ seen }) => seen)).size).toBe(7);
});
