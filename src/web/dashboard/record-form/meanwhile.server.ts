import type { AuditDetails } from "#core/audit/audit-event.ts";
import type { CandidateRecord, Particulars } from "#core/records/candidate-record.ts";
import { readHistory } from "#operations/records/read-history.ts";
import type { Actor } from "#core/staff/actor.ts";
import type { Portal } from "#operations/portal.ts";
import { type ChangedField, type Meanwhile, particularNames } from "./shown-form.ts";
import { historyLines } from "../records/record-history.server.ts";
import type { PostedForm } from "./read-record-form.server.ts";

type Merged = { particulars: Particulars; meanwhile: Meanwhile };

/**
 * What others changed since the form was opened. A field that stood as it was takes their value; what was typed into the
 * others is kept and told beside theirs.
 */
export async function mergeWithOthers(
  portal: Portal,
  actor: Actor,
  now: CandidateRecord,
  posted: PostedForm,
): Promise<Merged> {
  // Every change makes one event and one version.
  const passed = Math.min(100, Math.max(1, now.version - (posted.version ?? now.version)));
  const { events } = await readHistory(portal, actor, now.id, { limit: passed });
  const before = valuesBefore(events.map(({ details }) => details));
  const particulars = { ...posted.particulars };
  const changes: ChangedField[] = [];
  for (const field of particularNames) {
    const was = before[field];
    const typed = posted.particulars[field];
    if (was === undefined || typed === now[field]) continue;
    const isYoursKept = typed !== was;
    if (!isYoursKept) particulars[field] = now[field];
    changes.push({ field, now: now[field], isYoursKept });
  }
  const lines = historyLines(events);
  const papers = lines.flatMap((line) => line.changes).filter((change) => change.kind === "paper");
  for (const field of new Set(papers.map((paper) => paper.field))) {
    changes.push({ field, now: "", isYoursKept: field in posted.images || posted.takenAway.includes(field) });
  }
  return { particulars, meanwhile: { events: lines, changes } };
}

/** The values that the form was filled with: of several changes the first one knows. */
function valuesBefore(latestFirst: readonly AuditDetails[]): Readonly<Record<string, unknown>> {
  const changes = latestFirst.flatMap((details) => Object.entries(details));
  return Object.fromEntries(changes.map(([field, { from }]) => [field, from]));
}
