import { setTimeout as pause } from "node:timers/promises";

/** Longer than any of these steps takes by itself. */
const evenMs = 500;

/** Answers no sooner than others do, so that the time tells nothing of what was done. */
export async function inEvenTime<Result>(work: () => Promise<Result>): Promise<Result> {
  const [result] = await Promise.allSettled([work(), pause(evenMs)]);
  if (result.status === "rejected") throw result.reason;
  return result.value;
}

/** The same for what turned out to be refused; whoever gets in does not wait. */
export async function untilEven(begun: number): Promise<void> {
  await pause(Math.max(0, evenMs - (performance.now() - begun)));
}
