import { z } from "zod";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { checkInput, requiredText } from "#core/fields.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { authorize, mayApproveRecord, mayDecideOnRecords } from "#core/staff/permissions.ts";
import type { ChangeTarget } from "../locked-change.ts";
import type { Portal } from "../portal.ts";
import { currentSettings } from "../settings/current-settings.ts";
import { changeRecord, type RecordChanged } from "./change-record.ts";

/** `toggle` is the specification's one call for both: approves what is denied and denies what is approved. */
export type Decision = "approve" | "deny" | "toggle";

/** Approves a record for the public, or withdraws the approval. */
export async function decideOnRecord(
  portal: Portal,
  actor: Actor,
  target: ChangeTarget,
  decision: Decision,
): Promise<RecordChanged> {
  authorize(mayDecideOnRecords(actor), actor);
  const { fourEyes } = await currentSettings(portal);
  const approves = ({ approval }: Pick<CandidateRecord, "approval">) =>
    decision === "approve" || (decision === "toggle" && approval !== "approved");
  return changeRecord(portal, actor, target, {
    allowedFor: (who, record) => !approves(record) || mayApproveRecord(who, record, fourEyes),
    apply: (record) => (approves(record) ? approved(portal, actor, record) : denied(record)),
    action: (record) => (record.approval === "approved" ? "candidate-approved" : "candidate-denied"),
  });
}

function approved(portal: Portal, actor: Actor, record: CandidateRecord): Partial<CandidateRecord> {
  if (record.approval === "approved") return {};
  return { approval: "approved", returnReason: "", approvedAt: portal.now(), approvedBy: actorId(actor) };
}

// A record that was sent back is denied already and stays sent back.
const denied = (record: CandidateRecord): Partial<CandidateRecord> =>
  record.approval === "approved" ? { approval: "waiting" } : {};

const reasonSchema = z.object({ reason: requiredText(500) });

/** Returns a record to the moderator who added it, with a reason. It leaves the queue until it is updated. */
export async function sendBackRecord(
  portal: Portal,
  actor: Actor,
  target: ChangeTarget,
  reason: string,
): Promise<RecordChanged> {
  const { reason: returnReason } = checkInput(reasonSchema, { reason });
  authorize(mayDecideOnRecords(actor), actor);
  return changeRecord(portal, actor, target, {
    apply: () => ({ approval: "returned", returnReason }),
    action: "candidate-sent-back",
  });
}
