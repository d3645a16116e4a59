import type { DocumentKind, ResultPage } from "#core/records/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";

const onHome: Record<DocumentKind, () => string> = {
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

const elsewhere: Partial<typeof onHome> = {
  jobOffer: m.document_visa_status,
  visaPaper: m.document_visa_status,
  application: m.document_application_status,
  lmia: m.document_lmia_certificate,
};

/** The same paper has another title on home than on the pages that ask about a visa. */
export function documentTitle(kind: DocumentKind, page: ResultPage): string {
  const title = (page !== "/" && elsewhere[kind]) || onHome[kind];
  return title();
}
