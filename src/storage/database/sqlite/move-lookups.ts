import type { DatabaseSync } from "node:sqlite";

const tables = ["lookup_batch", "lookup_end", "lookup_misses", "lookup_spent"];

const copy = tables
  .map((table) => `delete from lookups.${table}; insert into lookups.${table} select * from main.${table};`)
  .join("");

/**
 * Copies lookups that lie with the records, as they once did, into the file for lookups. A transaction of its own, which writes that
 * file alone: of one that writes two files, a crash can leave half.
 */
export function moveLookups(records: DatabaseSync, fileOfLookups: string): void {
  if (!hasLookups(records)) return;
  records.prepare("attach database ? as lookups").run(fileOfLookups);
  try {
    records.exec("begin immediate");
    // After a copy, or beside a newer file of lookups, there is nothing to bring.
    if (hasLookups(records) && lastBatchIn(records, "main") > lastBatchIn(records, "lookups")) records.exec(copy);
    records.exec("commit");
  } catch (error) {
    if (records.isTransaction) records.exec("rollback");
    throw error;
  } finally {
    records.exec("detach database lookups");
  }
}

const hasLookups = (records: DatabaseSync) =>
  records.prepare("select 1 from main.sqlite_schema where name = 'lookup_batch'").get() !== undefined;

const lastBatchIn = (records: DatabaseSync, schema: "main" | "lookups") =>
  Number(records.prepare(`select seq from ${schema}.lookup_end where id = 'last'`).get()?.["seq"]);
