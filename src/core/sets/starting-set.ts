import type { OwnAudience } from "../own-fields/own-field.ts";
import { type OwnPaperPage, ownPaperPages } from "../own-fields/own-paper.ts";
import type { DocumentKind } from "../records/document-kinds.ts";
import type { NumberSign } from "../records/numbers.ts";

/** A name as it is printed. Arabic only where papers have it. */
type PrintedNames = { en: string; bn: string; ar?: string };

/** The page on a government's own domain that was read in a stored copy, when, and the date that it has itself, if any. */
type Reading = { source: string; readOn: string; dated: string | null };

/** An office that answers questions about a paper. `to` is null where the page says that nobody outside can ask. */
export type OfficeOfSet = Reading & { names: PrintedNames; to: string | null };

export type PaperOfSet = {
  names: PrintedNames;
  audience: OwnAudience;
  hasLastDay: boolean;
  /** The kind of the program whose picture stands in its empty place. */
  icon?: DocumentKind;
  isForMany?: boolean;
  /** The lookup pages that show it, if visitors see it. */
  onPages: readonly OwnPaperPage[];
  /** Empty where no government's page was found that says whom to ask. */
  offices: readonly OfficeOfSet[];
};

export const onBothPages = ownPaperPages;

/** The kinds that only Canada and Australia have. Where they are off, so are the offices beside them. */
export const ofCanadaAndAustralia: readonly DocumentKind[] = [
  "workPermit",
  "jobOffer",
  "application",
  "lmia",
  "visaPaper",
  "visaApproval",
  "medical",
  "fingerprint",
];

type NumberOfSet = {
  names: PrintedNames;
  hints: PrintedNames;
  example: string;
  /** Which signs are a part of the number, besides letters and digits. */
  form: readonly NumberSign[];
  /** True if new records may be without it. */
  isOptional: boolean;
};

/** What an agency of one kind begins with. It is only added to what there is, and switches off what the program has. */
export type StartingSet = {
  papers: readonly PaperOfSet[];
  kindsOff: readonly DocumentKind[];
  /** "absent": records have no second number. Null: it stays as it is. */
  secondNumber: NumberOfSet | "absent" | null;
};
