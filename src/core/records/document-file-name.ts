import type { DocumentKind } from "./document-kinds.ts";

/** As people name files, so that a form or an import recognises the kind again. */
const kindWords: Record<DocumentKind, string> = {
  photo: "photo",
  workPermit: "work permit",
  jobOffer: "job offer",
  application: "application",
  lmia: "LMIA",
  visaPaper: "visa",
  medical: "medical",
  policeClearance: "police clearance",
  fingerprint: "fingerprint",
  ticket: "ticket",
  visaApproval: "visa approval",
  idCard: "ID card",
};

/** "A1234567 work permit.pdf"; what is made of several uploads has a number from the second on. */
export function documentFileName(number: string, kind: DocumentKind, at: number, format: string): string {
  const place = at === 0 ? "" : ` ${at + 1}`;
  return `${number} ${kindWords[kind]}${place}.${format === "jpeg" ? "jpg" : format}`;
}
