import { once } from "node:events";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { enableCompileCache } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { forkWorker } from "./fork-worker.ts";

test("a worker, which reads untrusted files, inherits no environment variable except the compile cache", async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "attestry-worker-"));
  // As src/main.ts does. The cache is enabled for all tests of this process, so its folder must not be a temporary one.
  enableCompileCache(path.resolve("build/compiled"));
  const program = path.join(folder.path, "tell.mjs");
  await writeFile(program, "process.send(process.env); process.disconnect();");
  const worker = forkWorker(pathToFileURL(program));
  const ended = once(worker, "exit");
  const [environment] = await once(worker, "message");
  await ended;
  expect(environment).toEqual({ NODE_COMPILE_CACHE: expect.any(String) });
});
