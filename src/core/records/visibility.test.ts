import { expect, test } from "vitest";
import { ownField, ownPaper } from "#test/support/own-fields.ts";
import type { CandidateRecord } from "./candidate-record.ts";
import { noEdits, noParticulars } from "./record-details.ts";
import { publicKinds } from "./document-kinds.ts";
import { lastDayOn } from "./last-days.ts";
import { seenByStrangers } from "../proofs/statement.ts";
import { toPublicRecord } from "./visibility.ts";

const page = { image: "a-1", width: 10, height: 20, placeholder: "x" };
const shown: CandidateRecord = {
  id: "1",
  registry: "My_Aust",
  ...noParticulars,
  passportNumber: "A12345678",
  irccNumber: "W123456789",
  name: "Rahim Uddin",
  fatherName: "Karim Uddin",
  motherName: "Amena Begum",
  address: "Dhaka",
  nationality: "BANGLADESH",
  documents: { workPermit: [page], medical: [page] },
  lastDays: { workPermit: "2026-03-31", medical: "2026-03-30" },
  own: { f1: "QA", f2: "Salma Akter", f3: "yes", f4: "gone" },
  keptBack: [],
  ownKeptBack: [],
  approval: "approved",
  hidden: false,
  returnReason: "",
  addedBy: "staff-1",
  addedAt: 1,
  changedAt: 3,
  approvedAt: 2,
  approvedBy: "staff-2",
  assignedTo: null,
  revision: null,
  edited: noEdits,
  contentSince: null,
  approvedAs: null,
  version: 4,
};
const view = {
  registry: "My_Aust",
  shownKinds: publicKinds,
  ownFields: [],
  ownPapers: [],
  grantImages: (id: string) => ({ until: 7, signature: `signed for ${id}` }),
};

test("a stranger sees a shown record, but nothing about who handled it", () => {
  const seen = toPublicRecord(shown, view);
  expect(Object.keys(seen ?? {}).toSorted()).toEqual([
    "address",
    "changedAt",
    "contentSince",
    "documents",
    "fatherName",
    "id",
    "imageGrant",
    "irccNumber",
    "lastDays",
    "motherName",
    "name",
    "nationality",
    "own",
    "papers",
    "passportNumber",
    "publishedAt",
    "unscanned",
  ]);
  expect(seen?.publishedAt).toBe(2);
});

test("a stranger sees only the layout data of a page", () => {
  const kept = { ...page, digest: "secret" };
  const withMore = { ...shown, documents: { workPermit: [kept] }, secret: "x" };
  const seen = toPublicRecord(withMore, view);
  expect(seen?.documents).toEqual({ workPermit: [page] });
  expect(seen).not.toHaveProperty("secret");
});

test.each([
  ["hidden", { hidden: true }],
  ["waiting", { approval: "waiting" }],
  ["returned", { approval: "returned" }],
  ["of another registry", { registry: "Other" }],
] as const)("a stranger does not see a record that is %s", (_, state) => {
  expect(toPublicRecord({ ...shown, ...state }, view)).toBeNull();
});

test.each([
  ["the operator keeps for staff", {}, ["workPermit"]],
  ["the holder holds back", { keptBack: ["medical"] }, publicKinds],
] as const)("kinds that %s are left out, and so are their last days", (_, wish, shownKinds) => {
  const seen = toPublicRecord({ ...shown, ...wish }, { ...view, shownKinds });
  expect(Object.keys(seen?.documents ?? {})).toEqual(["workPermit"]);
  expect(seen?.lastDays).toEqual({ workPermit: "2026-03-31" });
});

test("a document has ended from the day after its last day", () => {
  const on = (today: string) => lastDayOn("2026-03-31", today).hasEnded;
  expect(["2026-03-30", "2026-03-31", "2026-04-01"].map(on)).toEqual([false, false, true]);
});

test("a public record includes the grant for its images and for the files made from it", () => {
  expect(toPublicRecord(shown, view)?.imageGrant).toEqual({ until: 7, signature: "signed for 1" });
});

test("of the operator's own fields a stranger sees those for visitors that are in use and have a value", () => {
  const ownFields = [
    ownField("f2", "Field f2", { audience: "holder" }),
    ownField("f1", "Field f1", { audience: "visitors", type: "country" }),
    ownField("f3", "Field f3", { audience: "staff" }),
    ownField("f4", "Field f4", { audience: "visitors", isRemoved: true }),
    ownField("f5", "Field f5", { audience: "visitors" }),
  ];
  const seen = (record: CandidateRecord) => toPublicRecord(record, { ...view, ownFields })?.own;
  expect(seen(shown)).toEqual([{ id: "f1", type: "country", labels: { en: "Field f1" }, value: "QA" }]);
  expect(seen({ ...shown, ownKeptBack: ["f1"] })).toEqual([]);
});

test("of the operator's own papers a stranger sees those for visitors that are in use and have a document", () => {
  const visitors = { audience: "visitors" } as const;
  const ownPapers = [
    ownPaper("p2", "Contract", { ...visitors, hasLastDay: false }),
    ownPaper("p1", "Wafid medical", { ...visitors, onPages: ["/Check_Visa"] }),
    ownPaper("p3", "Fee receipt"),
    ownPaper("p4", "Visa slip", { audience: "holder" }),
    ownPaper("p5", "Removed", { ...visitors, isRemoved: true }),
    ownPaper("p6", "Of nobody", visitors),
  ];
  const documents = Object.fromEntries(ownPapers.slice(0, 5).map(({ id }) => [id, [page]]));
  const lastDays = { p1: "2031-03-31", p2: "2031-03-30" };
  const seen = (more: Partial<CandidateRecord>) =>
    toPublicRecord({ ...shown, documents, lastDays, ...more }, { ...view, ownPapers })?.papers;
  const contract = { id: "p2", labels: { en: "Contract" }, onPages: ["/"], pages: [page] };
  expect(seen({})).toEqual([
    contract,
    { id: "p1", labels: { en: "Wafid medical" }, onPages: ["/Check_Visa"], pages: [page], lastDay: "2031-03-31" },
  ]);
  expect(seen({ ownKeptBack: ["p1"] })).toEqual([contract]);
});

test("the last day of a paper without a scan is seen where its scan would be, and changes no statement", () => {
  const ownPapers = [
    ownPaper("p1", "Wafid medical", { audience: "visitors" }),
    ownPaper("p2", "Contract", { audience: "visitors", hasLastDay: false }),
    ownPaper("p3", "Fee receipt"),
  ];
  const [days, documents] = [{ workPermit: "2026-03-31", medical: "2026-03-30" }, { workPermit: [page] }];
  const lastDays = { ...days, p1: "2031-03-31", p2: "2031-03-30", p3: "2031-03-29" };
  const record = { ...shown, documents, lastDays };
  const seen = (more: Partial<CandidateRecord>, shownKinds = publicKinds) =>
    toPublicRecord({ ...record, ...more }, { ...view, shownKinds, ownPapers })?.unscanned;
  const medical = { kind: "medical", lastDay: "2026-03-30" };
  const own = { kind: "p1", labels: { en: "Wafid medical" }, onPages: ["/"], lastDay: "2031-03-31" };
  expect(seen({})).toEqual([medical, own]);
  expect(seen({}, ["workPermit"])).toEqual([own]);
  expect(seen({ keptBack: ["medical"], ownKeptBack: ["p1"] })).toEqual([]);
  expect(seen({ documents: { workPermit: [page], medical: [page], p1: [page] } })).toEqual([]);
  expect(seen({ hidden: true })).toBeUndefined();
  const stated = (one: CandidateRecord) => seenByStrangers(one, "My_Aust", { ...view, ownPapers });
  expect(stated(record)).toBe(stated({ ...record, lastDays: { workPermit: "2026-03-31" } }));
});
