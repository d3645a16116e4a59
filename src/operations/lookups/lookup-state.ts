import { LookupBudget } from "#limits/lookup-budget.ts";
import type { LookupLimits } from "#limits/lookup-price.ts";
import { KnownNetworks } from "./known-networks.ts";
import { LookupLog } from "./lookup-log.ts";
import { SpentIds } from "./spent-ids.ts";

/** What this process remembers of the lookups that passed through it. */
export type LookupState = {
  readonly budget: LookupBudget;
  readonly networks: KnownNetworks;
  readonly log: LookupLog;
  readonly spent: SpentIds;
};

export const openLookupState = (limits: LookupLimits): LookupState => ({
  budget: new LookupBudget(limits),
  networks: new KnownNetworks(),
  log: new LookupLog(),
  spent: new SpentIds(),
});
