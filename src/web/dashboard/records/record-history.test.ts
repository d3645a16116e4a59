import { expect, test } from "vitest";
import type { AuditAction, AuditDetails } from "#core/audit/audit-event.ts";
import type { OwnField } from "#core/own-fields/own-field.ts";
import { ownPaper } from "#test/support/own-fields.ts";
import { changesSinceReturn, historyLines } from "./record-history.server.ts";
import { lineInShort } from "./record-history.tsx";

const event = (action: AuditAction, details: AuditDetails) => ({
  at: 0,
  action,
  actor: { id: "clerk", name: null },
  details,
  assigned: undefined,
});

const field = { audience: "staff" as const, hints: {}, isNeeded: false, choices: [], isRemoved: false };
const ownFields: OwnField[] = [
  { ...field, id: "f1", type: "yes-no", labels: { en: "Fee paid" } },
  { ...field, id: "f2", type: "country", labels: { en: "Country of work" } },
];
const ownPapers = [ownPaper("p1", "Wafid slip")];
const declared = { ownFields, ownPapers };

const page = (image: string) => [{ image, width: 1, height: 1, placeholder: "" }];

test("the changes since a record was sent back are one per field, without changes that were undone", () => {
  const latestFirst = [
    event("candidate-updated", { address: { from: "Khulna", to: "Sylhet" }, name: { from: "Rahim", to: "Rahima" } }),
    event("candidate-updated", {
      address: { from: "Dhaka", to: "Khulna" },
      name: { from: "Rahima", to: "Rahim" },
      documents: { from: { visaPaper: page("a.1") }, to: { visaPaper: page("b.1"), p1: page("c.1") } },
      own: { from: { f1: "no", f3: "Basra" }, to: { f1: "yes", f2: "QA" } },
      lastDays: { from: { lmia: "2026-03-01" }, to: { visaPaper: "2026-03-31", lmia: "2026-03-01", p1: "2026-04-30" } },
    }),
    event("candidate-sent-back", { returnReason: { from: "", to: "Where does she live?" } }),
    event("candidate-updated", { fatherName: { from: "Karim", to: "Karima" } }),
  ];
  expect(changesSinceReturn(latestFirst, declared)).toEqual([
    { kind: "text", field: "address", label: "Address", from: "Dhaka", to: "Sylhet" },
    { kind: "text", field: "own.f1", label: "Fee paid", from: "no", to: "yes" },
    { kind: "text", field: "own.f3", label: "own.f3", from: "Basra", to: "" },
    { kind: "text", field: "own.f2", label: "Country of work", from: "", to: "Qatar" },
    { kind: "document", field: "visaPaper", label: "Visa paper", was: "replaced" },
    { kind: "document", field: "p1", label: "Wafid slip", was: "added" },
    {
      kind: "text",
      field: "lastDays.visaPaper",
      label: "Visa paper: last day",
      from: "",
      to: "31 March 2026",
    },
    { kind: "text", field: "lastDays.p1", label: "Wafid slip: last day", from: "", to: "30 April 2026" },
  ]);
  expect(changesSinceReturn(latestFirst.slice(3), declared)).toEqual([]);
});

test("a line in short names what was done, and only for an update the fields", () => {
  const lines = historyLines(
    [
      event("candidate-updated", { address: { from: "Dhaka", to: "Khulna" }, name: { from: "Rahim", to: "Rahima" } }),
      event("candidate-sent-back", { returnReason: { from: "", to: "Where does she live?" } }),
      event("candidate-approved", { returnReason: { from: "Where does she live?", to: "" } }),
      event("document-kept-back", { keptBack: { from: [], to: ["visaPaper"] } }),
    ],
    declared,
  );
  expect(lines.map(lineInShort)).toEqual([
    "Somebody without an account here changed: Name, Address.",
    "Somebody without an account here sent the record back.",
    "Somebody without an account here approved the record.",
    "The holder held a paper back.",
  ]);
});
