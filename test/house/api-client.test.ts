import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { clientFile, remadeClient } from "../../tools/make-api-client.ts";

const bare = (source: string) => source.replaceAll(/[\s;,()|]/g, "");

test("docs/attestry-client.ts is up to date with src/api: if not, run node tools/make-api-client.ts", async () => {
  expect(bare(await readFile(clientFile, "utf8"))).toBe(bare(await remadeClient()));
});
