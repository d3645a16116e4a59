/** What other programs may use. */
export { type CompactStatement, checkLinkInPdf } from "./src/compact-statement.ts";
export type { CheckpointBody, KnownKey, PublishedKey, RevokedKey } from "./src/public-keys.ts";
export {
  type LogPlace,
  type LogTrust,
  type LogVerdict,
  placeInLog,
  type SavedProof,
  type Trust,
  trustIn,
} from "./src/saved-proof.ts";
export { answerFor, readReceipt, readReceiptLink, type Receipt } from "./src/lookup-receipt.ts";
export { type Cosignature, parsePolicy, type Policy, type Witnessed, witnessedBy } from "./src/policy.ts";
export { logTrustOf, readSaved, type SavedReading } from "./src/read-saved.ts";
export {
  type BelievedRegister,
  type ListedAgency,
  type Listing,
  listingIn,
  readRegister,
  type Register,
} from "./src/register.ts";
export { readSavedStatement, type SavedStatement } from "./src/saved-statement.ts";
export { leafHashes, type LogSearch, rootOf, searchLog } from "./src/search-log.ts";
export { type Checkpoint, parseCheckpoint } from "./src/signed-note.ts";
export { standsInList, statusListPath } from "./src/status-list.ts";
export { type Reading, issuerAddress, readCode, type SiteKeys, statusOf } from "./src/verdict.ts";
