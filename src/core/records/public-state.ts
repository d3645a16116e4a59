import type { Approval, CandidateRecord } from "./candidate-record.ts";

/** What the public sees of a record. `hidden` overrides the approval. */
export const publicStates = ["shown", "hidden", "waiting", "returned"] as const;
export type PublicState = (typeof publicStates)[number];

export function publicStateOf({ hidden, approval }: Pick<CandidateRecord, "hidden" | "approval">): PublicState {
  if (hidden) return "hidden";
  return approval === "approved" ? "shown" : approval;
}

/** Returns the list filter for records in this state. */
export function listedAs(publicState: PublicState): { hidden: boolean; status?: Approval } {
  if (publicState === "hidden") return { hidden: true };
  return { hidden: false, status: publicState === "shown" ? "approved" : publicState };
}

/** Another record, named beside one: of the same person, or with the same number. */
export type OtherRecord = { id: string; name: string; publicState: PublicState };
