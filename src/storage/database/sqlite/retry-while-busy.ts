import { setTimeout as delay } from "node:timers/promises";
import { isBusy } from "./node-sqlite.ts";

export const timeoutMs = 5000;

export const newDeadline = (): number => performance.now() + timeoutMs;

/** Another process usually holds the lock for milliseconds: tries again until the deadline. */
export async function retryWhileBusy<Result>(attempt: () => Result, deadline = newDeadline()): Promise<Result> {
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await delay(pause);
  }
}
