import type { Engine } from "../database.ts";
import { alertTables, apiKeyTables } from "./accounts.ts";
import { backupTables, moveMarks } from "./backups.ts";
import { bulkRuns } from "./bulk-runs.ts";
import { commentTables, erasedComments } from "./comments.ts";
import { inDialect } from "./dialect.ts";
import { accountTables } from "./initial-accounts.ts";
import { classTables } from "./initial-classes.ts";
import { lookupTables } from "./initial-lookups.ts";
import { postTables } from "./initial-posts.ts";
import { recordTables } from "./initial-records.ts";
import { siteTables } from "./initial-site.ts";
import {
  holderAccountColumn,
  holderLookTable,
  holderNewsColumns,
  holderReportTable,
  holderStates,
  holderTables,
  shareCodeTable,
} from "./holders.ts";
import { imports, importUploads } from "./imports.ts";
import { lookupsByDay, processTables } from "./lookups.ts";
import type { Migration, Migrations } from "./migration.ts";
import { logTables, signingKeys, statementTables } from "./proofs.ts";
import { fileHashes, lastDayTables, recordCounts, recordHashes, recordViews, retentionTables } from "./records.ts";
import { auditPage, mailServerColumn, postsInBangla, webhookTables } from "./site.ts";
import { watchComparedColumn, watchTables } from "./watches.ts";

/** All tables as version 14 had them: decision 0018. */
const initialTables = (engine: Engine): string =>
  [accountTables, recordTables(engine), postTables(engine), classTables, siteTables].join("\n") +
  (engine === "postgres" ? lookupTables : "");

type Flags = Pick<Migration, "changesTables" | "isAdditive">;
const isAdditive = true;
const changesTables = true;

function step(name: string, text: string | ((engine: Engine) => string), flags: Flags = {}): Migration {
  const textFor = (engine: Engine) => inDialect(engine, typeof text === "string" ? text : text(engine));
  return { name, sqlite: textFor("sqlite"), postgres: textFor("postgres"), ...flags };
}

/** SQLite stores the tables of lookups and processes in a separate file, PostgreSQL beside the other tables. */
const lookups = step("lookups", lookupTables);
const processes = step("processes", processTables, { isAdditive });
const byDay = step("lookups-by-day", lookupsByDay, { isAdditive });

/** New steps go to the end. A step that has run anywhere keeps its name and its text. */
export const migrations: Migrations = {
  firstVersion: 14,
  steps: [
    step("ground", initialTables),
    step("posts-in-bangla", postsInBangla, { changesTables, isAdditive }),
    // Not additive: an older program deletes without noting the erasure.
    step("backups", backupTables),
    // Not additive: an older program starts on a database that was moved away.
    step("move-marks", moveMarks),
    { ...processes, sqlite: "" },
    { ...byDay, sqlite: "" },
    // Not additive: an older program changes a number and leaves the hash of the previous number.
    step("record-hashes", recordHashes, { changesTables }),
    step("bulk-runs", bulkRuns, { isAdditive }),
    step("record-counts", recordCounts, { isAdditive }),
    step("comments", commentTables, { changesTables, isAdditive }),
    step("file-hashes", fileHashes, { changesTables, isAdditive }),
    step("record-views", recordViews, { isAdditive }),
    step("mail-server", mailServerColumn, { changesTables, isAdditive }),
    step("alerts", alertTables, { isAdditive }),
    step("api-keys", apiKeyTables, { isAdditive }),
    // Not additive: an older program seals a record without its last days.
    step("last-days", lastDayTables),
    step("audit-page", auditPage, { isAdditive }),
    step("webhooks", webhookTables, { isAdditive }),
    // Not additive: an older program would stop a running import.
    step("imports", imports, { changesTables }),
    step("signing-keys", signingKeys, { isAdditive }),
    step("log", logTables, { isAdditive }),
    step("retention", retentionTables, { isAdditive }),
    // Not additive: an older program would import rows without their documents.
    step("import-uploads", importUploads),
    step("holders", holderTables, { isAdditive }),
    // Not additive: the table is made again.
    step("erased-comments", erasedComments, { changesTables }),
    // Not additive: an older program hides a record and leaves its statement standing.
    step("statements", statementTables),
    step("holder-reports", holderReportTable, { isAdditive }),
    step("share-codes", shareCodeTable, { isAdditive }),
    step("watches", watchTables, { isAdditive }),
    step("holder-news", holderNewsColumns, { changesTables, isAdditive }),
    step("holder-looks", holderLookTable, { isAdditive }),
    step("watches-compared", watchComparedColumn, { changesTables, isAdditive }),
    step("holder-account", holderAccountColumn, { changesTables, isAdditive }),
    // Not additive: an older program makes a card and leaves the state of the record unchanged.
    step("holder-states", holderStates, { changesTables }),
  ],
};

export const lookupMigrations: Migrations = { firstVersion: 1, steps: [lookups, processes, byDay] };
