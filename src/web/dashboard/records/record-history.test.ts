import { expect, test } from "vitest";
import type { AuditAction, AuditDetails } from "#core/audit/audit-event.ts";
import { changesSinceReturn, historyLines } from "./record-history.server.ts";
import { lineInShort } from "./record-history.tsx";

const event = (action: AuditAction, details: AuditDetails) => ({
  at: 0,
  action,
  actor: { id: "clerk", name: null },
  details,
  assigned: undefined,
});

const page = (image: string) => [{ image, width: 1, height: 1, placeholder: "" }];

test("the changes since a record was sent back are one per field, without changes that were undone", () => {
  const latestFirst = [
    event("candidate-updated", { address: { from: "Khulna", to: "Sylhet" }, name: { from: "Rahim", to: "Rahima" } }),
    event("candidate-updated", {
      address: { from: "Dhaka", to: "Khulna" },
      name: { from: "Rahima", to: "Rahim" },
      documents: { from: { visaPaper: page("a.1") }, to: { visaPaper: page("b.1") } },
      lastDays: { from: { lmia: "2026-03-01" }, to: { visaPaper: "2026-03-31", lmia: "2026-03-01" } },
    }),
    event("candidate-sent-back", { returnReason: { from: "", to: "Where does she live?" } }),
    event("candidate-updated", { fatherName: { from: "Karim", to: "Karima" } }),
  ];
  expect(changesSinceReturn(latestFirst)).toEqual([
    { kind: "text", field: "address", from: "Dhaka", to: "Sylhet" },
    { kind: "document", field: "visaPaper", was: "replaced" },
    { kind: "text", field: "lastDays.visaPaper", from: "", to: "31 March 2026" },
  ]);
  expect(changesSinceReturn(latestFirst.slice(3))).toEqual([]);
});

test("a line in short names what was done, and only for an update the fields", () => {
  const lines = historyLines([
    event("candidate-updated", { address: { from: "Dhaka", to: "Khulna" }, name: { from: "Rahim", to: "Rahima" } }),
    event("candidate-sent-back", { returnReason: { from: "", to: "Where does she live?" } }),
    event("candidate-approved", { returnReason: { from: "Where does she live?", to: "" } }),
    event("document-kept-back", { keptBack: { from: [], to: ["visaPaper"] } }),
  ]);
  expect(lines.map(lineInShort)).toEqual([
    "Somebody without an account here changed: Name, Address.",
    "Somebody without an account here sent the record back.",
    "Somebody without an account here approved the record.",
    "The holder held a document back.",
  ]);
});
