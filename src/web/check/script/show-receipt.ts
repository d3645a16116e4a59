import { answerFor, endedInAnswer, readReceipt } from "#verify/lookup-receipt.ts";
import type { Presented } from "#verify/presented.ts";
import { logTrustOf } from "#verify/read-saved.ts";
import { findCheckpoint } from "#verify/search-log.ts";
import { parseCheckpoint } from "#verify/signed-note.ts";
import type { Site } from "#verify/verdict.ts";
import { showProblem, showReceipt } from "./show-answer.ts";
import { readLogFile } from "./site-answers.ts";

type Known = Site & { keptAt: Date | null; now: number };

/** Returns what shows the answer in a visitor's receipt, or why it is not shown. */
export async function receiptIn(
  { link, token, disclosure }: Extract<Presented, { kind: "receipt" }>,
  site: Known,
  readsLog: boolean,
): Promise<() => void> {
  const { keptAt, keys } = site;
  const reading = await readReceipt(token, site);
  if (reading.kind !== "receipt") {
    // The link leads here, so whatever its receipt names as its site was altered, or is not ours.
    const isHere = site.origins.includes(link.origin) && (reading.kind === "other-site" || reading.kind === "damaged");
    const kind = isHere ? "unsigned" : reading.kind;
    if (kind === "unsigned" && keptAt) return () => showProblem("unknown-key", { keptAt });
    return () => showProblem(kind, "host" in reading ? reading : {});
  }
  const { receipt } = reading;
  const told = await answerFor(receipt, disclosure);
  if (!told) return () => showProblem("unsigned");
  const checkpoint = parseCheckpoint(receipt.checkpoint ?? "");
  const read = { read: readLogFile, ...(keys ? logTrustOf(keys) : { keys: [] }) };
  const found = readsLog && checkpoint ? (await findCheckpoint(checkpoint, read)).kind : null;
  if (found === "not-in-log") return () => showProblem("not-logged");
  if (found === "split-view" || found === "broken") return () => showProblem(found);
  const mayReadLog = checkpoint !== null && (found === null || found === "unread");
  const ended = endedInAnswer(told.answer);
  return () => showReceipt({ ...told, ended, at: new Date(receipt.iat * 1000), keptAt, found, mayReadLog });
}
