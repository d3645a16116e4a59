import { seenByStrangers } from "#core/proofs/statement.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { DocumentPage, Particulars } from "#core/records/record-details.ts";
import type { FieldName, SpecifiedField } from "#core/records/record-fields.ts";
import { documentKinds, kindsAdvisedForVisitors, publicKinds } from "#core/records/document-kinds.ts";
import { ownField, ownPaper } from "../../support/own-fields.ts";

const page = (image: string, width = 1200): DocumentPage => ({
  placeholder: "1QcSHQRnh493V4dIh4eX",
  image,
  width,
  height: 1600,
});

/** A record as 1.0.0 has it. */
type ReleasedRecord = Omit<
  CandidateRecord,
  "revision" | "edited" | "own" | "ownKeptBack" | "contentSince" | "approvedAs" | FieldName
> &
  Pick<Particulars, SpecifiedField>;

const full: ReleasedRecord = {
  id: "5b0c3a8e-0000-4000-8000-000000000001",
  registry: "My_Aust",
  passportNumber: "A12345678",
  irccNumber: "W123456789",
  name: 'Md. "Rahim" Uddin রহিম\u2028',
  fatherName: "Karim Uddin",
  motherName: "Amena Begum",
  address: "12/A, Mirpur\nDhaka",
  nationality: "Bangladeshi",
  documents: Object.fromEntries(
    documentKinds.toReversed().map((kind, at) => [kind, [page(`${kind}-1`, 100 + at), page(`${kind}-2`)]]),
  ),
  lastDays: Object.fromEntries(documentKinds.toReversed().map((kind, at) => [kind, `2027-01-${10 + at}`])),
  keptBack: [],
  approval: "approved",
  hidden: false,
  returnReason: "",
  addedBy: "moderator-1",
  addedAt: 1_764_000_000_000,
  changedAt: 1_764_100_000_000,
  approvedAt: 1_764_050_000_000,
  approvedBy: "admin-1",
  assignedTo: "moderator-1",
  version: 4,
};

const bare = { irccNumber: "", fatherName: "", motherName: "", nationality: "", documents: {}, lastDays: {} };
const reversed = Object.fromEntries(Object.entries(full).toReversed()) as ReleasedRecord;

const forVisitors = { audience: "visitors" } as const;

/** What an operator may add, not in the order of the ids, which the text has. Visitors do not see the last of each. */
const declared = {
  ownFields: [ownField("f2", "Employer", forVisitors), ownField("f1", "Trade", forVisitors), ownField("f3", "Agent")],
  ownPapers: [ownPaper("p2", "Contract", forVisitors), ownPaper("p1", "Licence", forVisitors), ownPaper("p3", "Fees")],
};
const own = { f1: "Welder", f2: 'Padma "Steel" \u2028', f3: "Amin" };
const papers = { p1: [page("l")], p2: [page("c-1"), page("c-2")], p3: [page("r")] };
const withOwn = {
  ...full,
  own,
  documents: { ...papers, ...full.documents },
  lastDays: { ...full.lastDays, p2: "2028-06-30" },
};
const nothingOwn = { own: {}, ownKeptBack: [] };

/**
 * Records, and the text of what strangers see of each: the statements of this version contain its hash. Version 1.0.0 wrote
 * the record and the kinds alone.
 */
export const seenVectors = () =>
  [
    { record: withOwn, shownKinds: publicKinds, ...declared },
    { record: { ...withOwn, ownKeptBack: ["f2", "p2"] }, shownKinds: publicKinds, ...declared },
    { record: { ...withOwn, ownKeptBack: ["p2"] }, shownKinds: publicKinds, ...declared },
    { record: full, shownKinds: publicKinds, secondNumber: { isAbsent: true } },
    { record: full, shownKinds: publicKinds },
    { record: full, shownKinds: kindsAdvisedForVisitors.toReversed() },
    { record: full, shownKinds: [] },
    { record: reversed, shownKinds: publicKinds },
    { record: { ...full, ...bare }, shownKinds: publicKinds },
    { record: { ...full, keptBack: ["photo", "visaPaper"] as const }, shownKinds: publicKinds },
    { record: { ...full, documents: { photo: [], lmia: [], ticket: [page("t")] } }, shownKinds: publicKinds },
    { record: { ...full, hidden: true }, shownKinds: publicKinds },
    { record: { ...full, approval: "waiting" as const }, shownKinds: publicKinds },
    { record: { ...full, approvedAt: null }, shownKinds: publicKinds },
    { record: { ...full, registry: "Another" }, shownKinds: publicKinds },
  ].map(({ record, ...shown }) => {
    const whole = { ...nothingOwn, ...record };
    const parts = { ownFields: [], ownPapers: [], ...shown };
    return { record: whole, ...parts, seen: seenByStrangers(whole, "My_Aust", parts) };
  });
