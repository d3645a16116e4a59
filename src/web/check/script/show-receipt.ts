import { groupsOf } from "#core/records/numbers.ts";
import { answerFor, type Asked, endedInAnswer, type ReceiptAnswer, readReceipt } from "#verify/lookup-receipt.ts";
import type { Presented } from "#verify/presented.ts";
import { logTrustOf } from "#verify/read-saved.ts";
import type { DatedPaper } from "#verify/saved-statement.ts";
import { type CheckpointSearch, findCheckpoint } from "#verify/search-log.ts";
import { parseCheckpoint } from "#verify/signed-note.ts";
import type { Site } from "#verify/verdict.ts";
import { contentOf } from "../../enhance/in-place.ts";
import {
  aboutDays,
  fillIn,
  keepOnly,
  type KeptKeys,
  momentOf,
  show,
  showEnded,
  showProblem,
  written,
} from "./show-answer.ts";
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

type ReceiptToShow = KeptKeys & { asked: Asked; answer: ReceiptAnswer; ended: readonly DatedPaper[]; at: Date } & {
  /** What the whole log says of the receipt's checkpoint. Null if it was not read. */
  found: CheckpointSearch["kind"] | null;
  mayReadLog: boolean;
};

function showReceipt({ asked, answer, ended, at, keptAt, found, mayReadLog }: ReceiptToShow): void {
  const content = contentOf("check-receipt");
  if (!content) return;
  const shown = answer.outcome === "shown" ? answer : { published: "", content_since: undefined, documents: [] };
  keepOnly(content, "case", [
    answer.outcome,
    `log-${found}`,
    keptAt && "kept-keys",
    mayReadLog && "may-read-log",
    ...aboutDays(shown.published, ended),
  ]);
  keepOnly(content, "document", [...shown.documents, shown.documents.length === 0 && "none-named"]);
  const { number, name } = asked;
  fillIn(content, {
    name,
    number: groupsOf(number).join("\u00A0"),
    date: momentOf(at),
    published: shown.published && written(shown.published),
    contentSince: shown.content_since ? written(shown.content_since) : "",
    keptKeys: momentOf(keptAt),
  });
  showEnded(content, ended);
  show(content);
}
