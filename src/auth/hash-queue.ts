import { PortalError } from "#core/errors.ts";
import type { HashQueue, Priority } from "./account-context.ts";

/**
 * The maximum queue length per concurrent hash: the last stranger waits some seconds, the last known client half a
 * minute.
 */
const maxWaiting: Record<Priority, number> = { known: 100, strangers: 20 };
const retrySeconds = 5;

/** Runs at most `atOnce` password hashes at once: a flood of sign-ins must leave a processor for everything else. */
export function openHashQueue(atOnce: number): HashQueue {
  let free = atOnce;
  const waiting: Record<Priority, (() => void)[]> = { known: [], strangers: [] };

  function checkRoom(priority: Priority): void {
    if (waiting[priority].length < maxWaiting[priority] * atOnce) return;
    throw new PortalError("busy", { waitSeconds: retrySeconds });
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
