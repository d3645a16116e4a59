import { createHash } from "node:crypto";
import { StartRefused } from "#core/errors.ts";
import { addSteps } from "./schema-lock.ts";

/** What runs its own part of a step: on SQLite, the file of the lookups is separate. */
export type SchemaPart = "sqlite" | "sqliteLookups" | "postgres";

/** One migration step. Steps cannot be undone: restore a backup instead. */
export type Migration = Readonly<Record<SchemaPart, string>> & {
  /** A database knows the step by this name, which has no space, and by its text. After a release, neither may ever change. */
  readonly name: string;
  /** True if the step changes or empties existing tables. Not for tables of lookups. */
  readonly changesTables?: true;
  /**
   * An older program may still read and write after the step: it makes only new tables, and columns with defaults, and no
   * sealed part holds anything that an older program would drop. Without it, older programs refuse to write from then on.
   */
  readonly isAdditive?: true;
  /**
   * The beginning of `postgres` that takes long. In a database with rows it runs before the rest and is committed, while older
   * programs still write. It must be able to run twice, because the rest may fail.
   */
  readonly first?: string;
};

/** What is about to run. `notAdditive` has the names of steps after which older programs refuse to write. */
export type StepsToTake = { isSavedFirst: boolean; notAdditive: readonly string[] };

/** What happens to a database that lacks steps. `before` is awaited before the steps run on a database with rows. */
export type MigrationMode = "refused" | "unchecked" | { before: (steps: StepsToTake) => Promise<void> };

/** A step as a row of `schema_step`, for programs that do not know the step. An empty database has none. */
export type NotedStep = { name: string; checksum: string; additive: number };

export const stateTable = `create table if not exists schema_step (
    name text primary key, checksum text not null, additive smallint not null, at bigint not null
  )`;
export const readSteps = "select name, checksum, additive from schema_step";

/** The table by which a database from before 1.0 is known. */
export const earlierTable = "schema_version";

export function refuseEarlier(isEarlier: boolean): void {
  if (!isEarlier) return;
  throw new StartRefused(
    "This database was made before 1.0 and cannot be opened. It was not changed. Set DATA_DIR or DATABASE_URL to an empty place.",
  );
}

type Runs = {
  run: (statement: string) => unknown;
  /** Runs in a transaction of its own. Left out if there are no long parts. */
  runFirst?: (statement: string) => Promise<unknown>;
};

/** Brings a database up to date, in the transaction of `run`. The values in the SQL come only from our own steps. */
export async function takeSteps(
  { part, noted, run, runFirst }: Runs & { part: SchemaPart; noted: readonly NotedStep[] },
  mode: MigrationMode,
  steps: readonly Migration[],
): Promise<void> {
  const missing = missingSteps(part, noted, steps);
  if (typeof mode === "string") return refuseToMigrate(noted, missing);
  const notAdditive = missing.filter((step) => !step.isAdditive).map(({ name }) => name);
  const isSavedFirst = notAdditive.length > 0 || missing.some((step) => step.changesTables);
  if (noted.length > 0 && missing.length > 0) await mode.before({ isSavedFirst, notAdditive });
  const separately = noted.length > 0 ? runFirst : undefined;
  for (const { first } of missing) if (first !== undefined) await separately?.(first);
  if (part === "postgres" && notAdditive.length > 0) await run(addSteps(notAdditive));
  for (const step of missing) {
    await run(separately ? step[part].slice(step.first?.length ?? 0) : step[part]);
    await run(noteOf(step, part));
  }
}

/** The statement that notes a step that ran. */
export const noteOf = (step: Migration, part: SchemaPart): string =>
  `insert into schema_step (name, checksum, additive, at)
    values ('${step.name}', '${checksumOf(step, part)}', ${step.isAdditive ? 1 : 0}, ${Date.now()})`;

/** A command of a newer program met a database of an earlier one. Only a start takes the missing steps. */
export class NotUpgraded extends StartRefused {
  override readonly name = "NotUpgraded";

  constructor() {
    super(
      "The database is of an earlier version of Attestry, and only a start of this version changes it. Nothing was done. Start this version, or use the version that serves the site.",
    );
  }
}

/** For all but a start: throws if the database lacks steps, and does not change it. */
function refuseToMigrate(noted: readonly NotedStep[], missing: readonly Migration[]): void {
  if (missing.length === 0) return;
  if (noted.length > 0) throw new NotUpgraded();
  throw new StartRefused(
    "The database is empty. Check DATA_DIR and DATABASE_URL: only attestry start makes a new site.",
  );
}

/** For code that copies every row: throws unless all tables are known. */
export function refuseOtherSteps(part: SchemaPart, noted: readonly NotedStep[], steps: readonly Migration[]): void {
  refuseToMigrate(noted, missingSteps(part, noted, steps));
  const [newer] = newerSteps(noted, steps);
  if (newer) throw new StartRefused(`${byNewer(newer)}. Use that version for this.`);
}

/** Returns the missing steps. Throws if a step ran with another text, or if an unknown step is not additive. */
function missingSteps(
  part: SchemaPart,
  noted: readonly NotedStep[],
  steps: readonly Migration[],
): readonly Migration[] {
  const refused = newerSteps(noted, steps).find(({ additive }) => additive === 0);
  if (refused) throw new StartRefused(`${byNewer(refused)}. Start that version.`);
  const checksums = new Map(noted.map(({ name, checksum }) => [name, checksum]));
  const changed = steps.find((step) => (checksums.get(step.name) ?? checksumOf(step, part)) !== checksumOf(step, part));
  if (changed) throw otherText(changed);
  return steps.filter(({ name }) => !checksums.has(name));
}

/** What a database notes of the step. After a release, it may not change any more. */
export const checksumsOf = (step: Migration): Record<SchemaPart, string> => ({
  sqlite: checksumOf(step, "sqlite"),
  sqliteLookups: checksumOf(step, "sqliteLookups"),
  postgres: checksumOf(step, "postgres"),
});

const checksumOf = (step: Migration, part: SchemaPart) => createHash("sha256").update(step[part]).digest("hex");

const newerSteps = (noted: readonly NotedStep[], steps: readonly Migration[]) =>
  noted.filter(({ name }) => !steps.some((step) => step.name === name));

const byNewer = ({ name }: NotedStep) =>
  `A newer version of Attestry changed the database in a way that this version does not know (migration "${name}")`;

const otherText = ({ name }: Migration) =>
  new StartRefused(
    `The migration "${name}" of the database differs from the one in this version. Start the version that ran it, restore a backup, or begin with an empty database.`,
  );
