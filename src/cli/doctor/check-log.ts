import type { Config } from "#config";
import { hourMs } from "#core/durations.ts";
import { witnessLines } from "#core/settings/log-settings.ts";
import { lastComparison } from "#operations/upkeep/compare-log.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import type { Database } from "#storage/database/database.ts";
import { logTrees } from "#storage/database/proofs/log.ts";
import { logFaults as facts } from "#core/proofs/log-faults.ts";
import { type LogFault, logFaults } from "#operations/log/log-fault.ts";
import { type Finding, needed, ok, type SiteParts, warning, wrong } from "./finding.ts";

type LogParts = Pick<SiteParts, "database" | "keyring"> & { config: Pick<Config, "REGISTRY"> };

/** Longer than a comparison takes, and the hour between two. */
const comparedWithinMs = 3 * hourMs;

/** Says what the serving process found when it compared the public log, and asked its witnesses. */
export async function checkLog(parts: LogParts): Promise<Finding> {
  const { config } = parts;
  const site = { database: await needed(parts.database(), "Database"), registry: config.REGISTRY, now: Date.now };
  const faults = await logFaults(site);
  if (faults.length === 0) return withoutFaults(parts, site);
  const found = faults.map((fault) => `${sentenceOf(fault)} Since ${new Date(fault.since).toISOString()}.`).join(" ");
  const todo = [...new Set(faults.map(({ kind }) => advice[kind]))].join(" ");
  return faults.some(({ kind }) => facts[kind].isWrong) ? wrong(found, todo) : warning(found, todo);
}

async function withoutFaults({ keyring }: LogParts, { database, registry, now }: Site): Promise<Finding> {
  if ((await logTrees(database.read, registry)).length === 0)
    return ok("Nothing was published yet, so no log is there.");
  const compared = await lastComparison({ database, registry, now });
  const last = compared === null ? "never compared" : `last compared at ${new Date(compared).toISOString()}`;
  if (compared === null || now() - compared > comparedWithinMs)
    return warning(
      `The database and its public log were ${last}.`,
      "The site does this soon after its start, and each hour. If it stays so for three hours, restart it.",
    );
  const source = { database, keyring: await needed(keyring(), "Permissions"), settingsCache: { last: null } };
  const witnesses = witnessLines(await currentSettings(source)).length > 0 ? " Its witnesses sign." : "";
  return ok(`The public log is as it was signed, ${last}.${witnesses}`);
}

type Site = { database: Database; registry: string; now: () => number };

function sentenceOf({ kind, witnesses }: LogFault): string {
  const names = witnesses.join(", ");
  const sentences = {
    damaged: "The public log is not what it was when it was last signed.",
    differs: "A row of the database is not what the public log says.",
    older: "An older database was put back: lines of the public log are lost.",
    split: `These witnesses know another public log: ${names}.`,
    unwitnessed: "Too few witnesses sign the public log.",
    unknown: `These witnesses answer 404, because they do not know the public log: ${names}.`,
    silent: `These witnesses have not signed the public log: ${names}.`,
  };
  return sentences[kind];
}

const verify = `Run ${facts.damaged.command}: it names the place.`;
const ask = "Ask whoever runs the witness. Remove one that is gone in Settings, Public log.";
const advice = {
  damaged: verify,
  differs: verify,
  older: `Restore a newer backup, or look for what is lost. ${facts.older.command} then ends this note.`,
  split: `Run ${facts.split.command}, and ask the witness for that checkpoint.`,
  unwitnessed: ask,
  unknown: "Give them the verifier key of /proof: after a move or a restore the log has another name.",
  silent: ask,
};
