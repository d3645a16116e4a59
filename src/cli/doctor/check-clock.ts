import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { sql } from "kysely";
import { isFromFuture } from "#core/wrong-clock.ts";
import { currentKeyRow } from "#storage/database/proofs/signing-keys.ts";
import { counted } from "#core/counted.ts";
import type { Reader } from "#storage/database/database.ts";
import { rowsFromFuture } from "#storage/database/wrong-clock.ts";
import { databaseFile } from "#storage/database/open-database.ts";
import { type Finding, ok, type SiteParts, warning, wrong } from "./finding.ts";

/** How many seconds this clock is ahead of another. */
type ClockDifference = { with: string; seconds: number };

/** Codes of authenticator apps are valid for 30 seconds. */
const wrongSeconds = 30;
const warningSeconds = 5;

/** What operators read if rows are dated later than now. Null if none is. */
export async function wrongOnce(reader: Reader): Promise<string | null> {
  const ahead = await rowsFromFuture(reader, Date.now());
  if (!ahead) return null;
  const latest = new Date(ahead.latest).toISOString().slice(0, 10);
  const are = ahead.count === 1 ? "is" : "are";
  return `The clock of this machine was wrong once, or is wrong now: ${counted(ahead.count, "row")} of the audit log and of backups ${are} dated later than now, up to ${latest}. Nothing waits for that time.`;
}

export async function checkClock(site: SiteParts): Promise<Finding> {
  const compared = await compareClocks(site);
  const reader = (await site.database().catch(() => null))?.read;
  const once = reader ? await wrongOnce(reader) : null;
  if (!reader || once === null) return compared;
  const key = await currentKeyRow(reader, { registry: site.config.REGISTRY, purpose: "statement" });
  const rotate =
    key && isFromFuture(key.made_at, Date.now())
      ? "Once the clock is right, run attestry keys sign --rotate: what the key of statements signs does not count before its day."
      : "";
  const todo = [compared.todo, rotate, "Read docs/operator/alarms.md, Clock."].filter(Boolean).join(" ");
  return { level: compared.level === "wrong" ? "wrong" : "warning", found: `${compared.found} ${once}`, todo };
}

async function compareClocks(site: SiteParts): Promise<Finding> {
  const clocks = await Promise.all([ofDatabase, ofFiles, ofAnswer].map((ask) => ask(site).catch(() => null)));
  const compared = clocks.filter((one) => one !== null);
  if (compared.length === 0)
    return warning(
      "There was no other clock to compare with.",
      "Compare the clock of this machine with one that you trust.",
    );
  const found = `The clock of this machine ${compared.map((one) => asDifference(one)).join(", ")}.`;
  const worst = Math.max(...compared.map(({ seconds }) => Math.abs(seconds)));
  const todo =
    "Let both machines set their clocks from the network (NTP). A wrong clock breaks authenticator codes, links and the order of events.";
  if (worst > wrongSeconds) return wrong(found, todo);
  return worst > warningSeconds ? warning(found, todo) : ok(found);
}

const asDifference = ({ with: other, seconds }: ClockDifference) =>
  Math.abs(seconds) < 1.5
    ? `agrees with ${other}`
    : `is ${Math.abs(seconds).toFixed(0)} s ${seconds > 0 ? "ahead of" : "behind"} ${other}`;

async function ofDatabase({ database: open }: SiteParts): Promise<ClockDifference | null> {
  const { engine, read } = await open();
  if (engine === "sqlite") return null;
  const started = Date.now();
  const { rows } = await sql<{
    ms: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(read);
  return { with: "the database server", seconds: ((started + Date.now()) / 2 - Number(rows[0]?.ms)) / 1000 };
}

/**
 * A file dated in the future means that the clock was set back, or that the file server's clock differs. Files dated in
 * the past prove nothing.
 */
async function ofFiles({ config }: SiteParts): Promise<ClockDifference | null> {
  const file = databaseFile(config.DATABASE_URL, config.DATA_DIR) ?? config.DATA_DIR;
  const files = [file, `${file}-wal`].filter((path) => existsSync(path));
  const written = await Promise.all(files.map(async (path) => (await stat(path)).mtimeMs));
  if (written.length === 0) return null;
  return { with: "the newest file of the data", seconds: Math.min(0, (Date.now() - Math.max(...written)) / 1000) };
}

/** The Date header has whole seconds, so half a second is subtracted. */
async function ofAnswer({ answer: ask }: SiteParts): Promise<ClockDifference | null> {
  const { date, seen } = await ask();
  const now = Date.now();
  if (seen) return { with: "the serving process", seconds: (now - seen.at) / 1000 };
  return date === null ? null : { with: "the answer from PUBLIC_URL", seconds: (now - date - 500) / 1000 };
}
