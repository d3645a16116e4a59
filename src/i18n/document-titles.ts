import type { DocumentKind } from "#core/records/document-kinds.ts";
import { m } from "./compiled/messages.js";

/** What each kind is called on the first page. */
export const documentTitles: Record<DocumentKind, typeof m.document_photo> = {
  photo: m.document_photo,
  workPermit: m.document_work_permit,
  jobOffer: m.document_job_offer,
  application: m.document_application,
  lmia: m.document_lmia,
  visaPaper: m.document_visa,
  medical: m.document_medical,
  policeClearance: m.document_police_clearance,
  fingerprint: m.document_fingerprint,
  ticket: m.document_ticket,
  visaApproval: m.document_visa_approval,
  idCard: m.document_id_card,
};
