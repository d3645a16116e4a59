import { answerFor, readReceipt } from "#verify/lookup-receipt.ts";
import type { Presented } from "#verify/presented.ts";
import type { SiteKeys } from "#verify/verdict.ts";
import { showProblem, showReceipt } from "./show-answer.ts";

type Known = { origins: readonly string[]; keys: SiteKeys | null; keptAt: Date | null };

/** Returns what shows the answer in a visitor's receipt, or why it is not shown. */
export async function receiptIn(
  { link, token, disclosure }: Extract<Presented, { kind: "receipt" }>,
  { origins, keys, keptAt }: Known,
): Promise<() => void> {
  const receipt = keys && (await readReceipt(token, keys.jwks.keys));
  const told = receipt && (await answerFor(receipt, disclosure));
  if (told) return () => showReceipt({ ...told, at: new Date(receipt.iat * 1000), keptAt });
  if (!origins.includes(link.origin)) return () => showProblem("other-site", { host: link.host });
  if (!keys) return () => showProblem("no-keys");
  if (await readReceipt(token, keys.revoked_keys)) return () => showProblem("revoked");
  return () => showProblem(keptAt ? "unknown-key" : "unsigned", { keptAt });
}
