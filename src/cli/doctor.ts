import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { readConfig } from "#config";
import { reasonOf } from "#core/reason-of.ts";
import { NotUpgraded } from "#storage/database/migrations/migration.ts";
import { checkAccounts } from "./doctor/check-accounts.ts";
import { checkBackups } from "./doctor/check-backups.ts";
import { checkCertificate } from "./doctor/check-certificate.ts";
import { checkClock } from "./doctor/check-clock.ts";
import { checkDisk } from "./doctor/check-disk.ts";
import { checkLog } from "./doctor/check-log.ts";
import { checkMail } from "./doctor/check-mail.ts";
import { checkPermissions } from "./doctor/check-permissions.ts";
import { checkSettings, checkVersions } from "./doctor/check-program.ts";
import { checkProcesses } from "./doctor/check-processes.ts";
import { checkProxies } from "./doctor/check-proxies.ts";
import { checkBlobs, checkDatabase } from "./doctor/check-stores.ts";
import { type Check, type Finding, NotKnown, type SiteParts, warning, wrong } from "./doctor/finding.ts";
import { openParts } from "./doctor/open-parts.ts";
import { nameSite } from "./open-site.ts";
import { openProgress } from "./progress.ts";

const checks: Readonly<Record<string, { check: Check; ifItFails: string }>> = {
  Versions: { check: checkVersions, ifItFails: "Install Attestry again." },
  Settings: { check: checkSettings, ifItFails: "See attestry config." },
  Permissions: { check: checkPermissions, ifItFails: "Run this as the user of the service." },
  Database: {
    check: checkDatabase,
    ifItFails: "Check DATABASE_URL and DATA_DIR, and whether the database is running.",
  },
  Processes: { check: checkProcesses, ifItFails: "Check the database." },
  Accounts: { check: checkAccounts, ifItFails: "Check the database, and the secret." },
  Log: { check: checkLog, ifItFails: "Check the database." },
  Documents: { check: checkBlobs, ifItFails: "Check BLOB_URL and DATA_DIR." },
  Backups: { check: checkBackups, ifItFails: "Check the database." },
  Disk: { check: checkDisk, ifItFails: "Check DATA_DIR." },
  Clock: { check: checkClock, ifItFails: "Compare this machine's clock with another." },
  Mail: { check: checkMail, ifItFails: "Check SMTP_URL." },
  Certificate: { check: checkCertificate, ifItFails: "Check PUBLIC_URL, and whether the proxy is running." },
  Proxies: { check: checkProxies, ifItFails: "Check PUBLIC_URL and TRUSTED_PROXIES." },
};

const timeLimitMs = 10_000;

type Line = Finding & { name: string };

/** Checks everything that a site depends on, and changes nothing. It also works if some of it is down, and reports that. */
export async function run(args: string[]): Promise<void> {
  const { json } = parseArgs({ args, options: { json: { type: "boolean", default: false } } }).values;
  const config = readConfig();
  nameSite(config);
  await using site = openParts(config);
  const lines = await examine(site);
  console.log(json ? JSON.stringify(lines, null, 2) : lines.map(asText).join("\n"));
  if (lines.some(({ level }) => level === "wrong")) process.exitCode = 1;
}

/** Runs all checks at once: most of them wait for other programs. */
async function examine(site: SiteParts): Promise<Line[]> {
  using progress = openProgress("Checking", Object.keys(checks).length);
  let done = 0;
  return await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const finding = await inTime(check, site);
      progress.at((done += 1));
      return { name, ...finding };
    }),
  );
}

async function inTime({ check, ifItFails }: (typeof checks)[string], site: SiteParts): Promise<Finding> {
  const giveUp = new AbortController();
  try {
    return await Promise.race([
      (async () => check(site))(),
      delay(timeLimitMs, wrong(`No answer within ${timeLimitMs / 1000} seconds.`, ifItFails), {
        signal: giveUp.signal,
      }),
    ]);
  } catch (error) {
    if (error instanceof NotUpgraded) return wrong(error.message, "Start this version once.");
    if (error instanceof NotKnown) return warning(error.message, "Solve that problem first.");
    return wrong(`${reasonOf(error).replace(/\.$/, "")}.`, ifItFails);
  } finally {
    giveUp.abort();
  }
}

const levelWidth = "warning".length + 2;
const width = Math.max(...Object.keys(checks).map((name) => name.length)) + 2;

/** The advice is on a separate line below. */
const asText = ({ name, level, found, todo }: Line) =>
  `${level.padEnd(levelWidth)}${name.padEnd(width)}${found}${todo === undefined ? "" : `\n${" ".repeat(levelWidth + width)}${todo}`}`;
