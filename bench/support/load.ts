import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";

const program = new URL("load-process.ts", import.meta.url);
/** `processorSeconds` is the processor time of the clients. */
const answerSchema = z.object({ latencies: z.array(z.number()), processorSeconds: z.number() });

/**
 * Requests one URL again and again, or `paths` in rotation. Every response must have the status. `body` is a form to
 * post; without it, the requests are GET. `from` lists addresses of this machine from which connections are made, in
 * rotation.
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

/** Responses per second, over one round. */
export async function servedRate(url: string, wishes: Omit<Load, "url">): Promise<number> {
  const { latencies } = await loadFor(url, { ...wishes, until: delay(roundSeconds * 1000) });
  return latencies.length / roundSeconds;
}

/** Sends requests from another process until a promise settles. Times are in milliseconds. */
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
