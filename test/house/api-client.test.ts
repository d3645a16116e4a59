import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { clientFile, remadeClient } from "../../tools/make-api-client.ts";

const bare = (source: string) => source.replaceAll(/[\s;,()|]/g, "");

test("the client in docs/ is made from the calls as they are: otherwise run node tools/make-api-client.ts", async () => {
  expect(bare(await readFile(clientFile, "utf8"))).toBe(bare(await remadeClient()));
});
