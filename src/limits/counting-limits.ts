import type { CounterStore } from "./counter-store.ts";
import type { Attempt, LimitRule, Limits, Verdict } from "./limits.ts";

type PublicState = { rule: LimitRule; tries: number; leftMs: number };

/** The longest that the brake holds one try back. */
const longestBrakeMs = 2000;

/** Counts in windows: the first try opens one, each until its end counts, and then all are forgotten. */
export function countingLimits(store: CounterStore, now: () => number): Limits {
  async function count(attempts: readonly Attempt[]): Promise<PublicState[]> {
    if (attempts.length === 0) return [];
    const at = now();
    const rules = new Map(attempts.map(({ rule, key }) => [store.idOf(rule.name, key), rule]));
    const fresh = Array.from(rules, ([id, rule]) => ({ id, tries: 1, endsAt: at + rule.withinSeconds * 1000 }));
    const counters = await store.count(fresh.toSorted(byId), at);
    return counters.flatMap(({ id, tries, endsAt }) => {
      const rule = rules.get(id);
      return rule ? [{ rule, tries, leftMs: endsAt - at }] : [];
    });
  }

  return {
    attempt: async (attempts) => verdictOn(await count(attempts)),
    forget: ({ rule, key }) => store.forget(store.idOf(rule.name, key)),
    brake: async (attempt) => Math.max(0, ...(await count([attempt])).map(brakeMs)),
  };
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

function verdictOn(publicStates: readonly PublicState[]): Verdict {
  const over = publicStates.filter(({ rule, tries }) => tries > rule.atMost);
  if (over.length === 0) return { allowed: true };
  return { allowed: false, waitSeconds: Math.ceil(Math.max(...over.map(({ leftMs }) => leftMs)) / 1000) };
}

/** Nothing up to the rate of the rule, then more with every try; at twice the rate as much as there is. */
const brakeMs = ({ rule, tries }: PublicState): number =>
  Math.round(Math.min(1, Math.max(0, tries / rule.atMost - 1)) * longestBrakeMs);
