import type { DocumentKind, ResultPage } from "#core/candidates/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";

const onHome: Record<DocumentKind, () => string> = {
  photo: m.paper_photo,
  workPermit: m.paper_work_permit,
  jobOffer: m.paper_job_offer,
  application: m.paper_application,
  lmia: m.paper_lmia,
  visaPaper: m.paper_visa,
  medical: m.paper_medical,
  policeClearance: m.paper_police_clearance,
  fingerprint: m.paper_fingerprint,
  ticket: m.paper_ticket,
  visaApproval: m.paper_visa_approval,
  idCard: m.paper_id_card,
};

const elsewhere: Partial<typeof onHome> = {
  jobOffer: m.paper_visa_status,
  visaPaper: m.paper_visa_status,
  application: m.paper_application_status,
  lmia: m.paper_lmia_certificate,
};

/** The same paper has another title on home than on the pages that ask about a visa. */
export function paperTitle(kind: DocumentKind, page: ResultPage): string {
  const title = (page !== "/" && elsewhere[kind]) || onHome[kind];
  return title();
}
