import { linesOf } from "#core/settings/log-settings.ts";
import type { Settings } from "#core/settings/settings.ts";
import { isCounted, parseVerifierKey, type Verifier, verifierKey } from "#sealing/note-signatures.ts";

export type Witness = { verifier: Verifier; url: string };

export const witnessesIn = ({ log }: Settings): Witness[] =>
  linesOf(log.witnesses).flatMap((line) => {
    const [key = "", address = ""] = line.split(/\s+/);
    const verifier = parseVerifierKey(key);
    return verifier ? [{ verifier, url: address.replace(/\/+$/, "") }] : [];
  });

/**
 * The C2SP tlog-policy of this site: more than half of its witnesses. Two such quorums have a witness in common, so two
 * trees that differ cannot both have one. Witnesses whose signatures browsers cannot verify are left out.
 */
export function logPolicy(settings: Settings): string {
  const counted = witnessesIn(settings).filter(({ verifier }) => isCounted(verifier));
  if (counted.length === 0) return "quorum none\n";
  const names = counted.map((_, at) => `w${at + 1}`);
  const lines = counted.map(({ verifier, url }, at) => `witness ${names[at]} ${verifierKey(verifier)} ${url}`);
  const most = Math.floor(counted.length / 2) + 1;
  return [...lines, `group witnesses ${most} ${names.join(" ")}`, "quorum witnesses", ""].join("\n");
}
