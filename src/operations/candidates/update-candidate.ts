import { type Candidate, parseUpdate } from "#core/candidates/candidate.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayUpdateCandidate, mayUpdateCandidates, require } from "#core/staff/permissions.ts";
import { fitImages } from "../images/fit-images.ts";
import { removeLeavingImages } from "../images/leaving-images.ts";
import { type GivenImages, type TakenImages, takeImages } from "../images/take-images.ts";
import type { Portal } from "../portal.ts";
import { type CandidateChanged, type CandidateTarget, changeCandidate } from "./change-candidate.ts";
import { refuseTakenNumbers } from "./refuse-taken-numbers.ts";

export type CandidateUpdate = {
  /** As typed into the update form. */
  particulars: unknown;
  /** New papers by kind; null takes a paper away, a kind left out keeps its paper. */
  images: GivenImages;
};

/** Writes particulars and papers anew. What was sent back is handed in again by this. */
export async function updateCandidate(
  portal: Portal,
  actor: Actor,
  target: CandidateTarget,
  { particulars, images }: CandidateUpdate,
): Promise<CandidateChanged> {
  require(mayUpdateCandidates(actor), actor);
  const checked = parseUpdate(particulars);
  const given = await fitImages(portal, actor, images);
  let leaving: TakenImages["leaving"] = [];
  const changed = await changeCandidate(portal, actor, target, {
    allowed: mayUpdateCandidates,
    allowedFor: mayUpdateCandidate,
    apply: async (candidate, { writer, key }) => {
      const record = { id: candidate.id, key, documents: candidate.documents };
      const taken = await takeImages(portal, writer, actor, record, given);
      leaving = taken.leaving;
      return { ...checked, documents: taken.documents, ...handedInAgain(candidate) };
    },
    action: "candidate-updated",
    check: (writer, candidate) => refuseTakenNumbers(portal, writer, actor, candidate),
  });
  await removeLeavingImages(portal, leaving);
  return changed;
}

const handedInAgain = (candidate: Candidate): Partial<Candidate> =>
  candidate.approval === "returned" ? { approval: "waiting", returnReason: "" } : {};
