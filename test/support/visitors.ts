import { askForRecord } from "#operations/lookups/ask-for-record.ts";
import type { LookupOutcome, LookupVisitor } from "#operations/lookups/check-proof.ts";
import type { Portal } from "#operations/portal.ts";

type Means = Partial<LookupVisitor> & { name?: string };

/** Somebody at an address who looks numbers up. */
export function visitorAt(portal: Portal, address: string) {
  const asks = (number: string, { name, ...means }: Means = {}): Promise<LookupOutcome> =>
    askForRecord(portal, { by: "passport", number, name }, { address, channel: "web", ...means });
  return {
    asks,
    /** What the last of so many misses came to. */
    async misses(count: number): Promise<LookupOutcome["kind"]> {
      let outcome: LookupOutcome = { kind: "none" };
      for (let miss = 0; miss < count; miss += 1) outcome = await asks(`MISS${miss}`);
      return outcome.kind;
    },
    async isAsked(means: Means = {}) {
      const outcome = await asks("MISSING1", means);
      if (outcome.kind !== "needs-proof") throw new Error(`expected to be asked for a proof, not: ${outcome.kind}`);
      return outcome;
    },
  };
}
