import type { ImageGrant } from "../images/image-links.ts";
import { type Candidate, type DocumentPage, type Documents, type Particulars, particularsOf } from "./candidate.ts";
import type { DocumentKind } from "./document-kinds.ts";

type Standing = Pick<Candidate, "registry" | "approval" | "hidden">;

/** The one rule for strangers: of this registry, approved, not hidden. */
export function isShown(candidate: Standing, registry: string): boolean {
  return candidate.registry === registry && candidate.approval === "approved" && !candidate.hidden;
}

/** All that a stranger ever gets to see of a record. */
export type PublicCandidate = Particulars & {
  id: string;
  documents: Documents;
  /** The right to see the images, for a while; null where there are none. */
  imageGrant: ImageGrant | null;
  publishedAt: number;
  changedAt: number;
};

export type PublicView = {
  registry: string;
  shownKinds: readonly DocumentKind[];
  /** Signs for the images of a record. */
  grantImages: (id: string) => ImageGrant;
};

/** What a stranger may see of `candidate`, or null: hidden, denied and foreign are the same as missing. */
export function toPublicCandidate(candidate: Candidate, view: PublicView): PublicCandidate | null {
  if (!isShown(candidate, view.registry) || candidate.approvedAt === null) return null;
  const documents = onlyShownKinds(candidate.documents, view.shownKinds);
  // Each field is named, so that what is added to a record stays inside.
  return {
    id: candidate.id,
    ...particularsOf(candidate),
    documents,
    imageGrant: Object.keys(documents).length === 0 ? null : view.grantImages(candidate.id),
    publishedAt: candidate.approvedAt,
    changedAt: candidate.changedAt,
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

const publicPage = ({ image, width, height, placeholder }: DocumentPage): DocumentPage => ({
  image,
  width,
  height,
  placeholder,
});
