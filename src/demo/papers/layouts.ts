import type { DocumentKind } from "#core/records/document-kinds.ts";
import { application } from "./application.ts";
import { fingerprint } from "./fingerprint.ts";
import { idCard } from "./id-card.ts";
import { jobOffer, jobOfferTerms } from "./job-offer.ts";
import { lmia } from "./lmia.ts";
import { medical } from "./medical.ts";
import type { Layout } from "./paper.ts";
import { policeClearance } from "./police-clearance.ts";
import type { HeadingStyle } from "./sheet.ts";
import { ticket } from "./ticket.ts";
import { visaApproval } from "./visa-approval.ts";
import { visaPaper } from "./visa-paper.ts";
import { workPermit } from "./work-permit.ts";

type Design = { title: string; heading: HeadingStyle; tint: string; pages: readonly Layout[] };

type DrawnKind = Exclude<DocumentKind, "photo">;

const designs: Record<DrawnKind, Design> = {
  workPermit: { title: "Work permit certificate", heading: "framed", tint: "#2d6a5f", pages: [workPermit] },
  jobOffer: { title: "Job offer letter", heading: "plain", tint: "#34517b", pages: [jobOffer, jobOfferTerms] },
  application: { title: "Application form", heading: "bar", tint: "#7c5132", pages: [application] },
  lmia: { title: "LMIA certificate", heading: "band", tint: "#5b4d88", pages: [lmia] },
  visaPaper: { title: "Visa paper", heading: "bar", tint: "#226a86", pages: [visaPaper] },
  medical: { title: "Medical form", heading: "band", tint: "#8f4a52", pages: [medical] },
  policeClearance: { title: "Police clearance", heading: "framed", tint: "#4b5663", pages: [policeClearance] },
  fingerprint: { title: "Fingerprint paper", heading: "bar", tint: "#6a6136", pages: [fingerprint] },
  ticket: { title: "Ticket", heading: "plain", tint: "#a85a2c", pages: [ticket] },
  visaApproval: { title: "Visa approval letter", heading: "plain", tint: "#2c5c96", pages: [visaApproval] },
  idCard: { title: "ID card", heading: "bar", tint: "#4a6b3a", pages: [idCard] },
};

export const layoutsOf = (kind: DrawnKind): Design => designs[kind];
