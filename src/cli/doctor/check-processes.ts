import { nameOf, type SickProcess, sickProcesses } from "#operations/processes.ts";
import { countLivingProcesses } from "#storage/database/lookups/processes.ts";
import { type Finding, needed, ok, type SiteParts, warning, wrong } from "./finding.ts";

/** Names what keeps the site from writing, and processes that do not answer. */
export async function checkProcesses({ database: open }: SiteParts): Promise<Finding> {
  const database = await needed(open(), "Database");
  const [living, sick] = await Promise.all([countLivingProcesses(database.lookups), sickProcesses({ database })]);
  const found = sick.map(sentenceOf).join(" ");
  const todo = sick.map(adviceFor).join(" ");
  if (sick.some(({ holdsLock }) => holdsLock)) return wrong(found, todo);
  if (sick.length > 0) return warning(found, todo);
  if (living === 0) return warning("No process serves this site now.", "Start it, unless you stopped it.");
  return ok(living === 1 ? "One process of this site answers." : `${living} processes of this site answer.`);
}

const timeBefore = (ms: number) => `${new Date(Date.now() - ms).toISOString().slice(0, 19).replace("T", " ")} UTC`;

function sentenceOf(sick: SickProcess): string {
  const { process, program, holdsLock, silentMs, heldMs } = sick;
  const name = process ? `Process ${nameOf(sick)}${holdsLock ? ` (${program})` : ""}` : program;
  const holds = `keeps the site from changing anything${heldMs === null ? "" : `, since ${timeBefore(heldMs)}`}`;
  const silent = silentMs === null ? "" : `has not answered since ${timeBefore(silentMs)}`;
  return `${name} ${[holdsLock ? holds : "", silent].filter((part) => part !== "").join(", and ")}.`;
}

function adviceFor({ process, holdsLock, session }: SickProcess): string {
  if (session !== undefined) return `In PostgreSQL: select pg_terminate_backend(${session});`;
  if (process === null) return "It ended, or is an earlier version that was stopped.";
  const { host, pid } = process;
  return holdsLock
    ? `On ${host}: kill -9 ${pid}. Nothing that was acknowledged is lost. Remove no file.`
    : `If it still runs on ${host}: kill -9 ${pid}, and start it again. If that machine is gone, this ends within an hour.`;
}
