import { type HashQueue, type Priority, StepRefused } from "./account-context.ts";

/** So many wait for each hash at once: the last stranger for some seconds, the last of the known for half a minute. */
const mostWaiting: Record<Priority, number> = { known: 100, strangers: 20 };
const retrySeconds = 5;

/** So many password hashes at once: a flood of sign-ins shall leave a processor to everything else. */
export function openHashQueue(atOnce: number): HashQueue {
  let free = atOnce;
  const waiting: Record<Priority, (() => void)[]> = { known: [], strangers: [] };

  function checkRoom(priority: Priority): void {
    if (waiting[priority].length < mostWaiting[priority] * atOnce) return;
    throw new StepRefused({ ok: false, problem: "busy", waitSeconds: retrySeconds });
  }

  async function run<Result>(priority: Priority, work: () => Promise<Result>): Promise<Result> {
    if (free > 0) free -= 1;
    else {
      checkRoom(priority);
      await new Promise<void>((resolve) => waiting[priority].push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.known.shift() ?? waiting.strangers.shift();
      if (next) next();
      else free += 1;
    }
  }

  return { checkRoom, run };
}
