// Checks every link that is delivered: node tools/ready.mjs links [--online]. With `--online` it also asks each host for its page.
import { problemsOnline } from "./links/ask-hosts.ts";
import { addressesElsewhere, problemsOfLinks, problemsOfTexts } from "./links/check-links.ts";

const addresses = addressesElsewhere();
const problems = [
  ...problemsOfLinks(),
  ...problemsOfTexts(),
  ...(process.argv.includes("--online") ? await problemsOnline(addresses) : []),
];
for (const problem of problems) console.error(problem);
console.log(`${addresses.length} addresses elsewhere, ${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
