import { fork } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";

const program = new URL("bare-images-process.ts", import.meta.url);
const readySchema = z.object({ port: z.number() });

/** Where one sealed image lies, and what opens it. */
export type BareImage = { file: string; key: Uint8Array; place: string };

/** Bare `node:http` in a process of its own, which answers everything with one image: read, unsealed and sent. */
export async function startBareImages(image: BareImage): Promise<AsyncDisposable & { url: string }> {
  const child = fork(program, { serialization: "advanced" });
  child.send(image);
  const message: unknown[] = await once(child, "message");
  const { port } = readySchema.parse(message[0]);
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, "exit");
    },
  };
}
