import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";

const program = new URL("load-process.ts", import.meta.url);
/** `processorSeconds`: what the clients took themselves. */
const answerSchema = z.object({ latencies: z.array(z.number()), processorSeconds: z.number() });

/**
 * One address again and again, or `paths` in turns; every answer must have the status. `body`: a form to post; without
 * one the address is only asked for. `from`: the addresses of this machine from which it comes, in turns.
 */
export type Load = {
  url: string;
  connections: number;
  paths?: readonly string[];
  body?: string;
  status?: number;
  from?: readonly string[];
};
export type LoadAnswer = z.output<typeof answerSchema>;

type Wishes = Omit<Load, "url"> & { until: Promise<unknown> };

export const roundSeconds = 1.5;

/** Answers a second, over a round. */
export async function servedRate(url: string, wishes: Omit<Load, "url">): Promise<number> {
  const { latencies } = await loadFor(url, { ...wishes, until: delay(roundSeconds * 1000) });
  return latencies.length / roundSeconds;
}

/** Asks again and again, from another process, until something has ended. Times are in milliseconds. */
export async function loadFor(url: string, { until, ...wishes }: Wishes): Promise<LoadAnswer> {
  const child = fork(program);
  await once(child, "message");
  child.send({ url, ...wishes } satisfies Load);
  await until;
  child.send("stop");
  const message: unknown[] = await once(child, "message");
  child.disconnect();
  return answerSchema.parse(message[0]);
}
