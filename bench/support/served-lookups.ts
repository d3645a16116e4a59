import { fork } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";
import type { SealedImage } from "./published-document.ts";

/** The argument of a server of the kind `answering` is its number of bytes. */
export type LookupServerKind = "portal" | "bare" | "answering";

export type LookupServer = AsyncDisposable & { url: string; pid: number };

export const startLookupServer = (
  kind: LookupServerKind,
  environment: Record<string, string>,
  argument = "",
): Promise<LookupServer> => startProcess(new URL("lookup-server.ts", import.meta.url), [kind, argument], environment);

export const startImageServer = (image: SealedImage): Promise<LookupServer> =>
  startProcess(new URL("image-server.ts", import.meta.url), [JSON.stringify(image)], {});

async function startProcess(program: URL, args: string[], environment: Record<string, string>): Promise<LookupServer> {
  const child = fork(program, args, { env: { PATH: process.env["PATH"], ...environment } });
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
