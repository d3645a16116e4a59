/** What other programs may use. */
export { type CompactStatement, checkLinkInPdf } from "./src/compact-statement.ts";
export type { CheckpointBody, KnownKey, PublishedKey, RevokedKey } from "./src/public-keys.ts";
export { type LogPlace, type LogVerdict, placeInLog, type SavedProof, trustIn } from "./src/saved-proof.ts";
export { leafHashes, type LogSearch, rootOf, searchLog } from "./src/search-log.ts";
export { type Checkpoint, parseCheckpoint } from "./src/signed-note.ts";
export { standsInList, statusListPath } from "./src/status-list.ts";
export {
  type Reading,
  issuerAddress,
  readCode,
  readSaved,
  type SavedReading,
  type SiteKeys,
  statusOf,
} from "./src/verdict.ts";
