import { nameOf, type SickProcess, sickProcesses } from "#operations/portal/processes.ts";
import { countLivingProcesses } from "#storage/database/lookups/processes.ts";
import { type Finding, needed, ok, type SiteParts, warning, wrong } from "./finding.ts";

/** Names what keeps the site from writing, and processes that do not answer. */
export async function checkProcesses({ database: open }: SiteParts): Promise<Finding> {
  const database = await needed(open(), "Database");
  const [living, sick] = await Promise.all([countLivingProcesses(database.lookups), sickProcesses({ database })]);
  return sick.length > 0 ? judgeSick(sick) : judgeLiving(living);
}

function judgeLiving(living: number): Finding {
  if (living === 0) return warning("No process serves this site now.", "Start it, unless you stopped it.");
  return ok(living === 1 ? "One process of this site answers." : `${living} processes of this site answer.`);
}

export function judgeSick(sick: readonly SickProcess[]): Finding {
  const found = sick.map(sentenceOf).join(" ");
  const todo = sick.map(adviceFor).join(" ");
  return sick.some(({ holdsLock }) => holdsLock) ? wrong(found, todo) : warning(found, todo);
}

const timeBefore = (ms: number) => `${new Date(Date.now() - ms).toISOString().slice(0, 19).replace("T", " ")} UTC`;

function sentenceOf(sick: SickProcess): string {
  const { process, program, holdsLock, silentMs, heldMs } = sick;
  const name = process ? `Process ${nameOf(sick)}${holdsLock ? ` (${program})` : ""}` : program;
  const holds = `keeps the site from changing anything${heldMs === null ? "" : `, since ${timeBefore(heldMs)}`}`;
  const silent = silentMs === null ? "" : `has not answered since ${timeBefore(silentMs)}`;
  return `${name} ${[holdsLock ? holds : "", silent].filter((part) => part !== "").join(", and ")}.`;
}

const unlessAtWork =
  "If it is a command that you started and that still works (move, repair), wait until it ends. Otherwise: ";

function adviceFor(sick: SickProcess): string {
  const { process, holdsLock, silentMs } = sick;
  // A process that serves and does not answer is stopped. Any other program may be at work.
  if (holdsLock) return `${silentMs === null ? unlessAtWork : ""}${howToEnd(sick)}`;
  if (process === null) return "It ended, or is an earlier version that was stopped.";
  const { host, pid } = process;
  return `If it still runs on ${host}: kill -9 ${pid}, and start it again. If that machine is gone, this ends within an hour.`;
}

function howToEnd({ process, session }: Pick<SickProcess, "process" | "session">): string {
  if (session !== undefined) return `In PostgreSQL: select pg_terminate_backend(${session});`;
  const end = process
    ? `On ${process.host}: kill -9 ${process.pid}.`
    : "Find what uses DATA_DIR, also in other containers, and end it there.";
  return `${end} Nothing that was acknowledged is lost. Remove no file.`;
}
