import { jsonIn } from "./json-web-token.ts";
import { type ProofTexts, proofIn } from "./presented.ts";
import type { KnownKey } from "./public-keys.ts";
import {
  type DatedPaper,
  datedPapers,
  readSavedStatement,
  type SavedStatement,
  type Shown,
  type StatedDocument,
  type StatedOperator,
  titledDocuments,
} from "./saved-statement.ts";
import {
  type LogTrust,
  type LogVerdict,
  placeInLog,
  type PublishedFiles,
  readFiles,
  type SavedProof,
  wasLoggedBefore,
} from "./saved-proof.ts";
import { addressesOf, hostOf, type Reading, type Site, type SiteKeys } from "./verdict.ts";

/** `log` is present if the saved file has a log proof too. A visitor can compare files with `documents`. */
export type SavedReading = {
  reading: Reading;
  documents: readonly PublishedFiles[];
  /** The fields of the operator that the statement discloses. Codes on slips contain none. */
  own?: SavedStatement["own"];
  /** The papers of the operator that the statement discloses. Codes on slips contain none. */
  papers?: ReturnType<typeof titledDocuments>;
  /** The papers that the statement discloses with a last day. Codes on slips contain no days. */
  dated?: readonly DatedPaper[];
  /** How many papers the holder left out. Codes on slips do not tell. */
  leftOut?: number;
  /** The operator named in the statement. Codes on slips do not contain it. */
  operator?: StatedOperator | undefined;
  /** What a wallet signed when it showed the statement. A checker compares `aud` and `nonce` with its own. */
  shown?: Shown;
  log?: LogVerdict;
  /** If the log has the statement: what finds its withdrawal there. */
  proof?: Pick<SavedProof, "statement" | "log">;
  /** The key was stolen after the public log had this statement. */
  isKeyStolen?: boolean;
};

/** Reads a saved statement from a file of any name and format. Null if the file contains none. */
export async function readSaved(text: string, site: Site): Promise<SavedReading | null> {
  const proof = proofIn(text);
  return proof && readProof(proof, site);
}

export async function readProof(proof: ProofTexts, site: Site): Promise<SavedReading> {
  const { keys } = site;
  const { statement: sdJwt } = proof;
  const only = (reading: Reading) => ({ reading, documents: [] });
  const known: readonly KnownKey[] = [...(keys?.jwks.keys ?? []), ...(keys?.revoked_keys ?? [])];
  const saved = await readSavedStatement(sdJwt, known);
  const key = known.find(({ kid }) => kid === saved?.kid);
  if (keys && saved && key) {
    const { log, files } = proof;
    const place = log === undefined ? undefined : await placeInLog({ statement: sdJwt, log }, logTrustOf(keys));
    if (key.revoked && !wasLoggedBefore(place, key.revoked.after)) return only({ kind: "revoked" });
    // A list of files signed with a stolen key does not count, because the log does not contain it.
    const isListed = files !== undefined && !key.revoked;
    const published = isListed ? await readFiles({ statement: sdJwt, files }, [key]) : null;
    if (isListed && !published) return only({ kind: "unsigned" });
    return {
      reading: { kind: "statement", statement: saved.statement, leadsTo: null },
      documents: published ?? saved.documents.map(filesOf),
      own: saved.own,
      papers: titledDocuments(saved.documents),
      dated: datedPapers(saved.documents),
      leftOut: saved.leftOut,
      operator: saved.operator,
      ...(saved.shown && { shown: saved.shown }),
      isKeyStolen: key.revoked !== undefined,
      ...(place !== undefined && { log: place }),
      ...(log !== undefined && typeof place === "object" && { proof: { statement: sdJwt, log } }),
    };
  }
  const issuer = jsonIn<{ iss: string }>(sdJwt.split(".")[1] ?? "")?.iss;
  const host = hostOf(issuer);
  if (host === null) return only({ kind: "damaged" });
  if (!addressesOf(site).includes(String(issuer))) return only({ kind: "other-site", host });
  return only({ kind: keys ? "unsigned" : "no-keys" });
}

export const logTrustOf = ({ log_keys, revoked_log_keys, log_policy: policy }: SiteKeys): LogTrust => ({
  keys: [...log_keys, ...revoked_log_keys],
  policy,
});

const filesOf = ({ kind, original_sha256, page_sha256 }: StatedDocument): PublishedFiles => ({
  kind,
  sha256: [...original_sha256, ...page_sha256],
  looksLike: [],
});
