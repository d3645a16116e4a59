import { minuteMs } from "./durations.ts";

/** Growing pauses between the tries of what waits in a queue, 21 hours in all. The first is longer than any try takes. */
export const queuePauses = [1, 5, 30, 120, 360, 360, 360].map((minutes) => minutes * minuteMs);

export const longestPauseMs = Math.max(...queuePauses);

/** Returns the pause after so many failures in a row. The last pause is repeated. */
export const pauseAfter = (failures: number, pausesMs: readonly number[]): number =>
  pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0;

type Retry = {
  pauseMs: number;
  maxPauseMs: number;
  /** No try begins after this moment of `performance.now()`. */
  deadline: number;
  maxTries?: number;
  /** False for a failure that stays until somebody acts. */
  isTemporary: (error: unknown) => boolean;
};

/** Tries again after a pause that doubles. Pauses are random, so that several processes do not try all at once. */
export async function retry<Result>(attempt: () => Result | Promise<Result>, options: Retry): Promise<Result> {
  const { deadline, maxPauseMs, maxTries = Infinity, isTemporary } = options;
  for (let tried = 1, pauseMs = options.pauseMs; ; tried += 1, pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    const waitMs = pauseMs * (0.5 + Math.random() / 2);
    try {
      return await attempt();
    } catch (error) {
      if (tried >= maxTries || !isTemporary(error) || performance.now() + waitMs >= deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
