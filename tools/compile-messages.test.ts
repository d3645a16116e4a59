import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { watcherOptions } from "./compile-messages.ts";

test("the development server writes messages with the hyphen that our fonts have", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "attestry-messages-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "bn.js");
  await watcherOptions.fs.promises.writeFile(file, "Rahim\u2011এর");
  expect(await readFile(file, "utf8")).toBe("Rahim-\u2060এর");
});
