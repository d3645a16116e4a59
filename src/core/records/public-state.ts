import type { Approval, CandidateRecord } from "./candidate-record.ts";

/** How a record stands with the public; `hidden` comes before all else. */
export const publicStates = ["shown", "hidden", "waiting", "returned"] as const;
export type PublicState = (typeof publicStates)[number];

export function publicStateOf({ hidden, approval }: Pick<CandidateRecord, "hidden" | "approval">): PublicState {
  if (hidden) return "hidden";
  return approval === "approved" ? "shown" : approval;
}

/** What a list is asked for, to have the records that stand so and no others. */
export function listedAs(publicState: PublicState): { hidden: boolean; status?: Approval } {
  if (publicState === "hidden") return { hidden: true };
  return { hidden: false, status: publicState === "shown" ? "approved" : publicState };
}
