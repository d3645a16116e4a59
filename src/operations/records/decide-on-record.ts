import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { mayApproveRecord, mayDecideOnRecords } from "#core/staff/permissions.ts";
import type { Portal } from "../portal.ts";
import { currentSettings } from "../settings/current-settings.ts";
import { type RecordChanged, type RecordTarget, changeRecord } from "./change-record.ts";

/** `toggle` is the specification's one call for both: approves what is denied and denies what is approved. */
export type Decision = "approve" | "deny" | "toggle";

/** Approves a record for the public, or takes the approval back. */
export async function decideOnRecord(
  portal: Portal,
  actor: Actor,
  target: RecordTarget,
  decision: Decision,
): Promise<RecordChanged> {
  const { fourEyes } = await currentSettings(portal);
  const approves = (record: CandidateRecord) =>
    decision === "approve" || (decision === "toggle" && record.approval !== "approved");
  return changeRecord(portal, actor, target, {
    allowed: mayDecideOnRecords,
    allowedFor: (who, record) => !approves(record) || mayApproveRecord(who, record, fourEyes),
    apply: (record) => (approves(record) ? approved(portal, actor, record) : denied(record)),
    action: (record) => (record.approval === "approved" ? "candidate-approved" : "candidate-denied"),
  });
}

function approved(portal: Portal, actor: Actor, record: CandidateRecord): Partial<CandidateRecord> {
  if (record.approval === "approved") return {};
  return { approval: "approved", returnReason: "", approvedAt: portal.now(), approvedBy: actorId(actor) };
}

// What was sent back stays sent back: it is denied already.
const denied = (record: CandidateRecord): Partial<CandidateRecord> =>
  record.approval === "approved" ? { approval: "waiting" } : {};
