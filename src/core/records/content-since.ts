import { nameMatches } from "../names/compare-names.ts";
import { papersForVisitors } from "../own-fields/own-paper.ts";
import type { CandidateRecord } from "./candidate-record.ts";
import type { Person } from "./record-details.ts";
import type { ShownParts } from "./visibility.ts";

type Content = Pick<
  CandidateRecord,
  keyof Person | "irccNumber" | "nationality" | "fatherName" | "motherName" | "documents" | "lastDays"
>;
type Standing = Content & Pick<CandidateRecord, "approval" | "contentSince" | "approvedAs">;

/**
 * Returns since when the content of a record is as it is, and whom its last approval was for (docs/decisions/0118).
 * `isApproval`: somebody has just approved the record, or its revision.
 */
export function contentSinceAfter(
  before: Standing,
  after: Standing,
  { now, isApproval, shown }: { now: number; isApproval: boolean; shown: Pick<ShownParts, "shownKinds" | "ownPapers"> },
): Pick<CandidateRecord, "contentSince" | "approvedAs"> {
  const approvedAs = approvedPerson(before);
  if (after.approval !== "approved") return { contentSince: null, approvedAs };
  // Now it is published anew, with a day of its own.
  if (before.approval !== "approved") return { contentSince: null, approvedAs: null };
  const isSame = contentSeen(before, shown) === contentSeen(after, shown);
  const isNew = isApproval || approvedAs === null || isAnotherPerson(approvedAs, after);
  const isOfThem = approvedAs?.name === after.name && approvedAs.passportNumber === after.passportNumber;
  return { contentSince: isSame ? before.contentSince : now, approvedAs: isNew || isOfThem ? null : approvedAs };
}

/** Null if nobody has approved the record. */
export const approvedPerson = (record: Person & Pick<CandidateRecord, "approval" | "approvedAs">): Person | null =>
  record.approvedAs ?? (record.approval === "approved" ? personOf(record) : null);

const personOf = ({ name, passportNumber }: Person): Person => ({ name, passportNumber });

/** True if a record with this name and number is another person's. A name in another spelling is the same. */
export const isAnotherPerson = (approved: Person, wanted: Person): boolean =>
  approved.passportNumber !== wanted.passportNumber &&
  !nameMatches(approved.name, wanted.name) &&
  !nameMatches(wanted.name, approved.name);

/** What a visitor compares. Of the papers those that the operator shows, also those that the holder holds back. */
function contentSeen(record: Content, { shownKinds, ownPapers }: Pick<ShownParts, "shownKinds" | "ownPapers">) {
  const { name, passportNumber, irccNumber, nationality, fatherName, motherName, documents, lastDays } = record;
  const kinds = [...shownKinds, ...papersForVisitors(ownPapers).map(({ id }) => id)];
  const papers = kinds.flatMap((kind) => (documents[kind]?.length ? [[kind, documents[kind], lastDays[kind]]] : []));
  return JSON.stringify([name, passportNumber, irccNumber, nationality, fatherName, motherName, papers]);
}
