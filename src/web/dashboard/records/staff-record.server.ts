import { type CandidateRecord, type DocumentPage, particularsOf } from "#core/records/candidate-record.ts";
import { type DocumentKind, documentKinds } from "#core/records/document-kinds.ts";
import { publicStateOf } from "#core/records/public-state.ts";
import { isPortalError } from "#core/errors.ts";
import { imageAddress } from "#core/images/image-links.ts";
import type { Actor } from "#core/staff/actor.ts";
import { writtenMoment } from "#i18n/written.ts";
import { readStaffMember } from "#operations/staff/read-staff.ts";
import type { StaffRecord } from "./staff-record.tsx";
import type { Visit } from "../../frame/visit.server.ts";

/** A record as a page for staff shows it, with the addresses of its images and its dates written out. */
export async function staffRecord(visit: Visit, actor: Actor, record: CandidateRecord): Promise<StaffRecord> {
  const { shownKinds } = await visit.settings();
  const { id, version, approvedAt, documents } = record;
  const { name, ...particulars } = particularsOf(record);
  const [photo] = documents.photo ?? [];
  const kinds = documentKinds.filter((kind) => kind !== "photo");
  const isHere = (kind: DocumentKind) => (documents[kind] ?? []).length > 0;
  return {
    id,
    version,
    name,
    particulars,
    publicState: publicStateOf(record),
    returnReason: record.returnReason,
    added: { on: writtenMoment(record.addedAt), by: await nameOf(visit, actor, record.addedBy) },
    approvedOn: record.approval === "approved" && approvedAt !== null ? writtenMoment(approvedAt) : null,
    photo: photo ? imageOf(photo) : null,
    documents: kinds.filter(isHere).map((kind) => ({
      kind,
      isForStaff: !shownKinds.includes(kind),
      pages: (documents[kind] ?? []).map(imageOf),
    })),
    missing: kinds.filter((kind) => !isHere(kind)),
  };
}

/** Without a signature: staff are known by themselves. */
const imageOf = ({ image, width, height }: DocumentPage) => ({
  small: imageAddress(image, "list", null),
  large: imageAddress(image, "reading", null),
  width,
  height,
});

/** Null for a program, the portal itself, and whoever has no account any more. */
async function nameOf({ portal }: Visit, actor: Actor, id: string): Promise<string | null> {
  try {
    return (await readStaffMember(portal, actor, { id })).name;
  } catch (error) {
    if (isPortalError(error) && ["not-found", "not-allowed"].includes(error.id)) return null;
    throw error;
  }
}
