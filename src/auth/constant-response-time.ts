import { setTimeout as pause } from "node:timers/promises";

/** Longer than any of these steps takes by itself. */
const responseMs = 500;

/** Answers no sooner than in other cases, so that the time says nothing about what was done. */
export async function inConstantTime<Result>(work: () => Promise<Result>): Promise<Result> {
  const [result] = await Promise.allSettled([work(), pause(responseMs)]);
  if (result.status === "rejected") throw result.reason;
  return result.value;
}

/** The same for failures alone: whoever gets in does not wait. */
export async function untilConstantTime(begun: number): Promise<void> {
  await pause(Math.max(0, responseMs - (performance.now() - begun)));
}
