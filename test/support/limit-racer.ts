import { fork } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";
import type { Attempt } from "#limits/limits.ts";

const program = new URL("limit-racer-process.ts", import.meta.url);

export type LimitRace = { attempts: readonly Attempt[]; times: number };

/** Another process on the same portal, that tries as often as it is told, all at once, and says how many passed. */
export async function startLimitRacer(environment: Record<string, string>) {
  const child = fork(program, { env: { ...process.env, ...environment } });
  const next = async (): Promise<unknown> => z.tuple([z.unknown(), z.unknown()]).parse(await once(child, "message"))[0];
  await next();
  return {
    async race(race: LimitRace): Promise<unknown> {
      const answer = next();
      child.send(race);
      return answer;
    },
    async [Symbol.asyncDispose]() {
      child.disconnect();
      await once(child, "exit");
    },
  };
}
