import type { ImageGrant } from "../images/image-links.ts";
import {
  type CandidateRecord,
  type DocumentPage,
  type Documents,
  type Particulars,
  particularsOf,
} from "./candidate-record.ts";
import type { DocumentKind } from "./document-kinds.ts";
import { datedKinds, type LastDay, lastDayOn, type LastDays } from "./last-days.ts";

type ShownState = Pick<CandidateRecord, "registry" | "approval" | "hidden">;

/** The one rule for strangers: of this registry, approved, not hidden. */
export function isShown(record: ShownState, registry: string): boolean {
  return record.registry === registry && record.approval === "approved" && !record.hidden;
}

/** The kinds that strangers see of a record: what the operator shows, but not what its holder holds back. */
export const kindsForStrangers = (
  { keptBack }: Pick<CandidateRecord, "keptBack">,
  shownKinds: readonly DocumentKind[],
): readonly DocumentKind[] => shownKinds.filter((kind) => !keptBack.includes(kind));

export type PublicRecord = Particulars & {
  id: string;
  documents: Documents;
  lastDays: Partial<Record<DocumentKind, LastDay>>;
  /** The right to see the images, and to have what is made of the record, for a while. */
  imageGrant: ImageGrant;
  publishedAt: number;
  changedAt: number;
};

export type PublicView = {
  registry: string;
  shownKinds: readonly DocumentKind[];
  grantImages: (id: string) => ImageGrant;
  /** On the clock of the server. */
  today: string;
};

/** What a stranger may see of a record, or null: hidden, denied and foreign are the same as missing. */
export function toPublicRecord(record: CandidateRecord, view: PublicView): PublicRecord | null {
  if (!isShown(record, view.registry) || record.approvedAt === null) return null;
  const documents = onlyShownKinds(record.documents, kindsForStrangers(record, view.shownKinds));
  // Each field is named, so that a new field of records stays out until it is named here.
  return {
    id: record.id,
    ...particularsOf(record),
    documents,
    lastDays: onlyOf(documents, record.lastDays, view.today),
    imageGrant: view.grantImages(record.id),
    publishedAt: record.approvedAt,
    changedAt: record.changedAt,
  };
}

function onlyShownKinds(documents: Documents, shown: readonly DocumentKind[]): Documents {
  const seen: Documents = {};
  for (const kind of shown) {
    const pages = documents[kind];
    if (pages) seen[kind] = pages.map(publicPage);
  }
  return seen;
}

function onlyOf(shown: Documents, lastDays: LastDays, today: string): PublicRecord["lastDays"] {
  const seen: PublicRecord["lastDays"] = {};
  for (const [kind, day] of datedKinds(lastDays)) if (shown[kind]) seen[kind] = lastDayOn(day, today);
  return seen;
}

const publicPage = ({ image, width, height, placeholder }: DocumentPage): DocumentPage => ({
  image,
  width,
  height,
  placeholder,
});
