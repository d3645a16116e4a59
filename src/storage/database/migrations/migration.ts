import { createHash } from "node:crypto";
import { StartRefused } from "#core/errors.ts";
import type { Engine } from "../database.ts";
import { addSteps } from "./schema-lock.ts";

/** One migration step. Steps cannot be undone: restore a backup instead. */
export type Migration = {
  /** A database knows the step by this name and by its text. Neither may ever change. */
  name: string;
  sqlite: string;
  postgres: string;
  /** True if the step changes or empties existing tables: the database is saved before. */
  changesTables?: true;
  /** An older program may still read and write after the step: it only makes new tables, and columns with defaults. */
  isAdditive?: true;
};

/** What happens to a database that lacks steps. `before` is awaited before the steps run on a database with rows. */
export type MigrationMode = "refused" | "unchecked" | { before: (changesTables: boolean) => Promise<void> };

/** The first step brings an empty database to `firstVersion`; each further step leads to the next version. */
export type Migrations = { firstVersion: number; steps: readonly Migration[] };

/** A step as a row of `schema_step`, for programs that do not know the step. */
type NotedStep = { name: string; checksum: string; additive: number };

/** An empty database has version 0. A database just made from copied rows has no noted steps until its first start. */
export type SchemaState = { version: number; noted: readonly NotedStep[] };

export const stateTables = `create table if not exists schema_version (version integer not null);
  create table if not exists schema_step (
    name text primary key, checksum text not null, additive smallint not null, at bigint not null
  )`;
export const readVersion = "select coalesce(max(version), 0) as version from schema_version";
export const readSteps = "select name, checksum, additive from schema_step";

export const newestVersion = ({ firstVersion, steps }: Migrations): number => firstVersion + steps.length - 1;

/** Returns the steps that bring an empty database to this version. */
export function stepsUpTo(version: number, migrations: Migrations): readonly Migration[] {
  refuseForeignVersion(version, migrations, newestVersion(migrations));
  return version === 0 ? migrations.steps : migrations.steps.slice(0, version - migrations.firstVersion + 1);
}

/** Brings a database up to date, in the transaction of `run`. The values in the SQL come only from our own steps. */
export async function takeSteps(
  { engine, state, run }: { engine: Engine; state: SchemaState; run: (statement: string) => unknown },
  mode: MigrationMode,
  migrations: Migrations,
): Promise<void> {
  const missing = missingSteps(engine, state, migrations);
  if (typeof mode === "string") return refuseToMigrate(missing);
  if (state.version > 0 && missing.length > 0) await mode.before(missing.some((step) => step.changesTables));
  const newlyNoted = stepsToNote(engine, state, migrations);
  const notAdditive = newlyNoted.filter(({ additive }) => additive === 0).map(({ name }) => name);
  if (engine === "postgres" && notAdditive.length > 0) await run(addSteps(notAdditive));
  for (const step of missing) await run(step[engine]);
  if (missing.length > 0) {
    const version = state.version === 0 ? newestVersion(migrations) : state.version + missing.length;
    await run(`insert into schema_version (version) values (${version})`);
  }
  for (const { name, checksum, additive } of newlyNoted) {
    const values = `'${name}', '${checksum}', ${additive}, ${Date.now()}`;
    await run(`insert into schema_step (name, checksum, additive, at) values (${values})`);
  }
}

/** For code that only reads: throws if the database lacks steps, and does not change it. */
function refuseToMigrate(missing: readonly Migration[]): void {
  if (missing.length === 0) return;
  throw new StartRefused(
    "The database is empty or belongs to an earlier version of Attestry, and this command does not change it. Start this version once, or use the earlier version.",
  );
}

/** For code that copies every row: throws unless all tables are known. */
export function refuseOtherSteps(engine: Engine, state: SchemaState, migrations: Migrations): void {
  refuseToMigrate(missingSteps(engine, state, migrations));
  const [newer] = newerSteps(state, migrations);
  if (newer) throw new StartRefused(`${byNewer(newer)}. Use that version for this.`);
}

/** Returns the missing steps. Throws if a step ran with another text, or if an unknown step is not additive. */
function missingSteps(engine: Engine, { version, noted }: SchemaState, migrations: Migrations): readonly Migration[] {
  const newer = newerSteps({ version, noted }, migrations);
  const refused = newer.find(({ additive }) => additive === 0);
  if (refused) throw new StartRefused(`${byNewer(refused)}. Start that version.`);
  refuseForeignVersion(version, migrations, newestVersion(migrations) + newer.length);
  if (version === 0) return migrations.steps;
  if (noted.length === 0) return migrations.steps.slice(version - migrations.firstVersion + 1);
  const checksums = new Map(noted.map(({ name, checksum }) => [name, checksum]));
  for (const step of migrations.steps) {
    const ran = checksums.get(step.name);
    if (ran !== undefined && ran !== checksumOf(step, engine)) throw otherText(step);
  }
  return migrations.steps.filter(({ name }) => !checksums.has(name));
}

/** Returns what `schema_step` lacks after the missing steps ran: these, or all steps if none are noted yet. */
function stepsToNote(engine: Engine, { noted }: SchemaState, { steps }: Migrations): NotedStep[] {
  const known = new Set(noted.map(({ name }) => name));
  return steps
    .filter(({ name }) => !known.has(name))
    .map((step) => ({
      name: step.name,
      checksum: checksumOf(step, engine),
      additive: step.isAdditive ? 1 : 0,
    }));
}

export const checksumOf = (step: Migration, engine: Engine): string =>
  createHash("sha256").update(step[engine]).digest("hex");

function newerSteps({ noted }: SchemaState, { steps }: Migrations): readonly NotedStep[] {
  const known = new Set(steps.map(({ name }) => name));
  return noted.filter(({ name }) => !known.has(name));
}

const byNewer = ({ name }: NotedStep) =>
  `A newer version of Attestry changed the database in a way that this version does not know (migration "${name}")`;

const otherText = ({ name }: Migration) =>
  new StartRefused(
    `The migration "${name}" of the database differs from the one in this version. Start the version that ran it, or restore a backup.`,
  );

function refuseForeignVersion(version: number, { firstVersion }: Migrations, newest: number): void {
  if (version > newest) {
    throw new StartRefused(
      `The database belongs to a newer version of Attestry (schema ${version}; this version knows ${newest}). Start the newer version.`,
    );
  }
  if (version > 0 && version < firstVersion) {
    throw new StartRefused(
      `The database belongs to a version from before the first release (schema ${version}; this version opens ${firstVersion} or newer). Start with an empty database.`,
    );
  }
}
