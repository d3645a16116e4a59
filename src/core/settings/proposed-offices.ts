import { z } from "zod";
import { dateText, optionalText, requiredText, wholeNumber } from "../fields.ts";
import { type AnyKind, isAnyKind, isNotHere, type PapersHere } from "../own-fields/own-paper.ts";
import { safeWebAddress } from "../web-address.ts";
import { inOthers } from "./menus.ts";
import type { OfficialPlaces } from "./official-places.ts";

/** So many can be stored: a set has a few for each of its papers. */
const maxProposed = 200;

const proposedOffice = z.object({
  kind: z.custom<AnyKind>(isAnyKind, { error: "unknown-choice" }),
  label: requiredText(120),
  labels: inOthers(120),
  to: safeWebAddress,
  /** The government's page on which the office was read for the set, and when. */
  source: safeWebAddress,
  readOn: dateText,
  /** Who looked at the address for this site, and when. Null: visitors do not see the office. */
  looked: z.object({ by: optionalText(100), at: wholeNumber(0, Number.MAX_SAFE_INTEGER) }).nullable(),
});

/** Offices to ask that a set brought, one row for each paper. Once looked at, visitors read them from the official places. */
export const proposedOfficesSchema = z.array(proposedOffice).max(maxProposed, { error: "too-long" });
export type ProposedOffice = z.output<typeof proposedOffice>;

/** Those of papers that this site has. */
export const proposedHere = (site: PapersHere & { proposedOffices: readonly ProposedOffice[] }): ProposedOffice[] =>
  site.proposedOffices.filter(({ kind }) => !isNotHere(site, kind));

export const waitsForLook = ({ looked }: ProposedOffice): boolean => looked === null;

/** True if visitors read this office beside this paper. */
export const isPlace = (places: OfficialPlaces, { kind, to }: Pick<ProposedOffice, "kind" | "to">): boolean =>
  (places[kind] ?? []).some((place) => place.to === to);
