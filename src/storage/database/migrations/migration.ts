import { StartRefused } from "#core/errors.ts";

/** One step forward. There are no steps back: restore a backup instead. */
export type Migration = {
  sqlite: string;
  postgres: string;
  /** Tables that are there are changed or emptied: the database is saved before. */
  changesTables?: true;
};

/** What becomes of a database that lacks steps. `before` is awaited before one that has rows takes them. */
export type Migrating = "refused" | "unchecked" | { before: (changesTables: boolean) => Promise<void> };

/** The first step makes an empty database one of `firstVersion`; each further step leads to the next version. */
export type Migrations = { firstVersion: number; steps: readonly Migration[] };

export const versionTable = "create table if not exists schema_version (version integer not null)";
export const readVersion = "select coalesce(max(version), 0) as version from schema_version";

export const newestVersion = ({ firstVersion, steps }: Migrations): number => firstVersion + steps.length - 1;

/** What makes an empty database one of this version. */
export function stepsUpTo(version: number, migrations: Migrations): readonly Migration[] {
  missingSteps(version, migrations);
  return migrations.steps.slice(0, version - migrations.firstVersion + 1);
}

/** For those who only look: a database that lacks steps is named, not changed. */
export function refuseToMigrate(missing: readonly Migration[]): void {
  if (missing.length === 0) return;
  throw new StartRefused(
    "The database is empty or was written by an earlier Attestry, and nothing is changed here: start this version once, or use the one that wrote it.",
  );
}

/** What has to be before the missing steps: they are refused, or the database is checked and saved. */
export async function beforeSteps(migrating: Migrating, version: number, missing: readonly Migration[]): Promise<void> {
  if (typeof migrating === "string") refuseToMigrate(missing);
  else if (version > 0 && missing.length > 0) await migrating.before(missing.some((step) => step.changesTables));
}

/** The steps that a database of this version lacks. An empty one has version 0. */
export function missingSteps(version: number, migrations: Migrations): readonly Migration[] {
  const { firstVersion, steps } = migrations;
  const newest = newestVersion(migrations);
  if (version === 0) return steps;
  if (version < firstVersion) {
    throw new StartRefused(
      `The database was written by an Attestry from before its first release (schema ${version}, the oldest that this one opens is ${firstVersion}): start with an empty one.`,
    );
  }
  if (version > newest) {
    throw new StartRefused(
      `The database was written by a newer Attestry (schema ${version}, this one knows ${newest}): start that version.`,
    );
  }
  return steps.slice(version - firstVersion + 1);
}
