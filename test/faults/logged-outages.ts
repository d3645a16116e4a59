import { setTimeout as delay } from "node:timers/promises";
import { ask, type Member, timeUntil } from "./member.ts";
import type { Proxy } from "./postgres-proxy.ts";
import { serveSite, type ServedSite, type SiteSetup } from "./served-site.ts";
import { nothingYet, type Shown } from "./shown.ts";

const clients = 64;
const lastsMs = 60_000;
const mostLines = 100;
const paths = ["/", "/news", "/User_Data?limit=5", "/User_Data/A1234567", "/account", "/dashboard/update", "/readyz"];

/** Takes the database away for a minute, and reads what the site logs of it. */
export async function loggedOutages(ground: SiteSetup, proxy: Proxy, rounds: number): Promise<Shown> {
  const shown = nothingYet(rounds);
  for (let round = 0; round < rounds; round += 1) {
    await using site = await serveSite(ground);
    const before = site.server.log.length;
    proxy.set(round % 2 === 0 ? "cuts" : "swallows");
    const failed = await failuresOf(site.member);
    proxy.set("passes");
    const isTold = async () => site.server.log.some(({ msg }) => isRecovery(msg));
    if ((await timeUntil(isTold, 30_000)) === Infinity) shown.problems.push("no line says that the database is back");
    shown.problems.push(...wrongLines(site, before, failed));
    shown.acknowledged += failed;
  }
  return shown;
}

/** The number of requests that were answered 503. */
async function failuresOf(member: Member): Promise<number> {
  const end = performance.now() + lastsMs;
  const askAll = async (client: number) => {
    let failed = 0;
    for (let at = client; performance.now() < end; at += 1) {
      const answer = await ask(member, { path: paths[at % paths.length] ?? "/" });
      if (answer?.status === 503) failed += 1;
      await delay(10);
    }
    return failed;
  };
  const all = await Promise.all(Array.from({ length: clients }, (_, client) => askAll(client)));
  return all.reduce((sum, failed) => sum + failed, 0);
}

const isRecovery = (said: unknown) => /^the database: answers again, after \d+ s/.test(String(said));

function wrongLines({ server }: ServedSite, before: number, failed: number): string[] {
  const lines = server.log.slice(before);
  const unnamed = lines.filter(({ cause }) => cause === "Error");
  const told = lines.find(({ msg }) => isRecovery(msg));
  const bytes = lines.reduce((sum, line) => sum + JSON.stringify(line).length, 0);
  const counted = Number(told?.["requests"]);
  console.log(`  ${lines.length} lines, ${bytes} bytes; ${failed} answers with 503; ${String(told?.["msg"])}`);
  return [
    ...(lines.length > mostLines ? [`it wrote ${lines.length} lines, at most ${mostLines} are allowed`] : []),
    ...unnamed.map((line) => `a cause says nothing: ${JSON.stringify(line)}`),
    ...(counted < failed ? [`the log counts ${counted} of ${failed} requests`] : []),
  ];
}
