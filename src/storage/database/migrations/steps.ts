import type { Engine } from "../database.ts";
import { inDialect } from "./dialect.ts";
import { accountTables } from "./ground-accounts.ts";
import { backupTables } from "./backups.ts";
import { classTables } from "./ground-classes.ts";
import { lookupTables } from "./ground-lookups.ts";
import { postTables } from "./ground-posts.ts";
import { recordTables } from "./ground-records.ts";
import { siteTables } from "./ground-site.ts";
import { moveMarks } from "./move-marks.ts";
import { postsInBangla } from "./posts-in-bangla.ts";
import type { Migrations } from "./migration.ts";

const tablesOf = (engine: Engine): string =>
  inDialect(engine, [accountTables, recordTables(engine), postTables(engine), classTables, siteTables].join("\n"));

/** SQLite stores what lookups leave behind in a file of its own, PostgreSQL beside the other tables. */
const lookups = { sqlite: inDialect("sqlite", lookupTables), postgres: inDialect("postgres", lookupTables) };

/** All tables as version 14 had them: decision 0018. */
const ground = { sqlite: tablesOf("sqlite"), postgres: tablesOf("postgres") + lookups.postgres };

const inBangla = {
  sqlite: postsInBangla("sqlite"),
  postgres: postsInBangla("postgres"),
  changesTables: true,
} as const;

const backups = { sqlite: backupTables("sqlite"), postgres: backupTables("postgres") };

const marks = { sqlite: moveMarks("sqlite"), postgres: moveMarks("postgres") };

/** New steps go to the end. */
export const migrations: Migrations = { firstVersion: 14, steps: [ground, inBangla, backups, marks] };
export const lookupMigrations: Migrations = { firstVersion: 1, steps: [lookups] };
