import { fork } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";

const program = new URL("load-process.ts", import.meta.url);
const answerSchema = z.object({ latencies: z.array(z.number()) });

/** `body`: a form to post; without one the address is only asked for. */
export type Load = { url: string; connections: number; body?: string };
export type LoadAnswer = z.output<typeof answerSchema>;

type Wishes = Omit<Load, "url"> & { until: Promise<unknown> };

/** Asks one address again and again, from another process, until something has ended. Times are in milliseconds. */
export async function loadFor(url: string, { until, ...load }: Wishes): Promise<LoadAnswer> {
  const child = fork(program);
  await once(child, "message");
  child.send({ url, ...load } satisfies Load);
  await until;
  child.send("stop");
  const message: unknown[] = await once(child, "message");
  child.disconnect();
  return answerSchema.parse(message[0]);
}
