import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { openApiDocument } from "../../src/api/openapi/openapi-document.ts";
import { clientSource } from "../../tools/api-client/client-source.ts";

const bare = (source: string) => source.replaceAll(/[\s;,()|]/g, "");

test("the client in docs/ is made from the calls as they are: otherwise run node tools/make-api-client.ts", async () => {
  const kept = await readFile("docs/attestry-client.ts", "utf8");
  expect(bare(kept) === bare(clientSource(openApiDocument("http://localhost:3000")))).toBe(true);
});
