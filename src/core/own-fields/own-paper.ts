import type { FieldProblem } from "../errors.ts";
import { type DocumentKind, documentKinds, isDocumentKind, type ResultPage } from "../records/document-kinds.ts";
import { oncePer } from "../once-per.ts";
import {
  type Declared,
  isFor,
  isOwnName,
  labelsIn,
  type OwnField,
  type OwnLabels,
  ownName,
  type OwnValues,
  searchedOf,
  usedOf,
} from "./own-field.ts";

export type OwnPaperId = `p${number}`;

/** The lookup pages that can show an own paper. The others show one kind of the program each. */
export const ownPaperPages = ["/", "/Check_Visa"] as const satisfies ResultPage[];
export type OwnPaperPage = (typeof ownPaperPages)[number];

/** A kind of document that the operator has added. */
export type OwnPaper = Declared & {
  id: OwnPaperId;
  /** True if a last day is printed on it. */
  hasLastDay: boolean;
  /** True if several records may share it, as a contract for many people. */
  isForMany: boolean;
  /** The kind of the program whose picture stands in its empty place. A sheet if there is none. */
  icon?: DocumentKind | undefined;
  /** The lookup pages that show it, if visitors see it. */
  onPages: readonly OwnPaperPage[];
};

/** So many papers can be in use at the same time. */
export const maxOwnPapers = 24;

/** A kind of the program, or one of the operator's own. */
export type AnyKind = DocumentKind | OwnPaperId;

/** Not every kind has a value. */
export type ByKind<Value> = Partial<Record<DocumentKind, Value>> & Record<OwnPaperId, Value>;

export const isOwnPaper = (kind: string): kind is OwnPaperId => /^p[1-9]\d{0,3}$/.test(kind);

export const isAnyKind = (kind: unknown): kind is AnyKind =>
  typeof kind === "string" && (isOwnPaper(kind) || isDocumentKind(kind));

/** The own papers among the keys of these objects, in the order of their ids. */
export const ownPapersIn = (...byKind: readonly object[]): OwnPaperId[] =>
  [...new Set(byKind.flatMap((one) => Object.keys(one)))]
    .filter(isOwnPaper)
    .toSorted((one, other) => Number(one.slice(1)) - Number(other.slice(1)));

/** Kinds of the program, and then the own papers among the keys of these objects. */
export const withOwnPapers = (kinds: readonly DocumentKind[], ...byKind: readonly object[]): AnyKind[] => [
  ...kinds,
  ...ownPapersIn(...byKind),
];

/** Kinds of the program, and then the operator's own papers in the operator's order. */
export const anyKinds = (
  papers: readonly Pick<OwnPaper, "id">[],
  kinds: readonly DocumentKind[] = documentKinds,
): AnyKind[] => [...kinds, ...papers.map(({ id }) => id)];

/** Who sees a kind that is off once it is on again. */
export const offAudiences = ["staff", "visitors"] as const;

/** The kinds of the program that an admin has switched off: they are shown nowhere, and records keep their documents. */
export type KindsOff = Partial<Record<DocumentKind, (typeof offAudiences)[number]>>;

/** Which papers this site has. */
export type PapersHere = { kindsOff: KindsOff; ownPapers: readonly OwnPaper[] };

export const isOff = ({ kindsOff }: Pick<PapersHere, "kindsOff">, kind: string): boolean =>
  Object.hasOwn(kindsOff, kind);

/** True for a kind that is off, and for an own paper that was removed: records and drafts keep their documents. */
export const isNotHere = (site: PapersHere, kind: string): boolean =>
  isOff(site, kind) || site.ownPapers.some(({ id, isRemoved }) => id === kind && isRemoved);

type WithPapers = { documents: ByKind<unknown>; lastDays: ByKind<unknown> };

/** A record as it is taken: without the documents and last days of kinds that are off and of own papers that were removed. */
export function withPapersHere<Record extends WithPapers>(record: Record, site: PapersHere): Record {
  const [documents, lastDays] = [{ ...record.documents }, { ...record.lastDays }];
  for (const kind of withOwnPapers(documentKinds, documents, lastDays).filter((one) => isNotHere(site, one))) {
    delete documents[kind];
    delete lastDays[kind];
  }
  return { ...record, documents, lastDays };
}

/** Of these kinds of the program, those that are on. */
export const kindsOn = <Kind extends DocumentKind>(
  site: Pick<PapersHere, "kindsOff">,
  kinds: readonly Kind[],
): Kind[] => kinds.filter((kind) => !isOff(site, kind));

/** Every list of kinds that is shown comes from here: those that are on, and then the own papers that are in use. */
export const kindsHere = (site: PapersHere, kinds: readonly DocumentKind[] = documentKinds): AnyKind[] =>
  anyKinds(usedOf(site.ownPapers), kindsOn(site, kinds));

/** The same, of the kinds that have a last day. */
export const datedHere = (site: PapersHere, kinds: readonly DocumentKind[]): AnyKind[] =>
  anyKinds(datedOf(site.ownPapers), kindsOn(site, kinds));

/** True if the last days of records that are found change. A paper that is new has none yet. */
export function changesDays(before: PapersHere, after: PapersHere, kinds: readonly DocumentKind[]): boolean {
  const isKnown = (kind: AnyKind) => !isOwnPaper(kind) || before.ownPapers.some(({ id }) => id === kind);
  const datedIn = (site: PapersHere) => new Set(datedHere(site, kinds).filter(isKnown));
  return datedIn(before).symmetricDifference(datedIn(after)).size > 0;
}

/** The problems of documents and last days that are sent for papers that there are not. */
export function problemsOfSentPapers(
  papers: readonly OwnPaper[],
  { images, lastDays }: Record<"images" | "lastDays", object>,
): Record<string, FieldProblem> {
  const unknown = ownPapersIn(images).filter((kind) => !papers.some(({ id }) => id === kind));
  const undated = ownPapersIn(lastDays).filter(
    (kind) => !papers.some(({ id, hasLastDay }) => id === kind && hasLastDay),
  );
  return Object.fromEntries<FieldProblem>([
    ...unknown.map((kind) => [kind, "unknown-choice"] as const),
    ...undated.map((kind) => [`lastDays.${kind}`, "unknown-choice"] as const),
  ]);
}

/** What the operator has added to records. */
export type OwnDeclared = { ownFields: readonly OwnField[]; ownPapers: readonly OwnPaper[] };

/** The fields and papers by which records are found. */
export const searchedAmong = ({ ownFields, ownPapers }: OwnDeclared): readonly OwnField[] => [
  ...searchedOf(ownFields),
  ...searchedOf(ownPapers).map(asField),
];

/** A record is found by a paper as by a field that says yes, or nothing. */
const asField = (paper: OwnPaper): OwnField => ({ ...paper, type: "yes-no", hints: {}, isNeeded: false, choices: [] });

type Found = { own: OwnValues; documents: ByKind<readonly unknown[]> };

/** What a record is found by: the value of a field, or whether it has a document of a paper. */
export function foundByOwn({ own, documents }: Found, id: string): string {
  if (!isOwnPaper(id)) return own[id] ?? "";
  return (documents[id] ?? []).length > 0 ? "yes" : "";
}

/** True for the id of an own field or paper, as it stands in the addresses of lists. */
export const isOwnId = (id: string): boolean => isOwnPaper(id) || isOwnName(ownName(id));

/** The id of the field or paper that a box of a list's filter names, such as own.p1. Null if the box names none. */
export function idOfFilter(name: string): string | null {
  const [, id = ""] = /^own\.(.+)$/.exec(name) ?? [];
  return isOwnId(id) ? id : null;
}

/** The labels of all fields and papers, with removed ones. Their ids differ. */
export const everyLabel = ({ ownFields, ownPapers }: OwnDeclared): OwnLabels => labelsIn([...ownFields, ...ownPapers]);

/** The papers that visitors see. Every lookup asks for them. */
export const papersForVisitors = oncePer((papers: readonly OwnPaper[]): readonly OwnPaper[] =>
  papers.filter(isFor("visitors")),
);

/** The papers in use that have a last day. */
export const datedOf = (papers: readonly OwnPaper[]): OwnPaper[] =>
  usedOf(papers).filter(({ hasLastDay }) => hasLastDay);
