import type { Attempt, LimitRule, Limits, Verdict } from "./limits.ts";

/** One counter in one time window. */
type Counter = {
  /** A keyed hash of rule and key. */
  id: string;
  tries: number;
  endsAt: number;
};

/** Stores the counters of all processes. */
export type CounterStore = {
  idOf: (rule: string, key: string) => string;
  /**
   * Counts one attempt for each counter, either all or none, and returns the counters in any order. A counter without an
   * open window at `now` starts with the given window. Ids are unique and ascending.
   */
  count: (fresh: readonly Counter[], now: number) => Promise<Counter[]>;
  takeBack: (id: string) => Promise<void>;
  forget: (id: string) => Promise<void>;
};

type Count = { rule: LimitRule; tries: number; leftMs: number };

/** Uses fixed windows: the first attempt opens a window, and at its end all attempts in it are forgotten. */
export function countingLimits(store: CounterStore, now: () => number): Limits {
  async function count(attempts: readonly Attempt[]): Promise<Count[]> {
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
    takeBack: ({ rule, key }) => store.takeBack(store.idOf(rule.name, key)),
    forget: ({ rule, key }) => store.forget(store.idOf(rule.name, key)),
  };
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

function verdictOn(counts: readonly Count[]): Verdict {
  const over = counts.filter(({ rule, tries }) => tries > rule.atMost);
  if (over.length === 0) return { allowed: true };
  return { allowed: false, waitSeconds: Math.ceil(Math.max(...over.map(({ leftMs }) => leftMs)) / 1000) };
}
