import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../support/processes/free-port.ts";
import { type StartedServer, startServer } from "../../support/processes/server.ts";
import { findDamage, findLostWrites } from "../data-checks.ts";
import { newLedger } from "../ledger.ts";
import { isReady, timeUntil } from "../member.ts";
import { nothingYet, type Shown, timed } from "../shown.ts";
import { newSiteSetup, type Workplace } from "../workplace.ts";
import { useUntil } from "./clients.ts";

const replacedWithinMs = 5000;
const rolledWithinMs = 20_000;
const betweenMs = 2000;

const servingIn = ({ log }: StartedServer) =>
  log.filter(({ msg }) => msg === "serving").map((line) => Number(line["process"]));

/** One process of two is killed, and then both are replaced one after another. A client that retries once must see no error. */
export async function supervisedProcesses(workplace: Workplace, rounds: number): Promise<Shown> {
  const shown = nothingYet(rounds);
  const { environment, cookie } = await newSiteSetup(workplace, "sqlite", { PROCESSES: "2" });
  await using server = await startServer({ ...environment, PORT: String(await freePort()) });
  const member = { url: server.url, cookie };
  const served = (count: number, limitMs: number) =>
    timeUntil(async () => servingIn(server).length === count && (await isReady(member)), limitMs);
  await served(2, rolledWithinMs);
  for (let round = 0; round < rounds; round += 1) {
    const [ledger, stopped] = [newLedger(), new AbortController()];
    const using = useUntil(stopped.signal, member, ledger, shown, 5);
    await delay(betweenMs);
    const before = servingIn(server);
    process.kill(before.at(-1) ?? NaN, "SIGKILL");
    timed(shown, "a replacement", await served(before.length + 1, replacedWithinMs), replacedWithinMs);
    server.child.kill("SIGHUP");
    timed(shown, "both replacements", await served(before.length + 3, rolledWithinMs), rolledWithinMs);
    await delay(betweenMs);
    stopped.abort();
    await using;
    shown.acknowledged += ledger.acknowledged;
    shown.problems.push(...(await findLostWrites(member, ledger)));
  }
  const code = await server.stop("SIGTERM");
  if (code !== 0) shown.problems.push(`the supervisor ended with ${code}`);
  shown.problems.push(...server.log.filter(({ error }) => error === "internal").map((line) => JSON.stringify(line)));
  shown.problems.push(...(await findDamage(environment)));
  return shown;
}
