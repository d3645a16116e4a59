import { isCounted } from "#verify/policy.ts";
import { witnessLines } from "#core/settings/log-settings.ts";
import type { Settings } from "#core/settings/settings.ts";
import { parseVerifierKey, type Verifier, verifierKey } from "#sealing/note-signatures.ts";

export type Witness = { verifier: Verifier; url: string };

/** Without the witnesses of ML-DSA, which earlier versions accepted: no checker counts them, so they are not asked. */
export const witnessesIn = (settings: Settings): Witness[] =>
  witnessLines(settings).flatMap((line) => {
    const [key = "", address = ""] = line.split(/\s+/);
    const verifier = parseVerifierKey(key);
    return verifier && isCounted(verifier) ? [{ verifier, url: address.replace(/\/+$/, "") }] : [];
  });

/**
 * The C2SP tlog-policy of this site: more than half of its witnesses. Two such quorums have a witness in common, so two
 * trees that differ cannot both have one.
 */
export function logPolicy(settings: Settings): string {
  const witnesses = witnessesIn(settings);
  if (witnesses.length === 0) return "quorum none\n";
  const names = witnesses.map((_, at) => `w${at + 1}`);
  const lines = witnesses.map(({ verifier, url }, at) => `witness ${names[at]} ${verifierKey(verifier)} ${url}`);
  const most = Math.floor(witnesses.length / 2) + 1;
  return [...lines, `group witnesses ${most} ${names.join(" ")}`, "quorum witnesses", ""].join("\n");
}
