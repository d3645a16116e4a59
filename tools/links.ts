// Requests the page of every default link: node tools/ready.mjs links. What needs no network is checked by the tests.
import { addressesElsewhere } from "./links/check-links.ts";
import { officialHosts } from "./links/official-hosts.ts";

const patienceMs = 20_000;

/** Describes why a page does not answer, or that it redirects to an unknown host. Null if the page is fine. */
async function problemOnline(address: string): Promise<string | null> {
  try {
    const { status, url, body } = await fetch(address, { signal: AbortSignal.timeout(patienceMs) });
    await body?.cancel();
    // Some offices refuse programs with 403, which says nothing about their page.
    if (status >= 400 && status !== 403) return `${address} answers ${status}`;
    return officialHosts.has(new URL(url).hostname)
      ? null
      : `${address} leads to ${url}, which is no known official host`;
  } catch (error) {
    return `${address} does not answer: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const addresses = addressesElsewhere();
const problems = (await Promise.all(addresses.map(problemOnline))).filter((problem) => problem !== null);
for (const problem of problems) console.error(problem);
console.log(`${addresses.length} addresses elsewhere, ${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
