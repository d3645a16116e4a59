import { answerFor, readReceipt, readReceiptLink } from "#verify/lookup-receipt.ts";
import type { SiteKeys } from "#verify/verdict.ts";
import { showProblem, showReceipt } from "./show-answer.ts";

type Known = { origins: readonly string[]; keys: SiteKeys | null; keptAt: Date | null };

/** Returns what shows the answer in a visitor's receipt, or why it is not shown. */
export async function receiptIn(link: string, { origins, keys, keptAt }: Known): Promise<() => void> {
  const parts = readReceiptLink(link);
  if (!parts) return () => showProblem("damaged");
  const receipt = keys && (await readReceipt(parts.token, keys.jwks.keys));
  const told = receipt && (await answerFor(receipt, parts.disclosure));
  if (told) return () => showReceipt({ ...told, at: new Date(receipt.iat * 1000), keptAt });
  const { origin, host } = new URL(link);
  if (!origins.includes(origin)) return () => showProblem("other-site", { host });
  if (!keys) return () => showProblem("no-keys");
  if (await readReceipt(parts.token, keys.revoked_keys)) return () => showProblem("revoked");
  return () => showProblem(keptAt ? "unknown-key" : "unsigned", { keptAt });
}
