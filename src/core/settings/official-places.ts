import { z } from "zod";
import { type AnyKind, isAnyKind, kindsOn, papersForVisitors, type PapersHere } from "../own-fields/own-paper.ts";
import { type DocumentKind, publicKinds } from "../records/document-kinds.ts";
import { requiredText } from "../fields.ts";
import { safeWebAddress } from "../web-address.ts";
import { inOthers, type MenuLink } from "./menus.ts";
import { officialLinks } from "./official-links.ts";

const place = z.object({ label: requiredText(120), labels: inOthers(120), to: safeWebAddress });

/** No office answers questions about the portrait. */
const kindsWithPlaces: readonly DocumentKind[] = publicKinds.filter((kind) => kind !== "photo");

/** The kinds and own papers beside which visitors of this site can read offices. */
export const kindsWithPlacesHere = (site: PapersHere): AnyKind[] => [
  ...kindsOn(site, kindsWithPlaces),
  ...papersForVisitors(site.ownPapers).map(({ id }) => id),
];

export const maxPlaces = 4;

/** For each kind of document or own paper, the offices that can say whether it is valid. */
export const officialPlacesSchema: z.ZodType<OfficialPlaces> = z.partialRecord(
  z.custom<AnyKind>(isAnyKind, { error: "unknown-choice" }),
  z.array(place).max(maxPlaces, { error: "too-long" }),
);
export type OfficialPlaces = Partial<Record<AnyKind, MenuLink[]>>;

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
