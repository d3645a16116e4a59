/** The result of a fault. */
export type Shown = {
  rounds: number;
  /** The number of 2xx responses that clients received. */
  acknowledged: number;
  /** Descriptions of what was lost or is wrong. */
  problems: string[];
  /** What took too long. Only `npm run faults` looks at this, because tests share their machine. */
  late: string[];
  /** The slowest return to service, in milliseconds. */
  slowestMs: number;
};

export const nothingYet = (rounds: number): Shown => ({
  rounds,
  acknowledged: 0,
  problems: [],
  late: [],
  slowestMs: 0,
});

/** Notes how long something took, and adds it to `late` if it was too long. */
export function timed(shown: Shown, what: string, ms: number, limitMs: number): void {
  shown.slowestMs = Math.max(shown.slowestMs, ms);
  if (ms > limitMs) shown.late.push(`${what}: ${(ms / 1000).toFixed(1)} s, at most ${limitMs / 1000} s are allowed`);
}
