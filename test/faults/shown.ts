/** What a fault came to. */
export type Shown = {
  rounds: number;
  /** 2xx received by clients. */
  acknowledged: number;
  /** In words, what was lost or is not as it must be. */
  problems: string[];
  /** What took too long: for a whole run alone, as tests share their machine. */
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

/** Notes how long something took, and whether that was too long. */
export function timed(shown: Shown, what: string, ms: number, limitMs: number): void {
  shown.slowestMs = Math.max(shown.slowestMs, ms);
  if (ms > limitMs) shown.late.push(`${what}: ${(ms / 1000).toFixed(1)} s, at most ${limitMs / 1000} s are allowed`);
}
