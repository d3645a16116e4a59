import { hasCome } from "#core/wrong-clock.ts";
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
  /** Returns those of these counters whose window has not ended at `now`. */
  read: (ids: readonly string[], now: number) => Promise<Counter[]>;
  takeBack: (id: string) => Promise<void>;
  forget: (id: string) => Promise<void>;
};

type Count = { rule: LimitRule; tries: number; leftMs: number };

/** Uses fixed windows: the first attempt opens a window, and at its end all attempts in it are forgotten. */
export function countingLimits(store: CounterStore, now: () => number): Limits {
  const idOf = ({ rule, key }: Attempt) => store.idOf(rule.name, key);

  async function count(attempts: readonly Attempt[]): Promise<Count[]> {
    if (attempts.length === 0) return [];
    const at = now();
    const rules = new Map(attempts.map((attempt) => [idOf(attempt), attempt.rule]));
    const fresh = Array.from(rules, ([id, rule]) => ({ id, tries: 1, endsAt: at + rule.withinSeconds * 1000 }));
    const counters = new Map((await store.count(fresh.toSorted(byId), at)).map((counter) => [counter.id, counter]));
    return attempts.map((attempt) => {
      const { tries = 0, endsAt = at } = counters.get(idOf(attempt)) ?? {};
      return { rule: attempt.rule, tries, leftMs: endsAt - at };
    });
  }

  return {
    attempt: async (attempts) => verdictOn(await count(attempts)),
    count: async (attempts) => (await count(attempts)).map(({ tries }) => tries),
    counted: async (attempts) => {
      const at = now();
      const counters = new Map((await store.read(attempts.map(idOf), at)).map((counter) => [counter.id, counter]));
      return attempts.map((attempt) => {
        const { tries = 0, endsAt = at } = counters.get(idOf(attempt)) ?? {};
        // A counter that began while the clock was ahead begins again with the next attempt, so it counts as ended.
        return hasCome(endsAt, at, attempt.rule.withinSeconds * 1000) ? 0 : tries;
      });
    },
    takeBack: (attempt) => store.takeBack(idOf(attempt)),
    forget: (attempt) => store.forget(idOf(attempt)),
  };
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

function verdictOn(counts: readonly Count[]): Verdict {
  const over = counts.filter(({ rule, tries }) => tries > rule.atMost);
  if (over.length === 0) return { allowed: true };
  return { allowed: false, waitSeconds: Math.ceil(Math.max(...over.map(({ leftMs }) => leftMs)) / 1000) };
}
