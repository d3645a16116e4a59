import { z } from "zod";
import { type DocumentKind, documentKinds } from "../candidates/document-kinds.ts";
import { requiredText } from "../fields.ts";
import { bmet, fairWork, irccStatus, type MenuLink, vevo } from "./menus.ts";

const place = z.object({
  label: requiredText(120),
  to: z.url({ error: "link-format", protocol: /^https$/ }),
});

/** The portrait is no paper that anybody could ask about. */
export const kindsWithPlaces: readonly DocumentKind[] = documentKinds.filter((kind) => kind !== "photo");

/** So many for one kind of paper. */
export const mostPlaces = 4;

/** For each kind of paper, who can say whether it counts: the office itself, never this site. */
export const officialPlacesSchema = z.partialRecord(z.enum(documentKinds), z.array(place).max(mostPlaces));
export type OfficialPlaces = Partial<Record<DocumentKind, MenuLink[]>>;

const canada = "https://www.canada.ca/en/immigration-refugees-citizenship";

const positiveLmia = {
  label: "Employers with a positive LMIA (Government of Canada)",
  to: "https://open.canada.ca/data/en/dataset/90fed587-1364-4f33-a9ee-208181dc0b97",
};
const nonCompliant = {
  label: "Canadian employers found non-compliant (IRCC)",
  to: `${canada}/services/work-canada/employers-non-compliant.html`,
};
const medicalExam = {
  label: "Medical exams and panel physicians (IRCC)",
  to: `${canada}/services/application/medical-police/medical-exams.html`,
};
const biometrics = { label: "Fingerprints and photo for Canada (IRCC)", to: `${canada}/campaigns/biometrics.html` };
const policeBangladesh = { label: "Police clearance (Bangladesh Police)", to: "https://pcc.police.gov.bd" };

export const defaultOfficialPlaces: OfficialPlaces = {
  workPermit: [irccStatus, vevo],
  jobOffer: [nonCompliant, fairWork],
  application: [irccStatus, vevo],
  lmia: [positiveLmia],
  visaPaper: [vevo, irccStatus],
  visaApproval: [vevo, irccStatus],
  medical: [medicalExam],
  policeClearance: [policeBangladesh],
  fingerprint: [biometrics],
  ticket: [bmet],
};
