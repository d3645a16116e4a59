import { parseArgs } from "node:util";
import { readConfig } from "#config";
import { counted } from "#core/counted.ts";
import { reasonOf } from "#core/reason-of.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { verifyErasures } from "#operations/backups/verify-erasures.ts";
import { verifyLog } from "#operations/log/verify-log.ts";
import { verifyStatements } from "#operations/proofs/verify-statements.ts";
import { verifyAudit, verifyRecords, verifyImages, verifyLookupLog, verifyStates } from "#operations/upkeep/verify.ts";
import { verifyRows } from "#operations/upkeep/verify-rows.ts";
import { boundTables } from "#storage/database/bound-rows.ts";
import type { Damage } from "#operations/upkeep/repair.ts";
import { openSite } from "./open-site.ts";
import { registriesIn } from "#storage/database/registries.ts";
import { openProgress, type Progress } from "./progress.ts";
import { repairAfterAsking } from "./repair.ts";
import { UsageError } from "./usage-error.ts";

type Part = {
  /** Prints a problem at once, because a later part may end early. */
  report: (problem: string) => void;
  onProgress: Progress["at"];
  /** Filled in by the parts, for --repair. */
  damage: { -readonly [Kind in keyof Damage]: Damage[Kind] };
};

/** Each function checks one part, and returns its summary in one line. */
const parts: Readonly<Record<string, (portal: Portal, part: Part) => Promise<string>>> = {
  "The database's own check": checkDatabase,
  "The audit chain": checkAudit,
  "The records": checkRecords,
  "The states of records and other rows": checkStates,
  "The other rows": checkRows,
  "The images": checkImages,
  "The log of lookups": checkLookupLog,
  "The public log": checkPublicLog,
  "What was signed": checkStatements,
  "The list of deletions": checkErasures,
};

/** Reads everything once and does not change the schema. Prints a line for each problem, and fails if there is any. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options });
  if (!values.repair && (values.yes || values["no-backup"]))
    throw new UsageError("--yes and --no-backup need --repair.");
  const config = readConfig();
  await using portal = await openSite(config);
  const damage = await verifyPortal(portal);
  if (!values.repair) return;
  if (!(await repairAfterAsking(portal, config, damage, { yes: values.yes, noBackup: values["no-backup"] }))) return;
  process.exitCode = 0;
  await verifyPortal(portal);
}

const flag = { type: "boolean", default: false } as const;
const options = { repair: flag, yes: flag, "no-backup": flag };

/** Prints for each part how much of it is whole, and sets the exit code if anything is not. */
export async function verifyPortal(
  portal: Portal,
  onProblem: (problem: string) => void = () => undefined,
): Promise<Damage> {
  const damage: Part["damage"] = { records: [], images: [], orphans: [], database: null };
  for (const [name, check] of Object.entries(parts)) {
    const summary = await checkPart(name, portal, { damage, onProblem }, check);
    if (summary !== null) console.log(summary);
  }
  return damage;
}

async function checkPart(
  name: string,
  portal: Portal,
  { damage, onProblem }: Pick<Part, "damage"> & { onProblem: (problem: string) => void },
  check: (typeof parts)[string],
): Promise<string | null> {
  using progress = openProgress(name);
  const report = (problem: string) => {
    progress.say(problem);
    onProblem(problem);
    process.exitCode = 1;
  };
  try {
    return await check(portal, { damage, report, onProgress: progress.at });
  } catch (error) {
    report(`${name} could not be read completely: ${reasonOf(error)}.`);
    return null;
  }
}

async function checkDatabase({ database }: Portal, { report, damage }: Part): Promise<string> {
  const { problems, unchecked } = await database.checkIntegrity();
  damage.database = problems[0] ?? unchecked ?? null;
  for (const problem of problems) report(`The database is damaged: ${problem}`);
  return `Database: ${problems.length > 0 ? "damaged" : (unchecked ?? "intact")}.`;
}

async function checkAudit(portal: Portal, { report, onProgress }: Part): Promise<string> {
  const { events, brokenAt } = await verifyAudit(portal, { onProgress });
  if (brokenAt !== null) report(`The audit chain is broken at event ${brokenAt}.`);
  return `Audit chain: ${counted(events, "event")}, ${brokenAt === null ? "intact" : "broken"}.`;
}

async function checkRecords(portal: Portal, { report, onProgress, damage }: Part): Promise<string> {
  const { opened, broken } = await verifyRecords(portal, {
    onBroken: (id) => report(`Record ${id} cannot be opened; restore it from a backup.`),
    onProgress,
  });
  damage.records = broken;
  return `Records: ${opened} can be opened, ${broken.length} cannot.`;
}

async function checkStates(portal: Portal, { report, onProgress }: Part): Promise<string> {
  const unlogged = await verifyStates(portal, {
    onBroken: (name) => report(`${name} was changed or deleted without an audit event.`),
    onProgress,
  });
  return `States of records and other rows: ${unlogged.length} differ from the audit log.`;
}

async function checkRows(portal: Portal, { report }: Part): Promise<string> {
  const onBroken = (row: string) => report(`The row "${row}" was changed; ${todoAbout(row)}.`);
  const broken = await verifyRows(portal, { onBroken });
  return `Settings, posts, holders and other rows: ${broken.length} cannot be opened.`;
}

/** What was not backed up ends soon. */
function todoAbout(row: string): string {
  const [table = ""] = row.split(" ");
  if (table === "person") return "this account is closed. Invite the person again, or run attestry create-admin";
  return boundTables.some((name) => name === table) ? "it opens nothing any more" : "restore it from a backup";
}

async function checkImages(portal: Portal, { report, onProgress, damage }: Part): Promise<string> {
  const { kept, broken, orphans } = await verifyImages(portal, {
    onBroken: (id) =>
      report(
        `Image ${id} is damaged. If its original is intact, "attestry verify --repair" repairs it. Otherwise restore it from a backup.`,
      ),
    onProgress,
  });
  damage.images = broken;
  damage.orphans = orphans;
  return `Images: ${kept} intact, ${broken.length} damaged; ${counted(orphans.length, "blob")} without an image.`;
}

async function checkLookupLog(portal: Portal, { report, onProgress }: Part): Promise<string> {
  const { lookups, lost, brokenAt } = await verifyLookupLog(portal, { onProgress });
  if (brokenAt !== null) report(`The log of lookups is broken at batch ${brokenAt}.`);
  const lostToo = lost > 0 ? ` (${lost} more could not be logged)` : "";
  return `Lookup log: ${counted(lookups, "lookup")}${lostToo}, ${brokenAt === null ? "intact" : "broken"}.`;
}

async function checkPublicLog(portal: Portal, { report, onProgress }: Part): Promise<string> {
  let isWhole = true;
  let lines = 0;
  const onBroken = (problem: string) => {
    isWhole = false;
    report(problem);
  };
  for (const one of await ofEveryRegistry(portal)) lines += (await verifyLog(one, { onBroken, onProgress })).leaves;
  return `Public log: ${counted(lines, "line")}, ${isWhole ? "as it was signed" : "differs from what was signed"}.`;
}

async function checkStatements(portal: Portal, { report: onBroken, onProgress }: Part): Promise<string> {
  const all = { whole: 0, broken: 0 };
  for (const one of await ofEveryRegistry(portal)) {
    const { whole, broken } = await verifyStatements(one, { onBroken, onProgress });
    all.whole += whole;
    all.broken += broken;
  }
  return `Statements: ${all.whole} as in the public log, ${all.broken} not.`;
}

/** Each registry has a log and keys of its own. */
const ofEveryRegistry = async (portal: Portal): Promise<Portal[]> =>
  (await registriesIn(portal.database.read)).map((registry) => ({ ...portal, registry }));

async function checkErasures(portal: Portal, { report }: Part): Promise<string> {
  let isWhole = true;
  const onBroken = (problem: string) => {
    isWhole = false;
    report(problem);
  };
  const { deletions } = await verifyErasures(portal, { onBroken });
  return `List of deletions: ${counted(deletions, "deletion")}, ${isWhole ? "complete" : "not complete"}.`;
}
