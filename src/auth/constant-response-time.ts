import { setTimeout as pause } from "node:timers/promises";
import type { AccountContext } from "./account-context.ts";

/** In milliseconds. Longer than any of these steps takes on its own. */
export const responseMs = 500;

/** Answers no sooner than `responseMs`, so that the time reveals nothing about what was done. */
export async function inConstantTime<Result>(
  { responseMs: least }: Pick<AccountContext, "responseMs">,
  work: () => Promise<Result>,
): Promise<Result> {
  const [result] = await Promise.allSettled([work(), pause(least)]);
  if (result.status === "rejected") throw result.reason;
  return result.value;
}

/** Like `inConstantTime`, for failures only: a successful sign-in does not wait. `begun` is when the step began. */
export async function untilConstantTime({ responseMs: least }: Pick<AccountContext, "responseMs">, begun: number) {
  await pause(Math.max(0, least - (performance.now() - begun)));
}
