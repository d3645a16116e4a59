import type { Candidate } from "#core/candidates/candidate.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { mayApproveCandidate, mayDecideOnCandidates } from "#core/staff/permissions.ts";
import type { Portal } from "../portal.ts";
import { currentSettings } from "../settings/current-settings.ts";
import { type CandidateChanged, type CandidateTarget, changeCandidate } from "./change-candidate.ts";

/** `toggle` is the specification's one call for both: approves what is denied and denies what is approved. */
export type Decision = "approve" | "deny" | "toggle";

/** Approves a record for the public, or takes the approval back. */
export async function decideOnCandidate(
  portal: Portal,
  actor: Actor,
  target: CandidateTarget,
  decision: Decision,
): Promise<CandidateChanged> {
  const { fourEyes } = await currentSettings(portal);
  const approves = (candidate: Candidate) =>
    decision === "approve" || (decision === "toggle" && candidate.approval !== "approved");
  return changeCandidate(portal, actor, target, {
    allowed: mayDecideOnCandidates,
    allowedFor: (who, candidate) => !approves(candidate) || mayApproveCandidate(who, candidate, fourEyes),
    apply: (candidate) => (approves(candidate) ? approved(portal, actor, candidate) : denied(candidate)),
    action: (candidate) => (candidate.approval === "approved" ? "candidate-approved" : "candidate-denied"),
  });
}

function approved(portal: Portal, actor: Actor, candidate: Candidate): Partial<Candidate> {
  if (candidate.approval === "approved") return {};
  return { approval: "approved", returnReason: "", approvedAt: portal.now(), approvedBy: actorId(actor) };
}

// What was sent back stays sent back: it is denied already.
const denied = (candidate: Candidate): Partial<Candidate> =>
  candidate.approval === "approved" ? { approval: "waiting" } : {};
