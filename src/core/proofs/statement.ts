import type { StatedClaims, StatedDocument, StatedOperator } from "#verify/saved-statement.ts";
import type { CandidateRecord, DocumentPage } from "../records/candidate-record.ts";
import { type DocumentKind, kindsIn } from "../records/document-kinds.ts";
import { kindsForStrangers, toPublicRecord } from "../records/visibility.ts";

/** A statement is replaced after this share of its lifetime. The rest is for visitors who saved it. */
export const renewedAfter = 0.5;

/** Everything that the bytes of a statement are made from. It is stored, so that making them again gives the same bytes. */
export type StatementContent = {
  format: 1;
  issuer: string;
  kid: string;
  list: number;
  place: number;
  /** Seconds since 1970. */
  issued: number;
  ends: number;
  operator: StatedOperator;
  /** The day on which the record was published. */
  published: string;
  claims: StatedClaims;
  documents: readonly StatedDocument[];
  /** The SHA-256 of everything that strangers saw. Changes are detected by it. Not a part of the statement. */
  seen: string;
  /** Salts and nonces are derived from this seed. */
  seed: string;
};

type Hashes = { original: string; page: string };

/** Returns everything that strangers see of a record, as a text for comparison. Null if they see nothing. */
export function seenByStrangers(
  record: CandidateRecord,
  registry: string,
  shownKinds: readonly DocumentKind[],
): string | null {
  const grantImages = () => ({ until: 0, signature: "" });
  const seen = toPublicRecord(record, { registry, shownKinds, grantImages });
  // Uses the order of `documentKinds`, so that the order in the settings makes no difference.
  return (
    seen &&
    JSON.stringify({
      ...seen,
      changedAt: 0,
      documents: kindsIn(seen.documents).map((kind) => [kind, seen.documents[kind]]),
    })
  );
}

/** Null if the hashes of a page are not known yet. */
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
