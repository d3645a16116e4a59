import type { Actor } from "#core/staff/actor.ts";
import { mayHideCandidates } from "#core/staff/permissions.ts";
import type { Portal } from "../portal.ts";
import { type CandidateChanged, type CandidateTarget, changeCandidate } from "./change-candidate.ts";

/** Lets the public see a record again, if it is approved. */
export async function unhideCandidate(
  portal: Portal,
  actor: Actor,
  target: CandidateTarget,
): Promise<CandidateChanged> {
  return changeCandidate(portal, actor, target, {
    allowed: mayHideCandidates,
    apply: () => ({ hidden: false }),
    action: "candidate-unhidden",
  });
}
