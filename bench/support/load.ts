import { fork } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";

const program = new URL("load-process.ts", import.meta.url);
const answerSchema = z.object({ latencies: z.array(z.number()) });

export type Load = { url: string; connections: number };
export type LoadAnswer = z.output<typeof answerSchema>;

type Wishes = { connections: number; until: Promise<unknown> };

/** Asks one address again and again, from another process, until something has ended. Times are in milliseconds. */
export async function loadFor(url: string, { connections, until }: Wishes): Promise<LoadAnswer> {
  const child = fork(program);
  await once(child, "message");
  child.send({ url, connections } satisfies Load);
  await until;
  child.send("stop");
  const message: unknown[] = await once(child, "message");
  child.disconnect();
  return answerSchema.parse(message[0]);
}
