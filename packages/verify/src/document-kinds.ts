/** The kinds of documents of a record. The position of a kind is its bit in a slip and in the database: add new kinds at the end. */
export const documentKinds = [
  "photo",
  "workPermit",
  "jobOffer",
  "application",
  "lmia",
  "visaPaper",
  "medical",
  "policeClearance",
  "fingerprint",
  "ticket",
  "visaApproval",
  "idCard",
] as const;

export type DocumentKind = (typeof documentKinds)[number];

export const isDocumentKind = (kind: string): kind is DocumentKind => documentKinds.some((known) => known === kind);

export const documentBit = (kind: DocumentKind): number => 1 << documentKinds.indexOf(kind);

export const kindsMask = (kinds: readonly DocumentKind[]): number =>
  kinds.reduce((bits, kind) => bits | documentBit(kind), 0);
