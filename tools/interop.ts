// Shows what other people's programs say of what a site publishes: npm run interop. Programs that are not installed are
// named and passed over: apt-get install openssl golang-go golang-golang-x-mod-dev zbar-tools zxing-cpp-tools poppler-utils
import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { makeArtefacts, openSite } from "./interop/artefacts.ts";
import { type Answers, hasGo } from "./interop/tool.ts";
import { tools } from "./interop/verdicts.ts";
import { askOfWitnesses } from "./interop/witness.ts";

using folder = mkdtempDisposableSync(path.join(tmpdir(), "attestry-interop-"));
const data = path.join(folder.path, "data");
let disagreements = 0;

const isRight = ({ genuine, withdrawn, altered }: Answers) =>
  genuine === "accepted" &&
  withdrawn !== "accepted" &&
  withdrawn !== "refused" &&
  altered.every((one) => one === "refused");

const written = ({ genuine, withdrawn, altered }: Answers) =>
  [genuine, withdrawn ?? "–", `${altered.filter((one) => one === "refused").length} of ${altered.length} refused`].join(
    " | ",
  );

console.log("| artefact | program | genuine | withdrawn | altered |\n| --- | --- | --- | --- | --- |");
await using opened = new AsyncDisposableStack();
const made = await makeArtefacts(opened.use(await openSite(data)));
for (const { artefact, name, isThere, ask } of tools) {
  const answers = isThere() ? await ask(made, folder.path) : null;
  if (answers && !isRight(answers)) disagreements += 1;
  console.log(`| ${artefact} | ${name} | ${answers ? written(answers) : "not tried: not installed | | "} |`);
}
await opened.disposeAsync();

console.log("\n| witness in Go | what it does | signature | the site says |\n| --- | --- | --- | --- |");
if (!hasGo()) console.log("| not tried: not installed | | | |");
for (const { witness, does, expected, got } of hasGo() ? await askOfWitnesses(data) : []) {
  if (JSON.stringify(got) !== JSON.stringify(expected)) disagreements += 1;
  console.log(`| ${witness} | ${does} | ${got.signature} | ${got.says || "–"} |`);
}
console.log(`\n${disagreements} disagreements.`);
process.exitCode = disagreements === 0 ? 0 : 1;
