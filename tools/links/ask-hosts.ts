import { officialHosts } from "./official-hosts.ts";

const patienceMs = 20_000;

/** Asks for each page over the network: in words, which do not answer, or have moved to somebody else. */
export async function problemsOnline(addresses: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(addresses.map(problemOf));
  return answers.filter((problem) => problem !== null);
}

async function problemOf(address: string): Promise<string | null> {
  try {
    const { status, url, body } = await fetch(address, { signal: AbortSignal.timeout(patienceMs) });
    await body?.cancel();
    // Some offices turn programs away, which says nothing about their page.
    if (status >= 400 && status !== 403) return `${address} answers ${status}`;
    return officialHosts.has(new URL(url).hostname)
      ? null
      : `${address} leads to ${url}, which is no known official host`;
  } catch (error) {
    return `${address} does not answer: ${error instanceof Error ? error.message : String(error)}`;
  }
}
