import { type HashQueue, type Line, StepRefused } from "./account-context.ts";

/** The last of them waits for some seconds. */
const mostStrangers = 20;
const retrySeconds = 5;

/** So many password hashes at once: a flood of sign-ins shall leave a processor to everything else. */
export function openHashQueue(atOnce: number): HashQueue {
  let free = atOnce;
  const waiting: Record<Line, (() => void)[]> = { known: [], strangers: [] };

  function checkRoom(line: Line): void {
    if (line === "known" || waiting.strangers.length < mostStrangers * atOnce) return;
    throw new StepRefused({ ok: false, problem: "busy", waitSeconds: retrySeconds });
  }

  async function run<Result>(line: Line, work: () => Promise<Result>): Promise<Result> {
    if (free > 0) free -= 1;
    else {
      checkRoom(line);
      await new Promise<void>((resolve) => waiting[line].push(resolve));
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
