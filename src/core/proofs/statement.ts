import type { CandidateRecord, DocumentPage } from "../records/candidate-record.ts";
import { type DocumentKind, kindsIn } from "../records/document-kinds.ts";
import { kindsForStrangers, toPublicRecord } from "../records/visibility.ts";

/** For how many days of its life a statement is not made anew; the rest is for whoever saved it. */
export const renewedAfter = 0.5;

/** A document in a statement. Hashes are SHA-256 in hexadecimal digits. */
export type StatedDocument = {
  kind: DocumentKind;
  pages: number;
  /** Of the files that were uploaded. */
  original_sha256: readonly string[];
  /** Of each page as visitors see it. */
  page_sha256: readonly string[];
  last_day?: string;
};

/** What somebody who has the statement may show or keep back, one by one. */
type StatedClaims = { name: string; passport_number: string; ircc_number: string; nationality: string };

/** All that the bytes of a statement are made of. It is stored: they are the same whenever they are made again. */
export type StatementContent = {
  format: 1;
  issuer: string;
  kid: string;
  list: number;
  place: number;
  /** Seconds since 1970. */
  issued: number;
  ends: number;
  operator: { name: string; licence: string };
  /** The day on which the record was published. */
  published: string;
  claims: StatedClaims;
  documents: readonly StatedDocument[];
  /** The SHA-256 of everything that strangers saw, by which a change is noticed. No part of the statement. */
  seen: string;
  /** Salts and nonces are made of it. */
  seed: string;
};

type Hashes = { original: string; page: string };

/** Everything that strangers see of a record, as a text to compare; null where they see nothing. */
export function seenByStrangers(
  record: CandidateRecord,
  registry: string,
  shownKinds: readonly DocumentKind[],
): string | null {
  const grantImages = () => ({ until: 0, signature: "" });
  const seen = toPublicRecord(record, { registry, shownKinds, grantImages, today: "" });
  // Kinds in the order of our table, whatever that of the settings is.
  return (
    seen &&
    JSON.stringify({
      ...seen,
      changedAt: 0,
      documents: kindsIn(seen.documents).map((kind) => [kind, seen.documents[kind]]),
    })
  );
}

/** Null where the hashes of a page are not known yet. */
export function statedDocuments(
  record: CandidateRecord,
  shownKinds: readonly DocumentKind[],
  hashesOf: (page: DocumentPage) => Hashes | null,
): StatedDocument[] | null {
  const { documents, lastDays } = record;
  const stated: StatedDocument[] = [];
  for (const kind of kindsIn(documents, kindsForStrangers(record, shownKinds))) {
    const hashes = (documents[kind] ?? []).map(hashesOf);
    if (hashes.includes(null)) return null;
    const known = hashes.filter((one) => one !== null);
    stated.push({
      kind,
      pages: known.length,
      original_sha256: [...new Set(known.map(({ original }) => original))],
      page_sha256: known.map(({ page }) => page),
      ...(lastDays[kind] !== undefined && { last_day: lastDays[kind] }),
    });
  }
  return stated;
}
