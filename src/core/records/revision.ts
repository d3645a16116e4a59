import { detailsOfChange } from "../audit/audit-event.ts";
import type { CandidateRecord } from "./candidate-record.ts";
import {
  type Content,
  type DocumentPage,
  type Edit,
  type EditsInRecord,
  type LastDays,
  type Particulars,
  particularsOf,
} from "./record-details.ts";
import { ownValuesIn } from "../own-fields/own-value.ts";
import { type AnyKind, isAnyKind, isOwnPaper, ownPapersIn } from "../own-fields/own-paper.ts";
import { documentKinds } from "./document-kinds.ts";
import { isOwnName, ownAmong, ownName, type OwnValues } from "../own-fields/own-field.ts";
import { isLastDayField, kindOfLastDay, kindsWithLastDay, lastDayField, mayHaveLastDay } from "./last-days.ts";

type WithContent = Particulars & Pick<CandidateRecord, "documents" | "lastDays" | "own">;

export const documentField = (kind: AnyKind): string => `documents.${kind}`;

/** The kind whose documents or last day a field has. */
function kindOfField(field: string): AnyKind | undefined {
  if (isLastDayField(field)) return kindOfLastDay(field);
  const kind = field.startsWith("documents.") ? field.slice("documents.".length) : "";
  return isAnyKind(kind) ? kind : undefined;
}

/** The kinds of the program, and the operator's own that these contents name. */
export const kindsInContents = (...contents: readonly Content[]): AnyKind[] => {
  const named = new Set(contents.flatMap((content) => Object.keys(content)).map(kindOfField));
  return [...documentKinds, ...[...named].filter((kind) => kind !== undefined).filter(isOwnPaper)];
};

export const contentOf = ({ documents, lastDays, own, ...record }: WithContent): Content => ({
  ...particularsOf(record),
  ...Object.fromEntries(documentKinds.map((kind) => [documentField(kind), documents[kind] ?? []])),
  ...Object.fromEntries(kindsWithLastDay.map((kind) => [lastDayField(kind), lastDays[kind] ?? ""])),
  ...Object.fromEntries(ownPapersIn(documents).map((kind) => [documentField(kind), documents[kind] ?? []])),
  ...Object.fromEntries(ownPapersIn(lastDays).map((kind) => [lastDayField(kind), lastDays[kind] ?? ""])),
  ...Object.fromEntries(Object.entries(own).map(([id, value]) => [ownName(id), value])),
});

/** Returns the record with this content. What stays the same keeps its place, so that it compares as equal. */
export function withContent<Found extends WithContent>(record: Found, content: Content): Found {
  const { documents, lastDays } = record;
  const changed = { ...record, documents: { ...documents }, lastDays: { ...lastDays }, own: ownIn(content) };
  const days: LastDays = changed.lastDays;
  for (const field of fieldsBetween(contentOf(record), content)) {
    if (isOwnName(field)) continue;
    const value = content[field];
    const kind = kindOfField(field);
    if (kind === undefined) Object.assign(changed, { [field]: value });
    else if (typeof value === "object" && value.length > 0) changed.documents[kind] = [...value];
    else if (typeof value === "string" && value !== "") days[kind] = value;
    else if (field === documentField(kind)) delete changed.documents[kind];
    else delete days[kind];
  }
  return changed;
}

function ownIn(content: Content): OwnValues {
  const texts = Object.entries(content).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return ownValuesIn(ownAmong(texts));
}

/** Returns the fields that differ. An empty field or paper of the operator's may be missing in one of them. */
export const fieldsBetween = (before: Content, after: Content): string[] =>
  Object.keys({ ...before, ...after }).filter((field) => !isSame(before[field], after[field]));

const isSame = (one: Content[string] = "", other: Content[string] = "") =>
  one.length === 0 ? other.length === 0 : JSON.stringify(one) === JSON.stringify(other);

export const fold = (base: Content, edits: readonly Edit[]): Content =>
  Object.assign({}, base, ...edits.map(({ changes }) => changes)) as Content;

/**
 * Adds what a person wants now to the edits, so that they lead to `wanted`. Empty if that is the base again: then nothing
 * waits, whoever wanted something in between.
 */
export function addEdit(
  base: Content,
  edits: readonly Edit[],
  { by, at }: Pick<Edit, "by" | "at">,
  wanted: Content,
): readonly Edit[] {
  const changed = fieldsBetween(fold(base, edits), wanted);
  const others = withoutFields(edits, changed, by);
  const missing = fieldsBetween(fold(base, others), wanted);
  const changes = Object.fromEntries(missing.map((field) => [field, wanted[field] ?? ""]));
  return unlessNothing(base, missing.length > 0 ? [...others, { by, at, changes }] : others);
}

export const withoutEditsBy = (base: Content, edits: readonly Edit[], person: string): readonly Edit[] =>
  unlessNothing(
    base,
    edits.filter(({ by }) => by !== person),
  );

export const withoutEditsOf = (base: Content, edits: readonly Edit[], fields: readonly string[]): readonly Edit[] =>
  unlessNothing(base, withoutFields(edits, fields));

const unlessNothing = (base: Content, edits: readonly Edit[]) =>
  fieldsBetween(base, fold(base, edits)).length === 0 ? [] : edits;

/** `of`: leaves the fields out of the edits of this person alone. */
function withoutFields(edits: readonly Edit[], fields: readonly string[], of?: string): Edit[] {
  const left = edits.map((edit) => {
    const kept = Object.entries(edit.changes).filter(([field]) => !fields.includes(field));
    return of === undefined || of === edit.by ? { ...edit, changes: Object.fromEntries(kept) } : edit;
  });
  return left.filter(({ changes }) => Object.keys(changes).length > 0);
}

/**
 * Divides a change of an approved record. If a document is taken away that was to replace the approved one, the approved one
 * stays, with its last day. Taking the approved one away acts at once, with its last day. Everything else waits.
 */
export function divideChange(
  approved: Content,
  edits: readonly Edit[],
  author: Pick<Edit, "by" | "at">,
  wanted: Content,
): { shown: Content; edits: readonly Edit[] } {
  const isEmptied = (field: string) => isEmpty(wanted[field]) && !isEmpty(approved[field]);
  const emptied = kindsInContents(approved, wanted).filter((kind) => isEmptied(documentField(kind)));
  const replaced = fieldsBetween(approved, fold(approved, edits));
  const isReplaced = (kind: AnyKind) => replaced.includes(documentField(kind));
  const gone = emptied.filter((kind) => !isReplaced(kind)).flatMap(fieldsOf);
  const restored = emptied.filter(isReplaced).flatMap(fieldsOf);
  const shown = { ...approved, ...only(wanted, gone) };
  const left = withoutFields(edits, [...gone, ...restored]);
  return { shown, edits: addEdit(shown, left, author, { ...wanted, ...only(approved, restored) }) };
}

const fieldsOf = (kind: AnyKind) => [documentField(kind), ...(mayHaveLastDay(kind) ? [lastDayField(kind)] : [])];

/** An own paper that is empty may be missing. */
const only = (content: Content, fields: readonly string[]): Content =>
  Object.fromEntries(fields.map((field) => [field, content[field] ?? ""]));

const isEmpty = (value: Content[string] = "") => value.length === 0;

/** Adds an edit of a record that itself waits, and so has the values of its edits already. */
export function noteEdit(
  before: WithContent & { edited: EditsInRecord },
  author: Pick<Edit, "by" | "at">,
  after: WithContent,
): EditsInRecord {
  const base = baseOf(before);
  return inRecord(base, addEdit(base, before.edited.edits, author, contentOf(after)));
}

/** The content of a record that waits, as it was before the edits in it. */
export const baseOf = ({ edited, ...record }: WithContent & { edited: EditsInRecord }): Content => ({
  ...contentOf(record),
  ...edited.before,
});

export function inRecord(base: Content, edits: readonly Edit[]): EditsInRecord {
  const fields = new Set(edits.flatMap(({ changes }) => Object.keys(changes)));
  return { before: Object.fromEntries([...fields].map((field) => [field, base[field] ?? ""])), edits };
}

/** The fields in which a record has something of one of the operator's own fields or papers. */
const fieldsOfOwn = (id: string): readonly string[] => (isOwnPaper(id) ? fieldsOf(id) : [ownName(id)]);

/** True if a content has something of an own field or paper. */
export const hasOwn = (content: Content, id: string): boolean =>
  fieldsOfOwn(id).some((field) => !isEmpty(content[field]));

export const withoutOwnEdits = (edits: readonly Edit[], id: string): Edit[] => withoutFields(edits, fieldsOfOwn(id));

/** A record without everything of one of the operator's own fields or papers, also in its edits. */
export function withoutOwn<Found extends WithContent & { edited: EditsInRecord }>(record: Found, id: string): Found {
  const { own, documents, lastDays, edited } = record;
  const before = Object.fromEntries(
    Object.entries(edited.before).filter(([field]) => !fieldsOfOwn(id).includes(field)),
  );
  return {
    ...record,
    own: without(own, id),
    documents: without(documents, id),
    lastDays: without(lastDays, id),
    edited: { before, edits: withoutOwnEdits(edited.edits, id) },
  };
}

const without = <Of extends object>(of: Of, id: string): Of => {
  if (!Object.hasOwn(of, id)) return of;
  return Object.fromEntries(Object.entries(of).filter(([name]) => name !== id)) as Of;
};

export const authorsOf = (edits: readonly Edit[]): string[] => [...new Set(edits.map(({ by }) => by))];

/** The people who want another value of a field. The value of the last one waits. */
export const authorsOfField = (edits: readonly Edit[], field: string): string[] =>
  authorsOf(edits.filter(({ changes }) => Object.hasOwn(changes, field)));

/** Everything that is known of a record: its content, and what an edit gave it or took from it. It may come back. */
export const contentsOf = (
  { edited, ...record }: WithContent & { edited: EditsInRecord },
  revised: readonly Edit[] = [],
): Content[] => [contentOf(record), edited.before, ...[...edited.edits, ...revised].map(({ changes }) => changes)];

export const pagesIn = (contents: readonly Content[]): DocumentPage[] =>
  contents.flatMap((content) => Object.values(content).flatMap((value) => (typeof value === "string" ? [] : value)));

/** The kinds of document that have this page in one of the contents. */
export const kindsWithPage = (contents: readonly Content[], page: string): AnyKind[] =>
  kindsInContents(...contents).filter((kind) =>
    contents.some((content) => {
      const pages = content[documentField(kind)] ?? [];
      return typeof pages !== "string" && pages.some(({ image }) => image === page);
    }),
  );

export const detailsOfContent = (before: WithContent, after: WithContent) =>
  detailsOfChange(factsOf(before), factsOf(after));

const factsOf = ({ documents, lastDays, own, ...record }: WithContent) => ({
  ...particularsOf(record),
  documents,
  lastDays,
  own,
});
