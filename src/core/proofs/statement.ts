import type { CompactStatement } from "#verify/compact-statement.ts";
import type { StatedOperator } from "#verify/saved-statement.ts";
import type { DocumentPage } from "../records/record-details.ts";
import { documentKinds, kindsIn, type PublicKind, publicKinds } from "../records/document-kinds.ts";
import {
  type Decoded,
  type Decoder,
  listOf,
  number,
  oneOf,
  optional,
  shape,
  text,
  textThat,
} from "../stored/decoders.ts";
import { isDayOf, officeDay, type Zone } from "../office-clock.ts";
import { hasLastDay } from "../records/last-days.ts";
import { isOwnPaper, type OwnPaperId } from "../own-fields/own-paper.ts";
import { textIn } from "../own-fields/own-field.ts";
import { statedText } from "./stated-text.ts";
import { claimsOfStatement, ownClaim } from "./claims.ts";
import {
  isShown,
  kindsForStrangers,
  ownForStrangers,
  papersForStrangers,
  secondForStrangers,
  type PublicRecord,
  type ShownParts,
  type ShownRecord,
} from "../records/visibility.ts";

/** A statement is replaced after this share of its lifetime. The rest is for visitors who saved it. */
export const renewedAfter = 0.5;

const isStatedKind = (kind: string): kind is PublicKind | OwnPaperId =>
  isOwnPaper(kind) || publicKinds.some((known) => known === kind);

/** Everything that the bytes of a statement are made from. It is stored, so that making them again gives the same bytes. */
export const statementContent = shape({
  format: oneOf(1),
  issuer: text,
  kid: text,
  list: number,
  place: number,
  /** Seconds since 1970. */
  issued: number,
  ends: number,
  operator: shape({ name: text, licence: text }),
  /** The day on which the record was published. */
  published: text,
  /** The day since which the content is as it is (docs/decisions/0118). Left out if it is not later than `published`, or not known. */
  content_since: optional(text, "1.2"),
  claims: claimsOfStatement,
  documents: listOf(
    shape({
      kind: textThat(isStatedKind),
      pages: number,
      original_sha256: listOf(text),
      page_sha256: listOf(text),
      last_day: optional(text),
      /** What the operator called an own paper at that time. The checkers know the titles of the other kinds. */
      title: optional(text, "1.1"),
    }),
  ),
  /** The operator's own fields, under their names of that time. Left out if there are none. */
  own: optional(listOf(ownClaim), "1.1"),
  /** The SHA-256 of `seenByStrangers`. Changes are detected by it. Not a part of the statement. */
  seen: text,
  /** Salts and nonces are derived from this seed. */
  seed: text,
});
export type StatementContent = Decoded<typeof statementContent>;

/**
 * Returns the day of `time` as a statement says it. If the statement before it was made since then, it has said this day, and
 * it stays: the office may have had another zone.
 */
export function releasedDay(
  time: number,
  zone: Zone,
  before: Pick<StatementContent, "issued" | "published" | "content_since"> | null,
  claim: "published" | "content_since",
): string {
  const said = before && before.issued >= Math.floor(time / 1000) ? before[claim] : undefined;
  return said !== undefined && isDayOf(said, time) ? said : officeDay(zone, time);
}

/** What a wallet showed of a statement. Kept until the visitor who asked has seen it. */
export const compactStatement: Decoder<CompactStatement> = shape({
  list: number,
  place: number,
  published: text,
  contentSince: optional(text, "1.2"),
  issued: text,
  ends: text,
  kinds: listOf(oneOf(...documentKinds)),
  number: text,
  name: text,
  nameSha256: optional(text),
});

type Hashes = { original: string; page: string };

/**
 * Returns everything that strangers see of a record, as a text for comparison. Null if they see nothing. A statement ends if
 * the hash of this text changes, so the bytes for what 1.0.0 shows are frozen (`test/released`). What a later version shows
 * comes at the end, in the order of the versions, and is `undefined` where it is empty.
 */
export function seenByStrangers(
  record: ShownRecord,
  registry: string,
  { shownKinds, ownFields, ownPapers, secondNumber }: ShownParts,
): string | null {
  if (!isShown(record, registry) || record.approvedAt === null) return null;
  const { documents, lastDays } = record;
  // By id: neither a new order nor a new name ends a statement.
  const own = ownForStrangers(record, ownFields).map(({ id, value }) => [id, value] as const);
  const papers = papersForStrangers(record, ownPapers).map(
    ({ id, pages, lastDay }) => [id, { pages: pages.map(seenOfPage), lastDay }] as const,
  );
  const shown = kindsForStrangers(record, shownKinds);
  const dated = publicKinds.filter((kind) => hasLastDay(kind) && shown.includes(kind) && documents[kind]);
  return JSON.stringify({
    id: record.id,
    passportNumber: record.passportNumber,
    irccNumber: secondForStrangers(record, { secondNumber }),
    name: record.name,
    fatherName: record.fatherName,
    motherName: record.motherName,
    address: record.address,
    nationality: record.nationality,
    documents: kindsIn(documents, shown).map((kind) => [kind, (documents[kind] ?? []).map(seenOfPage)]),
    lastDays: Object.fromEntries(dated.flatMap((kind) => (lastDays[kind] ? [[kind, lastDays[kind]]] : []))),
    imageGrant: { until: 0, signature: "" },
    publishedAt: record.approvedAt,
    changedAt: 0,
    own: own.length === 0 ? undefined : byId(own),
    papers: papers.length === 0 ? undefined : byId(papers),
    // A statement says nothing of them (docs/decisions/0113).
    unscanned: undefined,
    // It moves only with the content that is listed above.
    contentSince: undefined,
  } satisfies Record<keyof PublicRecord, unknown>);
}

const byId = <Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> =>
  Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));

const seenOfPage = ({ image, width, height, placeholder }: DocumentPage) =>
  ({ image, width, height, placeholder }) satisfies Record<keyof DocumentPage, unknown>;

/** Compares by field: a field that a later version adds must not differ where it is empty. */
export const isSameOperator = (one: StatedOperator, other: StatedOperator): boolean =>
  one.name === other.name && one.licence === other.licence;

/** Null if the hashes of a page are not known yet. */
export function statedDocuments(
  record: ShownRecord,
  { shownKinds, ownPapers }: Pick<ShownParts, "shownKinds" | "ownPapers">,
  hashesOf: (page: DocumentPage) => Hashes | null,
): StatementContent["documents"] | null {
  const { documents, lastDays } = record;
  const ofProgram = kindsIn(documents, kindsForStrangers(record, shownKinds)).map((kind) => ({
    kind,
    pages: documents[kind] ?? [],
    more: lastDays[kind] === undefined ? {} : { last_day: lastDays[kind] },
  }));
  const own = papersForStrangers(record, ownPapers).map(({ id: kind, labels, pages, lastDay }) => ({
    kind,
    pages,
    more: { ...(lastDay !== undefined && { last_day: lastDay }), title: statedText(textIn(labels, "en")) },
  }));
  const stated: StatedDocuments[number][] = [];
  for (const { kind, pages, more } of [...ofProgram, ...own]) {
    const hashes = pages.map(hashesOf);
    if (hashes.includes(null)) return null;
    const known = hashes.filter((one) => one !== null);
    stated.push({
      kind,
      pages: known.length,
      original_sha256: [...new Set(known.map(({ original }) => original))],
      page_sha256: known.map(({ page }) => page),
      ...more,
    });
  }
  return stated;
}

type StatedDocuments = StatementContent["documents"];

/** The kinds of the program among stated documents: slips and status lists know no others. */
export const programKindsOf = (stated: StatedDocuments): PublicKind[] =>
  stated.flatMap(({ kind }) => (isOwnPaper(kind) ? [] : kind));
