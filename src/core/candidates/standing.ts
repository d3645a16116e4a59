import type { Approval, Candidate } from "./candidate.ts";

/** How a record stands with the public; `hidden` comes before all else. */
export const standings = ["shown", "hidden", "waiting", "returned"] as const;
export type Standing = (typeof standings)[number];

export function standingOf({ hidden, approval }: Pick<Candidate, "hidden" | "approval">): Standing {
  if (hidden) return "hidden";
  return approval === "approved" ? "shown" : approval;
}

/** What a list is asked for, to have the records that stand so and no others. */
export function listedAs(standing: Standing): { hidden: boolean; status?: Approval } {
  if (standing === "hidden") return { hidden: true };
  return { hidden: false, status: standing === "shown" ? "approved" : standing };
}
