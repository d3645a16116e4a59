import type { Engine } from "../database.ts";
import { alertTables } from "./alerts.ts";
import { apiKeyTables } from "./api-keys.ts";
import { inDialect } from "./dialect.ts";
import { erasedComments } from "./erased-comments.ts";
import { fileHashes } from "./file-hashes.ts";
import { auditPage } from "./audit-page.ts";
import { accountTables } from "./ground-accounts.ts";
import { backupTables } from "./backups.ts";
import { bulkRuns } from "./bulk-runs.ts";
import { commentTables } from "./comments.ts";
import { classTables } from "./ground-classes.ts";
import { lastDayTables } from "./last-days.ts";
import { lookupTables } from "./ground-lookups.ts";
import { imports, importUploads } from "./imports.ts";
import { holderStates } from "./holder-states.ts";
import {
  holderAccountColumn,
  holderLookTable,
  holderNewsColumns,
  holderReportTable,
  holderTables,
  shareCodeTable,
} from "./holders.ts";
import { recordCounts } from "./record-counts.ts";
import { lookupsByDay } from "./lookups-by-day.ts";
import { postTables } from "./ground-posts.ts";
import { recordTables } from "./ground-records.ts";
import { siteTables } from "./ground-site.ts";
import { logTables } from "./log.ts";
import { mailServerColumn } from "./mail-server.ts";
import { moveMarks } from "./move-marks.ts";
import { postsInBangla } from "./posts-in-bangla.ts";
import { processTables } from "./processes.ts";
import { recordHashes } from "./record-hashes.ts";
import { recordViews } from "./record-views.ts";
import { retentionTables } from "./retention.ts";
import { signingKeys } from "./signing-keys.ts";
import { statementTables } from "./statements.ts";
import { watchComparedColumn, watchTables } from "./watches.ts";
import { webhookTables } from "./webhooks.ts";
import type { Migrations } from "./migration.ts";

const tablesOf = (engine: Engine): string =>
  inDialect(engine, [accountTables, recordTables(engine), postTables(engine), classTables, siteTables].join("\n"));

/** SQLite stores the tables of lookups in a separate file, PostgreSQL beside the other tables. */
const lookups = { sqlite: inDialect("sqlite", lookupTables), postgres: inDialect("postgres", lookupTables) };

/** All tables as version 14 had them: decision 0018. */
const ground = { sqlite: tablesOf("sqlite"), postgres: tablesOf("postgres") + lookups.postgres };

const inBangla = {
  name: "posts-in-bangla",
  sqlite: postsInBangla("sqlite"),
  postgres: postsInBangla("postgres"),
  changesTables: true,
  isAdditive: true,
} as const;

/** Not additive: an older program deletes without noting the erasure. */
const backups = { name: "backups", sqlite: backupTables("sqlite"), postgres: backupTables("postgres") };

/** Not additive: an older program starts on a database that was moved away. */
const marks = { name: "move-marks", sqlite: moveMarks("sqlite"), postgres: moveMarks("postgres") };

/** On SQLite in the file of lookups. */
const processes = {
  name: "processes",
  sqlite: processTables("sqlite"),
  postgres: processTables("postgres"),
  isAdditive: true,
} as const;

/** On SQLite in the file of lookups. */
const byDay = {
  name: "lookups-by-day",
  sqlite: lookupsByDay("sqlite"),
  postgres: lookupsByDay("postgres"),
  isAdditive: true,
} as const;

/** Not additive: an older program changes a number and leaves the hash of the previous number. */
const hashes = {
  name: "record-hashes",
  sqlite: recordHashes("sqlite"),
  postgres: recordHashes("postgres"),
  changesTables: true,
} as const;

const bulk = {
  name: "bulk-runs",
  sqlite: bulkRuns("sqlite"),
  postgres: bulkRuns("postgres"),
  isAdditive: true,
} as const;

const counts = {
  name: "record-counts",
  sqlite: recordCounts("sqlite"),
  postgres: recordCounts("postgres"),
  isAdditive: true,
} as const;

const comments = {
  name: "comments",
  sqlite: commentTables("sqlite"),
  postgres: commentTables("postgres"),
  changesTables: true,
  isAdditive: true,
} as const;

const hashesOfFiles = {
  name: "file-hashes",
  sqlite: fileHashes("sqlite"),
  postgres: fileHashes("postgres"),
  changesTables: true,
  isAdditive: true,
} as const;

const views = {
  name: "record-views",
  sqlite: recordViews("sqlite"),
  postgres: recordViews("postgres"),
  isAdditive: true,
} as const;

const mailServer = {
  name: "mail-server",
  sqlite: mailServerColumn("sqlite"),
  postgres: mailServerColumn("postgres"),
  changesTables: true,
  isAdditive: true,
} as const;

const alerts = {
  name: "alerts",
  sqlite: alertTables("sqlite"),
  postgres: alertTables("postgres"),
  isAdditive: true,
} as const;

const apiKeys = {
  name: "api-keys",
  sqlite: apiKeyTables("sqlite"),
  postgres: apiKeyTables("postgres"),
  isAdditive: true,
} as const;

/** Not additive: an older program seals a record without its last days. */
const lastDays = { name: "last-days", sqlite: lastDayTables("sqlite"), postgres: lastDayTables("postgres") };

const audit = {
  name: "audit-page",
  sqlite: auditPage("sqlite"),
  postgres: auditPage("postgres"),
  isAdditive: true,
} as const;

const webhooks = {
  name: "webhooks",
  sqlite: webhookTables("sqlite"),
  postgres: webhookTables("postgres"),
  isAdditive: true,
} as const;

/** Not additive: an older program would stop a running import. */
const importTables = {
  name: "imports",
  sqlite: imports("sqlite"),
  postgres: imports("postgres"),
  changesTables: true,
} as const;

const keys = {
  name: "signing-keys",
  sqlite: signingKeys("sqlite"),
  postgres: signingKeys("postgres"),
  isAdditive: true,
} as const;

const log = {
  name: "log",
  sqlite: logTables("sqlite"),
  postgres: logTables("postgres"),
  isAdditive: true,
} as const;

const retention = {
  name: "retention",
  sqlite: retentionTables("sqlite"),
  postgres: retentionTables("postgres"),
  isAdditive: true,
} as const;

/** Not additive: an older program would import rows without their documents. */
const importUploadTable = {
  name: "import-uploads",
  sqlite: importUploads("sqlite"),
  postgres: importUploads("postgres"),
} as const;

const holders = {
  name: "holders",
  sqlite: holderTables("sqlite"),
  postgres: holderTables("postgres"),
  isAdditive: true,
} as const;

/** Not additive: the table is made again. */
const comment = {
  name: "erased-comments",
  sqlite: erasedComments("sqlite"),
  postgres: erasedComments("postgres"),
  changesTables: true,
} as const;

/** Not additive: an older program hides a record and leaves its statement standing. */
const statements = { name: "statements", sqlite: statementTables("sqlite"), postgres: statementTables("postgres") };

const holderReports = {
  name: "holder-reports",
  sqlite: holderReportTable("sqlite"),
  postgres: holderReportTable("postgres"),
  isAdditive: true,
} as const;

const shareCodes = {
  name: "share-codes",
  sqlite: shareCodeTable("sqlite"),
  postgres: shareCodeTable("postgres"),
  isAdditive: true,
} as const;

const watches = {
  name: "watches",
  sqlite: watchTables("sqlite"),
  postgres: watchTables("postgres"),
  isAdditive: true,
} as const;

const holderNews = {
  name: "holder-news",
  sqlite: holderNewsColumns("sqlite"),
  postgres: holderNewsColumns("postgres"),
  changesTables: true,
  isAdditive: true,
} as const;

const holderLooks = {
  name: "holder-looks",
  sqlite: holderLookTable("sqlite"),
  postgres: holderLookTable("postgres"),
  isAdditive: true,
} as const;

const watchesCompared = {
  name: "watches-compared",
  sqlite: watchComparedColumn("sqlite"),
  postgres: watchComparedColumn("postgres"),
  changesTables: true,
  isAdditive: true,
} as const;

const holderAccount = {
  name: "holder-account",
  sqlite: holderAccountColumn("sqlite"),
  postgres: holderAccountColumn("postgres"),
  changesTables: true,
  isAdditive: true,
} as const;

/** Not additive: an older program makes a card and leaves the state of the record unchanged. */
const statesOfHolders = {
  name: "holder-states",
  sqlite: holderStates("sqlite"),
  postgres: holderStates("postgres"),
  changesTables: true,
} as const;

/** New steps go to the end. A step that has run anywhere keeps its name and its text. */
export const migrations: Migrations = {
  firstVersion: 14,
  steps: [
    { name: "ground", ...ground },
    inBangla,
    backups,
    marks,
    { ...processes, sqlite: "" },
    { ...byDay, sqlite: "" },
    hashes,
    bulk,
    counts,
    comments,
    hashesOfFiles,
    views,
    mailServer,
    alerts,
    apiKeys,
    lastDays,
    audit,
    webhooks,
    importTables,
    keys,
    log,
    retention,
    importUploadTable,
    holders,
    comment,
    statements,
    holderReports,
    shareCodes,
    watches,
    holderNews,
    holderLooks,
    watchesCompared,
    holderAccount,
    statesOfHolders,
  ],
};
export const lookupMigrations: Migrations = {
  firstVersion: 1,
  steps: [{ name: "lookups", ...lookups }, processes, byDay],
};
