import { fork } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";

const program = new URL("lookup-server.ts", import.meta.url);

/** `answering` takes how many bytes, `image` which one. */
export type LookupServerKind = "portal" | "bare" | "answering" | "image";

export type LookupServer = AsyncDisposable & { url: string; pid: number };

export async function startLookupServer(
  kind: LookupServerKind,
  environment: Record<string, string>,
  argument = "",
): Promise<LookupServer> {
  const child = fork(program, [kind, argument], { env: { PATH: process.env["PATH"], ...environment } });
  const [url] = z.tuple([z.string()]).parse((await once(child, "message")).slice(0, 1));
  return {
    url,
    pid: Number(child.pid),
    async [Symbol.asyncDispose]() {
      child.disconnect();
      await once(child, "exit");
    },
  };
}
