import { z } from "zod";
import { checkInput, requiredText } from "#core/fields.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayDecideOnCandidates } from "#core/staff/permissions.ts";
import type { Portal } from "../portal.ts";
import { type CandidateChanged, type CandidateTarget, changeCandidate } from "./change-candidate.ts";

const reasonSchema = z.object({ reason: requiredText(500) });

/** Returns a record to the moderator who added it, with a reason. It leaves the queue until it is updated. */
export async function sendBackCandidate(
  portal: Portal,
  actor: Actor,
  target: CandidateTarget,
  reason: string,
): Promise<CandidateChanged> {
  const checked = checkInput(reasonSchema, { reason });
  return changeCandidate(portal, actor, target, {
    allowed: mayDecideOnCandidates,
    apply: () => ({ approval: "returned", returnReason: checked.reason }),
    action: "candidate-sent-back",
  });
}
