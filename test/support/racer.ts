import { fork } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";

const program = new URL("racer-process.ts", import.meta.url);

export type Deed = "approve" | "hide" | "delete";
export type Attempt = { deed: Deed; id: string; version: number };

/** Another process with the same portal, that does as it is told and says how it went. */
export async function startRacer(environment: Record<string, string>) {
  const child = fork(program, { env: { ...process.env, ...environment } });
  const next = async () => z.tuple([z.string()], z.unknown()).parse(await once(child, "message"))[0];
  await next();
  return {
    async attempt(deed: Deed, id: string, version: number): Promise<string> {
      const answer = next();
      child.send({ deed, id, version } satisfies Attempt);
      return answer;
    },
    async [Symbol.asyncDispose]() {
      child.disconnect();
      await once(child, "exit");
    },
  };
}
