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
export { judge, type Reader } from "./src/judge.ts";
export { answerFor, endedInAnswer, readReceipt, type Receipt, type ReceiptReading } from "./src/lookup-receipt.ts";
export { type Cosignature, parsePolicy, type Policy, type Witnessed, witnessedBy } from "./src/policy.ts";
export { type Presented, presentedIn, readReceiptLink } from "./src/presented.ts";
export { logTrustOf, readSaved, type SavedReading } from "./src/read-saved.ts";
export {
  type BelievedRegister,
  type ListedAgency,
  type Listing,
  listingIn,
  listingOf,
  readRegister,
  type Register,
} from "./src/register.ts";
export { readSavedStatement, type SavedStatement } from "./src/saved-statement.ts";
export {
  type CheckpointSearch,
  findCheckpoint,
  leafHashes,
  type LogSearch,
  rootOf,
  searchLog,
} from "./src/search-log.ts";
export { type Checkpoint, parseCheckpoint } from "./src/signed-note.ts";
export { readStatusList, standsInList, statusListPath } from "./src/status-list.ts";
export {
  addressesOf,
  issuerAddress,
  readCode,
  type Reading,
  type SiteKeys,
  type Standing,
  statusOf,
  type Verdict,
  verdictOf,
} from "./src/verdict.ts";
