import { type Dialect, postgres, sqlite } from "./dialect.ts";
import { accountTables } from "./ground-accounts.ts";
import { classTables } from "./ground-classes.ts";
import { lookupTables } from "./ground-lookups.ts";
import { postTables } from "./ground-posts.ts";
import { recordTables } from "./ground-records.ts";
import { siteTables } from "./ground-site.ts";
import type { Migrations } from "./migration.ts";

const tables = (dialect: Dialect): string =>
  [accountTables, recordTables, postTables, classTables, siteTables].map((part) => part(dialect)).join("\n");

/** All tables as version 14 had them: decision 0018. */
const ground = { sqlite: tables(sqlite), postgres: tables(postgres) + lookupTables(postgres) };

/** SQLite stores what lookups leave behind in a file of its own, so PostgreSQL has nothing to do here. */
const lookupGround = { sqlite: lookupTables(sqlite), postgres: "" };

/** New steps go to the end. */
export const migrations: Migrations = { firstVersion: 14, steps: [ground] };
export const lookupMigrations: Migrations = { firstVersion: 1, steps: [lookupGround] };
