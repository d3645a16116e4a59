import { accountTables } from "./account-tables.ts";
import { backupTables } from "./backup-tables.ts";
import { bulkTables } from "./bulk-tables.ts";
import { classTables } from "./class-tables.ts";
import { holderTables } from "./holder-tables.ts";
import type { lookupTables } from "./lookup-tables.ts";
import { postTables } from "./post-tables.ts";
import { proofTables } from "./proof-tables.ts";
import { recordTables } from "./record-tables.ts";
import { siteTables } from "./site-tables.ts";
import type { RowsOf } from "./table.ts";

/** All tables except those of lookups, each after the tables to which its rows refer. */
export const tables = {
  ...accountTables,
  ...siteTables,
  ...recordTables,
  ...holderTables,
  ...postTables,
  ...classTables,
  ...proofTables,
  ...bulkTables,
  ...backupTables,
};

export type Schema = RowsOf<typeof tables>;
export type LookupSchema = RowsOf<typeof lookupTables>;
