// Breaks the sources in one place after the other, and tells what no test notices: npm run mutants [-- FOLDER or FILE…] [--most 200] [--seed 1] [--unit] [--workers 2]
import { globSync } from "node:fs";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { seededRandom } from "#demo/random.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** So many mutants, drawn by the seed. */
    most: { type: "string", default: "Infinity" },
    seed: { type: "string", default: "1" },
    /** Leaves the integration tests out. */
    unit: { type: "boolean", default: false },
    workers: { type: "string", default: "2" },
  },
});
/** The integration tests whose subject a folder is. They need neither PostgreSQL nor built pages. All others take too long. */
const integrationTests = {
  "src/core":
    "operations/{records,lookups/lookup-days,classes,posts,imports,settings,reports,holders,holder-looks,share-codes,wallet,drafts,alerts,desk}",
  "src/sealing": "operations/{keys,signing-keys,statements,receipts,log-witnesses,images,share-codes,watches}",
  "src/limits": "{storage/limits,operations/lookups/lookup*,operations/watches}",
  "src/auth": "{auth/!(constant-response-time|sign-in-flood),api/api-keys}",
  "src/operations/records":
    "operations/{records,record-*,duplicate-numbers,check-numbers,who-may,changed-columns,approval-queue,missing-ircc-number}",
  "src/operations/holders": "operations/{holder*,share-codes,hold-back,wallet,who-may}",
  "src/operations/accounts": "{operations/{staff,invitations,first-admin,held-changes,who-may,desk},api/api-keys}",
  "src/operations/proofs":
    "operations/{statements,signing-keys,slip,wallet,ask-wallet,withdrawals,missing-ircc-number}",
};
// Read by test/support/global-setup.ts.
process.env["ATTESTRY_TEST_POSTGRES_BIN"] = "none";

const places = positionals.length > 0 ? positionals : ["src/core", "src/sealing", "src/limits"];
const files = places
  .flatMap((place) => globSync([`${place}/**/*.ts`, place]).toSorted())
  .filter((file) => /(?<!\.test)\.ts$/.test(file));

const random = seededRandom(Number(values.seed));
// oxlint-disable-next-line typescript/unbound-method -- It is called with its object.
const makeAll = Instrumenter.prototype.instrument;
/** Stryker can only choose files and lines, and no mutant of several lines would be drawn with a line. */
Instrumenter.prototype.instrument = async function instrument(...given) {
  const { mutants: all, ...rest } = await makeAll.apply(this, given);
  const shuffled = all.map((mutant) => ({ mutant, at: random() })).toSorted((a, b) => a.at - b.at);
  return { ...rest, mutants: shuffled.slice(0, Number(values.most)).map(({ mutant }) => mutant) };
};

const stryker = new Stryker({
  mutate: files,
  testRunner: "vitest",
  vitest: { configFile: "tools/mutants/vitest.config.ts", pool: "forks", related: false },
  // Of these, each mutant runs the tests that reach it. A unit test may lie in another folder.
  testFiles: [
    "{src,packages}/**/*.test.ts",
    ...Object.entries(integrationTests)
      .filter(([folder]) => !values.unit && places.some((place) => place.startsWith(folder)))
      .map(([, tests]) => `test/${tests}.test.ts`),
  ],
  // A timeout counts as noticed. On a busy machine, the default of five seconds would be too short.
  timeoutMS: 20_000,
  // Stryker reads it with an interface that TypeScript 7 no longer has, and does not need it here.
  tsconfigFile: "none",
  // What runs only while a file is imported (a table, a schema) is left out: each of its mutants would need every test.
  ignoreStatic: true,
  concurrency: Number(values.workers),
  reporters: ["progress-append-only"],
  tempDirName: ".bench/mutants",
  ignorePatterns: [
    ".bench",
    ".runtime",
    ".demo",
    "build",
    "data",
    "releases",
    "screenshots",
    "test-results",
    "docs/pictures",
  ],
});
const mutants = await stryker.runMutationTest();

for (const place of places) {
  const inPlace = mutants.filter(({ fileName }) => fileName.includes(`/${place}`));
  // A mutant that cannot be run ("RuntimeError") shows nothing about the tests.
  const thatAre = (...states: string[]) => inPlace.filter(({ status }) => states.includes(status));
  const unnoticed = thatAre("Survived", "NoCoverage");
  for (const { fileName, location, replacement, status } of unnoticed)
    console.log(`${fileName}:${location.start.line}:${location.start.column} ${status}: ${replacement}`);
  const [noticed, timeouts] = [thatAre("Killed", "Timeout").length, thatAre("Timeout").length];
  const all = noticed + unnoticed.length;
  const percent = ((100 * noticed) / all).toFixed(1);
  console.log(`${place}: ${noticed} of ${all} mutants noticed (${percent} %), ${timeouts} of them by a timeout`);
}
