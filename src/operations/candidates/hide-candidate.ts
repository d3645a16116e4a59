import type { Actor } from "#core/staff/actor.ts";
import { mayHideCandidates } from "#core/staff/permissions.ts";
import type { Portal } from "../portal.ts";
import { type CandidateChanged, type CandidateTarget, changeCandidate } from "./change-candidate.ts";

/** Takes a record from the public's sight at once. Hiding what is hidden changes nothing. */
export async function hideCandidate(portal: Portal, actor: Actor, target: CandidateTarget): Promise<CandidateChanged> {
  return changeCandidate(portal, actor, target, {
    allowed: mayHideCandidates,
    apply: () => ({ hidden: true }),
    action: "candidate-hidden",
  });
}
