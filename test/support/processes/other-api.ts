import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";

const program = new URL("api-process.ts", import.meta.url);

export type OtherApi = AsyncDisposable & { url: string; child: ChildProcess };

/** The same routes in a process of their own. */
export async function startOtherApi(environment: Record<string, string>): Promise<OtherApi> {
  const child = fork(program, { env: { ...process.env, ...environment } });
  const [url] = z.tuple([z.string()]).parse((await once(child, "message")).slice(0, 1));
  return {
    url,
    child,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}
