import type { FieldProblem } from "../errors.ts";
import { type DocumentKind, documentKinds, type ResultPage } from "../records/document-kinds.ts";
import { oncePer } from "../once-per.ts";
import { type Declared, isFor, labelsIn, type OwnField, type OwnLabels, usedOf } from "./own-field.ts";

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
  typeof kind === "string" && (isOwnPaper(kind) || documentKinds.some((known) => known === kind));

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

/** True if each paper stays in the settings, under its id: records have documents of it. */
export const keepsOwnPapers = (before: readonly OwnPaper[], after: readonly OwnPaper[]): boolean =>
  before.every(({ id }) => after.some((paper) => paper.id === id));

/** What the operator has added to records. */
export type OwnDeclared = { ownFields: readonly OwnField[]; ownPapers: readonly OwnPaper[] };

/** The labels of all fields and papers, with removed ones. Their ids differ. */
export const everyLabel = ({ ownFields, ownPapers }: OwnDeclared): OwnLabels => labelsIn([...ownFields, ...ownPapers]);

/** The papers that visitors see. Every lookup asks for them. */
export const papersForVisitors = oncePer((papers: readonly OwnPaper[]): readonly OwnPaper[] =>
  papers.filter(isFor("visitors")),
);

/** The papers in use that have a last day. */
export const datedOf = (papers: readonly OwnPaper[]): OwnPaper[] =>
  usedOf(papers).filter(({ hasLastDay }) => hasLastDay);
