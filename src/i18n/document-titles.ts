import { type OwnLabels, sameText } from "#core/own-fields/own-field.ts";
import { type AnyKind, isOwnPaper } from "#core/own-fields/own-paper.ts";
import type { DocumentKind, ResultPage } from "#core/records/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";
import { locales } from "#i18n/compiled/runtime.js";
import { labelIn } from "./own-field-words.ts";
import { writtenCount } from "./written.ts";

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

/** The titles on all other pages. They differ only in the specification's own wording. */
const elsewhere: Partial<typeof documentTitles> = {
  visaPaper: m.document_visa_status,
  application: m.document_application_status,
  lmia: m.document_lmia_certificate,
};

export function documentTitle(kind: DocumentKind, page: ResultPage): string {
  const title = (page !== "/" && elsewhere[kind]) || documentTitles[kind];
  return title();
}

/** The title for staff. `papers` are the operator's own, with removed ones. */
export const staffTitle = (kind: AnyKind, papers: OwnLabels): string =>
  isOwnPaper(kind) ? labelIn(papers, kind) : documentTitle(kind, "/");

/** True for the title of a kind of the program, in any language. */
export const isTitleOfKind = (title: string): boolean =>
  Object.values(documentTitles).some((titleIn) =>
    locales.some((locale) => sameText(titleIn({}, { locale })) === sameText(title)),
  );

/** Returns the title, with the number of the page if the document has several pages. */
export const pageTitle = (title: string, at: number, count: number): string =>
  count > 1 ? m.document_page({ title, number: writtenCount(at + 1), count: writtenCount(count) }) : title;
