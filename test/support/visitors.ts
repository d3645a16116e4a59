import { dayMs } from "#core/durations.ts";
import { type LookupLimits, lookupLimits } from "#limits/lookup-price.ts";
import { askForRecord } from "#operations/lookups/ask-for-record.ts";
import type { LookupOutcome, LookupVisitor } from "#operations/lookups/check-proof.ts";
import type { Portal } from "#operations/portal/portal.ts";
import type { Engine } from "#storage/database/database.ts";
import { admin } from "./accounts/people.ts";
import { addTestRecord } from "./records.ts";
import { openForTest, testOn, whenTestEnds } from "./portals.ts";

export const here = "203.0.113.7";

/** A noon that is still to come: a site whose clock goes back keeps what it has counted. */
export const noon = Math.floor(Date.now() / dayMs) * dayMs + 32.5 * dayMs;

type Means = Partial<LookupVisitor> & { name?: string };

/** A visitor at an IP address who looks numbers up. */
export function visitorAt(portal: Portal, address: string) {
  const asks = async (number: string, { name, ...means }: Means = {}): Promise<LookupOutcome> =>
    askForRecord(portal, { by: "passport", number, name }, { address, channel: "web", ...means });
  return {
    asks,
    /** Makes this many misses and returns the outcome of the last. */
    async misses(count: number): Promise<LookupOutcome["kind"]> {
      let outcome: LookupOutcome = { kind: "none", isOnFalsePapers: false };
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

/**
 * `test` with fixtures: a portal whose time is that of the `clock`, which the test moves; a `visitor` who looks numbers
 * up there; and `asked`, the proof of work that this visitor must do after using up the free misses.
 */
export const lookupTestOn = (engine: Engine, limits: LookupLimits = lookupLimits) =>
  testOn(engine)
    .extend("clock", () => ({ now: noon }))
    .extend("portal", async ({ environment, clock }) => {
      const portal = await openForTest(environment, whenTestEnds, { limits });
      return { ...portal, now: () => clock.now };
    })
    .extend("visitor", ({ portal }) => visitorAt(portal, here))
    .extend("asked", async ({ visitor }) => {
      await visitor.misses(limits.freeMisses);
      return visitor.isAsked();
    });

/** Adds a record that visitors may see. Returns its id and passport number. */
export async function shownRecord(portal: Portal) {
  const { id, passportNumber } = await addTestRecord(portal, admin, { name: "Rahim Uddin" });
  return { id, number: passportNumber };
}
