import { z } from "zod";
import { type DocumentKind, documentKinds, publicKinds } from "../records/document-kinds.ts";
import { requiredText } from "../fields.ts";
import { safeWebAddress } from "../web-address.ts";
import type { MenuLink } from "./menus.ts";
import { officialLinks } from "./official-links.ts";

const place = z.object({ label: requiredText(120), to: safeWebAddress });

/** No office answers questions about the portrait. */
export const kindsWithPlaces: readonly DocumentKind[] = publicKinds.filter((kind) => kind !== "photo");

export const maxPlaces = 4;

/** For each kind of document, the offices that can say whether it is valid. */
export const officialPlacesSchema = z.partialRecord(z.enum(documentKinds), z.array(place).max(maxPlaces));
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
