import { z } from "zod";
import { type DocumentKind, documentKinds } from "../records/document-kinds.ts";
import { requiredText } from "../fields.ts";
import { safeWebAddress } from "../web-address.ts";
import type { MenuLink } from "./menus.ts";
import { officialLinks } from "./official-links.ts";

const place = z.object({
  label: requiredText(120),
  to: safeWebAddress,
});

/** The portrait is no paper that anybody could ask about. */
export const kindsWithPlaces: readonly DocumentKind[] = documentKinds.filter((kind) => kind !== "photo");

/** So many for one kind of paper. */
export const mostPlaces = 4;

/** For each kind of paper, who can say whether it counts: the office itself, never this site. */
export const officialPlacesSchema = z.partialRecord(z.enum(documentKinds), z.array(place).max(mostPlaces));
export type OfficialPlaces = Partial<Record<DocumentKind, MenuLink[]>>;

const { bmet, biometrics, fairWork, irccStatus, medicalExam, nonCompliant, policeBangladesh, positiveLmia, vevo } =
  officialLinks;

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
