import { setTimeout as delay } from "node:timers/promises";
import path from "node:path";
import type { Engine } from "#storage/database/database.ts";
import { attestryProcess } from "../support/processes/command.ts";
import { type Ledger, newLedger } from "./ledger.ts";
import { cookieOfAdmin, type Member } from "./member.ts";
import { type SiteSetup, serveSite, settings } from "./served-site.ts";
import { nothingYet, type Shown } from "./shown.ts";
import { findDamage, findLostWrites, goneWithRecord } from "./data-checks.ts";
import { newSiteSetup, type Workplace } from "./workplace.ts";
import { writeUntil } from "./write-loop.ts";

/** Backs up a site during writes and restores each backup elsewhere. It must contain all writes acknowledged before it. */
export async function backupsWhileWriting(workplace: Workplace, engine: Engine, rounds: number): Promise<Shown> {
  const ground = await newSiteSetup(workplace, engine);
  const target = path.join(await workplace.newFolder(), "backups");
  const ledger = newLedger();
  const shown = nothingYet(rounds);
  await using site = await serveSite(ground);
  for (let round = 0; round < rounds; round += 1) {
    const stopped = new AbortController();
    // A backup has a low priority: on a busy machine, writes without a break would leave it no processor time.
    const writing = writeUntil(stopped.signal, site.member, ledger, { pauseMs: 50 });
    await delay(300 + ((round * 137) % 400));
    const before = acknowledgedIn(ledger);
    const saved = await attestryProcess(ground.environment, ["backup", target]);
    stopped.abort();
    await writing;
    if (saved.code !== 0) throw new Error(`the backup: ${saved.err}`);
    shown.problems.push(...(await missingIn(await restored(workplace, engine, target), before, ledger)));
  }
  for (const status of Object.keys(ledger.refused)) shown.problems.push(`a write was answered ${status}`);
  return { ...shown, acknowledged: ledger.acknowledged };
}

type Acknowledged = Pick<Ledger, "entries" | "uploads">;

const acknowledgedIn = ({ entries, uploads }: Ledger): Acknowledged => structuredClone({ entries, uploads });

async function restored({ newFolder, newDatabase }: Workplace, engine: Engine, target: string): Promise<SiteSetup> {
  const DATABASE_URL = engine === "postgres" ? await newDatabase() : "";
  const environment = { ...settings, DATABASE_URL, DATA_DIR: path.join(await newFolder(), "data") };
  const said = await attestryProcess(environment, ["restore", target]);
  if (said.code !== 0) throw new Error(said.err);
  return { environment, cookie: await cookieOfAdmin(environment) };
}

/** Returns what is missing. A record may also have a later state that it reached before the backup was finished. */
async function missingIn(ground: SiteSetup, before: Acknowledged, { entries }: Ledger): Promise<string[]> {
  const later = new Map(entries.map((entry) => [entry.key, entry]));
  const known = before.entries
    .filter(({ acknowledged }) => acknowledged >= 0)
    .map((entry) => ({ ...entry, states: later.get(entry.key)?.states ?? entry.states }));
  // A record that was added after the backup began, and deleted, took its earlier upload along.
  const gone = goneWithRecord(entries);
  const uploads = before.uploads.filter((url) => !gone.has(url));
  const lost = await onSite(ground, (member) => findLostWrites(member, { ...newLedger(), entries: known, uploads }));
  return [...lost, ...(await findDamage(ground.environment))];
}

async function onSite<Result>(ground: SiteSetup, work: (member: Member) => Promise<Result>): Promise<Result> {
  await using site = await serveSite(ground);
  return await work(site.member);
}
