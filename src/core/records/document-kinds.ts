import { type DocumentKind, documentKinds } from "#verify/document-kinds.ts";

export { type DocumentKind, documentBit, documentKinds, isDocumentKind, kindsMask } from "#verify/document-kinds.ts";

/** What a kind of document has in each row of the table. */
type DocumentRow = {
  /** Its position on the form of admins, and on that of moderators if that asks for it. The update form is the admin's. */
  adminForm: number;
  moderatorForm?: number;
  /** No last day is printed on it. */
  isWithoutLastDay?: true;
  /** Several records may share it: one LMIA, offer or ticket may be for many people, and the ID card is the operator's. */
  isForMany?: true;
} & ((Shown & (InSpecification | Besides)) | (ForStaff & Besides));

/** The setting `shownKinds` decides whether strangers see it. */
type Shown = {
  /** `staff-at-first`: it reveals more about a person than a check needs. New sites show it to staff only, as advised. */
  seenBy: "visitors" | "staff-at-first";
  /** Its position on the home page and on Check_Visa. Null, or no position: that page does not show it. */
  home: number | null;
  checkVisa?: number;
  /** The page that shows only this kind. */
  ownPage?: ResultPage;
};

/** Strangers never see it: no setting, page, share code or statement has it. */
type ForStaff = { seenBy: "staff"; home?: never; checkVisa?: never; ownPage?: never };

/** `document-file-name.ts` and `headings.ts` have its words, and `record-schemas.ts` describes it. */
type InSpecification = { apiName: string; words?: never; addedBy?: never };

/** A kind that is not in the specification. In the calls it stands under `documents`, by its own name. */
type Besides = {
  apiName?: never;
  /** What agencies call it, in file names and above its last day, with its titles. The first names its files. */
  words: readonly [string, ...string[]];
  /** The migration step that added it. */
  addedBy: string;
};

/**
 * Each kind of document, in the order of `documentKinds`. Forms, drafts, revisions, imports, exports, sheets, share
 * codes, settings and calls read this table. By hand remain: the photo, which stands beside the name; the routes of the
 * pages (`lookup-pages.ts`); the job offer in place of a visa paper, and the titles on the pages of the specification
 * (`document-titles.ts`); the line below an ID card (`documents.tsx`); what a photo of a passport fills in; the answer
 * to a lookup (`toSpecRecord`); places to ask, which an operator sets (`official-places.ts`); and the words and
 * drawings.
 */
const documentTable = {
  photo: {
    adminForm: 1,
    moderatorForm: 1,
    seenBy: "visitors",
    home: null,
    isWithoutLastDay: true,
    apiName: "P_url",
  },
  workPermit: {
    adminForm: 2,
    moderatorForm: 2,
    seenBy: "visitors",
    home: 3,
    checkVisa: 1,
    ownPage: "/Work_Permit",
    apiName: "Doc_1_PC",
  },
  jobOffer: { adminForm: 3, seenBy: "visitors", home: 4, checkVisa: 2, isForMany: true, apiName: "Doc_2_PC" },
  application: {
    adminForm: 4,
    moderatorForm: 4,
    seenBy: "visitors",
    home: 1,
    checkVisa: 3,
    ownPage: "/Application_Stts",
    apiName: "Doc_3_PC",
  },
  lmia: {
    adminForm: 5,
    moderatorForm: 5,
    seenBy: "visitors",
    home: 5,
    checkVisa: 4,
    ownPage: "/Lima",
    isForMany: true,
    apiName: "Doc_4_PC",
  },
  visaPaper: {
    adminForm: 6,
    moderatorForm: 3,
    seenBy: "visitors",
    home: 6,
    checkVisa: 2,
    ownPage: "/Visa",
    apiName: "Doc_5_PC",
  },
  medical: { adminForm: 9, seenBy: "staff-at-first", home: 9, apiName: "Doc_11_PC" },
  policeClearance: { adminForm: 7, seenBy: "staff-at-first", home: 7, apiName: "Doc_12_PC" },
  fingerprint: { adminForm: 8, seenBy: "staff-at-first", home: 8, apiName: "Doc_13_PC" },
  ticket: { adminForm: 11, seenBy: "visitors", home: 10, isForMany: true, apiName: "Doc_14_PC" },
  visaApproval: { adminForm: 10, seenBy: "visitors", home: 2, apiName: "Doc_19_PC" },
  idCard: { adminForm: 12, seenBy: "visitors", home: 11, isForMany: true, apiName: "Doc_189_PC" },
} as const satisfies Record<DocumentKind, DocumentRow>;

type Table = typeof documentTable;

/** The kinds that strangers may see, and those of the specification. */
export type PublicKind = { [Kind in DocumentKind]: Table[Kind] extends Shown ? Kind : never }[DocumentKind];
export type SpecifiedKind = {
  [Kind in DocumentKind]: Table[Kind] extends InSpecification ? Kind : never;
}[DocumentKind];
export type OtherKind = Exclude<DocumentKind, SpecifiedKind>;

/** The names of documents in the specification. */
export type DocumentApiName = Table[SpecifiedKind]["apiName"];

/** The row of a kind, with the parts that not every row has. */
export const documentRow = (kind: DocumentKind): DocumentRow => documentTable[kind];

export const publicKinds = documentKinds.filter((kind): kind is PublicKind => documentRow(kind).seenBy !== "staff");
export const isSpecifiedKind = (kind: DocumentKind): kind is SpecifiedKind => documentRow(kind).apiName !== undefined;
const isOtherKind = (kind: DocumentKind): kind is OtherKind => !isSpecifiedKind(kind);
export const otherKinds: readonly OtherKind[] = documentKinds.filter(isOtherKind);

/** The name of a document in the calls. */
export function documentApiName(kind: SpecifiedKind): DocumentApiName;
export function documentApiName(kind: DocumentKind): DocumentApiName | OtherKind;
export function documentApiName(kind: DocumentKind): DocumentApiName | OtherKind {
  return isSpecifiedKind(kind) ? documentTable[kind].apiName : kind;
}

/** Returns the kinds of `among` for which `documents` has at least one entry, in the order of the table. */
export function kindsIn(documents: DocumentsByKind): DocumentKind[];
export function kindsIn<Kind extends DocumentKind>(documents: DocumentsByKind, among: readonly Kind[]): Kind[];
export function kindsIn(documents: DocumentsByKind, among: readonly DocumentKind[] = documentKinds): DocumentKind[] {
  return documentKinds.filter((kind) => among.includes(kind) && (documents[kind] ?? []).length > 0);
}

type DocumentsByKind = Partial<Record<DocumentKind, readonly unknown[]>>;

/** These kinds reveal more about a person than a check needs. New sites start with them shown to staff only, as advised. */
export const isAdvisedForStaff = (kind: DocumentKind): boolean => documentRow(kind).seenBy !== "visitors";

export const kindsAdvisedForVisitors = publicKinds.filter((kind) => !isAdvisedForStaff(kind));

export const isOfOnePerson = (kind: DocumentKind): boolean => documentRow(kind).isForMany !== true;

/** The documents of each form, in the order of the specification. The update form has those of the admin's form. */
export const kindsOnForm: Readonly<Record<"admin" | "moderator", readonly DocumentKind[]>> = {
  admin: inOrder(documentKinds, "adminForm"),
  moderator: inOrder(documentKinds, "moderatorForm"),
};

export type ResultPage = "/" | "/Check_Visa" | "/Work_Permit" | "/Visa" | "/Application_Stts" | "/Lima";

/** Returns the present kinds that a page shows, in the order of the page. */
export function kindsOnPage(page: ResultPage, present: ReadonlySet<DocumentKind>): PublicKind[] {
  const onPage = publicKinds.filter((kind) => present.has(kind));
  if (page === "/") return inOrder(onPage, "home");
  if (page === "/Check_Visa") return inOrder(onPage, "checkVisa").filter((kind) => !isReplaced(kind, present));
  return onPage.filter((kind) => documentRow(kind).ownPage === page);
}

// On Check_Visa a job offer replaces a missing visa document.
const isReplaced = (kind: DocumentKind, present: ReadonlySet<DocumentKind>) =>
  kind === "jobOffer" && present.has("visaPaper");

function inOrder<Kind extends DocumentKind>(kinds: readonly Kind[], column: Position): Kind[] {
  const positionOf = (kind: DocumentKind) => documentRow(kind)[column] ?? null;
  return kinds
    .filter((kind) => positionOf(kind) !== null)
    .toSorted((a, b) => Number(positionOf(a)) - Number(positionOf(b)));
}

type Position = "home" | "checkVisa" | "adminForm" | "moderatorForm";
