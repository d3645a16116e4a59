/** One thing that is counted, in one window. */
type Counter = {
  /** Stands for a rule and a key, and tells nothing of them. */
  id: string;
  tries: number;
  endsAt: number;
};

/** Where counters are, for all processes. */
export type CounterStore = {
  idOf: (rule: string, key: string) => string;
  /**
   * Counts one try for each, all or none, and says how they stand, in any order. Where no window is open at `now`, the
   * one given begins. Ids come once each, in ascending order.
   */
  count: (fresh: readonly Counter[], now: number) => Promise<Counter[]>;
  forget: (id: string) => Promise<void>;
};
