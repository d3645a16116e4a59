import type { ImageGrant } from "../images/image-links.ts";
import { type OwnField, ownForVisitors, type OwnShown, ownShown } from "../own-fields/own-field.ts";
import {
  type AnyKind,
  isOwnPaper,
  type OwnPaper,
  type OwnPaperId,
  papersForVisitors,
} from "../own-fields/own-paper.ts";
import type { CandidateRecord } from "./candidate-record.ts";
import type { DocumentPage, Documents, LastDays, Particulars } from "./record-details.ts";
import { type PublicKind, publicKinds } from "./document-kinds.ts";
import { eachField, fieldRow, fieldsWithout, type FieldsWithout } from "./record-fields.ts";
import type { SecondNumber } from "./second-number.ts";
import { endedPapers, hasLastDay } from "./last-days.ts";

type ShownState = Pick<CandidateRecord, "registry" | "approval" | "hidden">;

/** The only rule for strangers: the record is of this registry, approved and not hidden. */
export function isShown(record: ShownState, registry: string): boolean {
  return record.registry === registry && record.approval === "approved" && !record.hidden;
}

/** True if the holder hides the documents of this kind from strangers. */
export const isHeldBack = (
  { keptBack, ownKeptBack }: Pick<CandidateRecord, "keptBack" | "ownKeptBack">,
  kind: AnyKind,
): boolean => (isOwnPaper(kind) ? ownKeptBack : keptBack).some((kept) => kept === kind);

/**
 * Returns the kinds of a record that strangers see: those that the operator shows, except those that the holder holds back.
 */
export const kindsForStrangers = (
  { keptBack }: Pick<CandidateRecord, "keptBack">,
  shownKinds: readonly PublicKind[],
): readonly PublicKind[] =>
  keptBack.length === 0 ? shownKinds : shownKinds.filter((kind) => !keptBack.includes(kind));

/** The same, with the operator's own papers that strangers see. */
export const anyKindsForStrangers = (
  record: Pick<CandidateRecord, "keptBack" | "ownKeptBack">,
  { shownKinds, ownPapers }: Pick<ShownParts, "shownKinds" | "ownPapers">,
): AnyKind[] => [
  ...kindsForStrangers(record, shownKinds),
  ...papersForVisitors(ownPapers).flatMap(({ id }) => (record.ownKeptBack.includes(id) ? [] : id)),
];

const nothingHeldBack = { keptBack: [], ownKeptBack: [] } as const;

/** Of these kinds visitors see neither scans nor last days. */
export function unseenKinds(
  kinds: readonly AnyKind[],
  shown: Pick<ShownParts, "shownKinds" | "ownPapers">,
  record: Pick<CandidateRecord, "keptBack" | "ownKeptBack"> = nothingHeldBack,
): AnyKind[] {
  const seen = anyKindsForStrangers(record, shown);
  return kinds.filter((kind) => !seen.includes(kind));
}

type PublicName = FieldsWithout<"isStaffOnly">;
const publicNames = fieldsWithout("isStaffOnly");

/** The fields beside those of the specification that strangers see. */
export const publicOtherFields = publicNames.filter((name) => fieldRow(name).apiName === undefined);

/** The document of an own paper as readers get it. */
export type PaperShown = Pick<OwnPaper, "id" | "labels" | "onPages"> & {
  pages: readonly DocumentPage[];
  lastDay?: string;
};

/** A paper of which the record holds only the last day. Only own papers have labels and pages. */
export type Unscanned = { lastDay: string } & (
  | { kind: PublicKind; labels?: never; onPages?: never }
  | ({ kind: OwnPaperId } & Pick<OwnPaper, "labels" | "onPages">)
);

export type PublicRecord = Pick<Particulars, PublicName> & {
  id: string;
  documents: Pick<Documents, PublicKind>;
  lastDays: Pick<LastDays, PublicKind>;
  /** The operator's own fields that visitors see. */
  own: readonly OwnShown[];
  /** The operator's own papers that visitors see, in the operator's order. */
  papers: readonly PaperShown[];
  /** What the operator would show a scan of, if there were one. */
  unscanned: readonly Unscanned[];
  /** The right to load the images, and the files that are made from the record, for a limited time. */
  imageGrant: ImageGrant;
  publishedAt: number;
  /** Since when name, numbers, nationality, parents and papers are as they are. Null if since the publication, or not known. */
  contentSince: number | null;
  changedAt: number;
};

/** What the settings show to strangers. */
export type ShownParts = {
  shownKinds: readonly PublicKind[];
  ownFields: readonly OwnField[];
  ownPapers: readonly OwnPaper[];
  /** Strangers see no second number where nobody is asked for it. */
  secondNumber?: Pick<SecondNumber, "isAbsent"> | undefined;
};

/** The second number as strangers see it. */
export const secondForStrangers = (
  { irccNumber }: Pick<Particulars, "irccNumber">,
  { secondNumber }: Pick<ShownParts, "secondNumber">,
): string => (secondNumber?.isAbsent ? "" : irccNumber);

export type PublicView = ShownParts & {
  registry: string;
  grantImages: (id: string) => ImageGrant;
};

/** The part of a record from which strangers see something. */
export type ShownRecord = ShownState &
  Pick<Particulars, PublicName> &
  Pick<
    CandidateRecord,
    "id" | "documents" | "lastDays" | "own" | "keptBack" | "ownKeptBack" | "changedAt" | "approvedAt"
  >;

/** The values of own fields that strangers see. */
export const ownForStrangers = (
  { own, ownKeptBack }: Pick<CandidateRecord, "own" | "ownKeptBack">,
  fields: readonly OwnField[],
): readonly OwnShown[] => ownShown(ownForVisitors(fields), own, ownKeptBack);

/** The documents of these papers, without those that the holder holds back. */
export const papersShown = (
  papers: readonly OwnPaper[],
  { documents, lastDays }: Pick<CandidateRecord, "documents" | "lastDays">,
  heldBack: readonly string[] = [],
): readonly PaperShown[] =>
  papers.flatMap(({ id, labels, onPages, hasLastDay: isDated }) => {
    const pages = documents[id] ?? [];
    if (pages.length === 0 || heldBack.includes(id)) return [];
    const lastDay = isDated ? lastDays[id] : undefined;
    return [{ id, labels, onPages, pages: pages.map(publicPage), ...(lastDay && { lastDay }) }];
  });

/** The own papers that strangers see. */
export const papersForStrangers = (
  record: Pick<CandidateRecord, "documents" | "lastDays" | "ownKeptBack">,
  papers: readonly OwnPaper[],
): readonly PaperShown[] => papersShown(papersForVisitors(papers), record, record.ownKeptBack);

/**
 * Returns what a stranger may see of a record. Null if it is hidden, not approved or of another registry, as if it did not exist.
 */
export function toPublicRecord(
  record: ShownRecord & Pick<CandidateRecord, "contentSince">,
  view: PublicView,
): PublicRecord | null {
  if (!isShown(record, view.registry) || record.approvedAt === null) return null;
  const documents = onlyShownKinds(record.documents, kindsForStrangers(record, view.shownKinds));
  // Another part of a record stays out until it is listed here.
  return {
    id: record.id,
    ...eachField(publicNames, (name) => record[name]),
    irccNumber: secondForStrangers(record, view),
    documents,
    lastDays: lastDaysOf(documents, record.lastDays),
    own: ownForStrangers(record, view.ownFields),
    papers: papersForStrangers(record, view.ownPapers),
    unscanned: unscannedForStrangers(record, view),
    imageGrant: view.grantImages(record.id),
    publishedAt: record.approvedAt,
    contentSince: record.contentSince,
    changedAt: record.changedAt,
  };
}

function onlyShownKinds(documents: Documents, shown: readonly PublicKind[]): PublicRecord["documents"] {
  const seen: PublicRecord["documents"] = {};
  for (const kind of shown) {
    const pages = documents[kind];
    if (pages) seen[kind] = pages.map(publicPage);
  }
  return seen;
}

const datedPublicKinds = publicKinds.filter(hasLastDay);

function lastDaysOf(shown: PublicRecord["documents"], lastDays: LastDays): PublicRecord["lastDays"] {
  const seen: PublicRecord["lastDays"] = {};
  for (const kind of datedPublicKinds) if (shown[kind] && lastDays[kind]) seen[kind] = lastDays[kind];
  return seen;
}

/** The papers of which strangers see only the last day. */
export const unscannedForStrangers = (
  record: Pick<CandidateRecord, "documents" | "lastDays" | "keptBack" | "ownKeptBack">,
  { shownKinds, ownPapers }: Pick<ShownParts, "shownKinds" | "ownPapers">,
): Unscanned[] => {
  const { documents, lastDays, ownKeptBack } = record;
  const shown = kindsForStrangers(record, shownKinds);
  return [
    ...datedPublicKinds.flatMap((kind) => {
      const lastDay = !documents[kind] && shown.includes(kind) && lastDays[kind];
      return lastDay ? { kind, lastDay } : [];
    }),
    ...papersForVisitors(ownPapers).flatMap(({ id, labels, onPages, hasLastDay: isDated }) => {
      const lastDay = isDated && !documents[id]?.length && !ownKeptBack.includes(id) && lastDays[id];
      return lastDay ? { kind: id, labels, onPages, lastDay } : [];
    }),
  ];
};

/** The papers that strangers would see, with a scan or a last day, if the holder held none back. */
export function papersToShare(
  record: Pick<CandidateRecord, "documents" | "lastDays">,
  shown: Pick<ShownParts, "shownKinds" | "ownPapers">,
) {
  const unscanned = unscannedForStrangers({ ...record, ...nothingHeldBack }, shown);
  const isThere = (kind: PublicKind) =>
    record.documents[kind] !== undefined || unscanned.some((one) => one.kind === kind);
  return {
    kinds: publicKinds.filter((kind) => shown.shownKinds.includes(kind) && isThere(kind)),
    papers: [
      ...papersShown(papersForVisitors(shown.ownPapers), record),
      ...unscanned.flatMap(({ kind: id, labels, onPages, lastDay }) =>
        labels ? { id, labels, onPages, pages: [], lastDay } : [],
      ),
    ],
  };
}

/** Only own papers have labels. */
export type DatedPaper = { kind: PublicKind | OwnPaperId; labels?: OwnPaper["labels"]; lastDay: string };
export type WithLastDays = Pick<PublicRecord, "lastDays" | "papers" | "unscanned">;

/** The papers that strangers see, with and without a scan, whose last day is over. The newest day is first. */
export const endedIn = ({ lastDays, papers, unscanned }: WithLastDays, today: string): DatedPaper[] =>
  endedPapers<DatedPaper>(
    [
      ...datedPublicKinds.flatMap((kind) => (lastDays[kind] ? { kind, lastDay: lastDays[kind] } : [])),
      ...papers.flatMap(({ id, labels, lastDay }) => (lastDay === undefined ? [] : { kind: id, labels, lastDay })),
      ...unscanned,
    ],
    today,
  );

const publicPage = ({ image, width, height, placeholder }: DocumentPage): DocumentPage => ({
  image,
  width,
  height,
  placeholder,
});
