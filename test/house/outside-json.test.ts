import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "../..");

/** What these files parse does not come from outside, or `core/outside-json.ts` has read it before. */
const parsesItsOwn = {
  "src/auth/endpoint-answers.ts": "a challenge that this program made",
  "src/auth/factors/add-passkey.ts": "a sealed cookie",
  "src/auth/providers/visit-provider.ts": "a sealed cookie",
  "src/cli/settings.ts": "what the operator types; names of settings are looked up as own properties",
  "src/core/outside-json.ts": "all that comes from outside",
  "src/core/stored/decoders.ts": "stored columns",
  "src/documents/text/fonts-of-letters.ts": "a file of the program",
  "src/limits/proof-of-work.ts": "a challenge that this program made: a seal covers each of its values",
  "src/operations/backups/erasures.ts": "a backup, checked by a schema",
  "src/operations/backups/manifest.ts": "a backup, checked by a schema",
  "src/operations/backups/row-chunks.ts": "a backup, checked by a schema",
  "src/operations/portal/restore-order.ts": "a file of this program",
  "src/sealing/sealed-content.ts": "sealed columns",
  "src/sealing/token.ts": "sealed tokens",
  "src/server/own-version.ts": "a file of the program",
};

test("only core/outside-json.ts parses JSON that comes from outside", () => {
  const files = globSync("src/**/*.{ts,tsx}", { cwd: root }).filter((file) => !/\.test\.tsx?$/u.test(file));
  // Scripts of pages read what this site has sent.
  const onTheServer = files.filter((file) => !/^src\/web\/.*(enhance|script|compare)\//u.test(file));
  const parse = onTheServer.filter((file) => readFileSync(path.join(root, file), "utf8").includes("JSON.parse("));
  expect(parse.toSorted()).toEqual(Object.keys(parsesItsOwn));
});
