import { z } from "zod";
import type { ImageGrant } from "../images/image-links.ts";
import { type Candidate, documentsSchema } from "./candidate.ts";
import type { DocumentKind } from "./document-kinds.ts";

type Standing = Pick<Candidate, "registry" | "approval" | "hidden">;

/** The one rule for strangers: of this registry, approved, not hidden. */
export function isShown(candidate: Standing, registry: string): boolean {
  return candidate.registry === registry && candidate.approval === "approved" && !candidate.hidden;
}

/** All that a stranger ever gets to see of a record. */
const publicCandidateSchema = z.object({
  id: z.string(),
  passportNumber: z.string(),
  irccNumber: z.string(),
  name: z.string(),
  fatherName: z.string(),
  motherName: z.string(),
  address: z.string(),
  nationality: z.string(),
  documents: documentsSchema,
  /** The right to see the images, for a while; null where there are none. */
  imageGrant: z.object({ until: z.number(), signature: z.string() }).nullable(),
  publishedAt: z.number(),
  changedAt: z.number(),
});
export type PublicCandidate = z.output<typeof publicCandidateSchema>;

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
  return publicCandidateSchema.parse({
    ...candidate,
    documents,
    imageGrant: Object.keys(documents).length === 0 ? null : view.grantImages(candidate.id),
    publishedAt: candidate.approvedAt,
  });
}

function onlyShownKinds(documents: Candidate["documents"], shown: readonly DocumentKind[]): Candidate["documents"] {
  return Object.fromEntries(Object.entries(documents).filter(([kind]) => shown.includes(kind as DocumentKind)));
}
