import { setTimeout as pause } from "node:timers/promises";
import type { AccountContext } from "./account-context.ts";

/** Longer than any of these steps takes by itself. */
export const responseMs = 500;

/** Answers no sooner than in other cases, so that the time says nothing about what was done. */
export async function inConstantTime<Result>(
  { responseMs: least }: Pick<AccountContext, "responseMs">,
  work: () => Promise<Result>,
): Promise<Result> {
  const [result] = await Promise.allSettled([work(), pause(least)]);
  if (result.status === "rejected") throw result.reason;
  return result.value;
}

/** The same for failures alone: whoever gets in does not wait. */
export async function untilConstantTime({ responseMs: least }: Pick<AccountContext, "responseMs">, begun: number) {
  await pause(Math.max(0, least - (performance.now() - begun)));
}
