import { setTimeout as delay } from "node:timers/promises";
import { isBusy } from "./node-sqlite.ts";

export const patienceMs = 5000;

export const endOfPatience = (): number => performance.now() + patienceMs;

/** Another process holds the lock for milliseconds as a rule; ask again until patience ends. */
export async function retryWhileBusy<Result>(attempt: () => Result, giveUpAt = endOfPatience()): Promise<Result> {
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error;
    }
    await delay(pause);
  }
}
