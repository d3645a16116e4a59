import { type DocumentKind, documentKinds } from "#verify/document-kinds.ts";

export { type DocumentKind, documentBit, documentKinds, kindsMask } from "#verify/document-kinds.ts";

type DocumentFacts = {
  /** The position on the home page and on Check_Visa. Null if that page does not show the kind. */
  home: number | null;
  checkVisa: number | null;
  /** The page that shows only this kind. */
  ownPage: ResultPage | null;
};

/** The twelve documents of a record and where each is shown. */
const documentTable = {
  photo: { home: null, checkVisa: null, ownPage: null },
  workPermit: { home: 3, checkVisa: 1, ownPage: "/Work_Permit" },
  jobOffer: { home: 4, checkVisa: 2, ownPage: null },
  application: { home: 1, checkVisa: 3, ownPage: "/Application_Stts" },
  lmia: { home: 5, checkVisa: 4, ownPage: "/Lima" },
  visaPaper: { home: 6, checkVisa: 2, ownPage: "/Visa" },
  medical: { home: 9, checkVisa: null, ownPage: null },
  policeClearance: { home: 7, checkVisa: null, ownPage: null },
  fingerprint: { home: 8, checkVisa: null, ownPage: null },
  ticket: { home: 10, checkVisa: null, ownPage: null },
  visaApproval: { home: 2, checkVisa: null, ownPage: null },
  idCard: { home: 11, checkVisa: null, ownPage: null },
} as const satisfies Record<DocumentKind, DocumentFacts>;

/** Returns the kinds of `among` for which `documents` has at least one entry, in the order of the table. */
export const kindsIn = (
  documents: Partial<Record<DocumentKind, readonly unknown[]>>,
  among: readonly DocumentKind[] = documentKinds,
): DocumentKind[] => documentKinds.filter((kind) => among.includes(kind) && (documents[kind] ?? []).length > 0);

const kindsForStaff: readonly DocumentKind[] = ["medical", "policeClearance", "fingerprint"];

/** These kinds reveal more about a person than a check needs. New sites start with them shown to staff only, as advised. */
export const isAdvisedForStaff = (kind: DocumentKind): boolean => kindsForStaff.includes(kind);

export const kindsAdvisedForVisitors = documentKinds.filter((kind) => !isAdvisedForStaff(kind));

/**
 * Documents that several records may share: one LMIA, offer or ticket may be for many people, and the ID card is the
 * operator's.
 */
const kindsForMany: readonly DocumentKind[] = ["jobOffer", "lmia", "ticket", "idCard"];

export const isOfOnePerson = (kind: DocumentKind): boolean => !kindsForMany.includes(kind);

const factsOf = (kind: DocumentKind): DocumentFacts => documentTable[kind];

/** The documents of each form, in the order of the specification. The update form has those of the admin's form. */
export const kindsOnForm = {
  admin: [
    "photo",
    "workPermit",
    "jobOffer",
    "application",
    "lmia",
    "visaPaper",
    "policeClearance",
    "fingerprint",
    "medical",
    "visaApproval",
    "ticket",
    "idCard",
  ],
  moderator: ["photo", "workPermit", "visaPaper", "application", "lmia"],
} as const satisfies Record<string, readonly DocumentKind[]>;

export type ResultPage = "/" | "/Check_Visa" | "/Work_Permit" | "/Visa" | "/Application_Stts" | "/Lima";

/** Returns the present kinds that a page shows, in the order of the page. */
export function kindsOnPage(page: ResultPage, present: ReadonlySet<DocumentKind>): DocumentKind[] {
  const onPage = documentKinds.filter((kind) => present.has(kind));
  if (page === "/") return inOrder(onPage, "home");
  if (page === "/Check_Visa") return inOrder(onPage, "checkVisa").filter((kind) => !isReplaced(kind, present));
  return onPage.filter((kind) => factsOf(kind).ownPage === page);
}

// On Check_Visa a job offer replaces a missing visa document.
const isReplaced = (kind: DocumentKind, present: ReadonlySet<DocumentKind>) =>
  kind === "jobOffer" && present.has("visaPaper");

function inOrder(kinds: readonly DocumentKind[], column: "home" | "checkVisa"): DocumentKind[] {
  const positionOf = (kind: DocumentKind) => factsOf(kind)[column];
  return kinds
    .filter((kind) => positionOf(kind) !== null)
    .toSorted((a, b) => Number(positionOf(a)) - Number(positionOf(b)));
}
