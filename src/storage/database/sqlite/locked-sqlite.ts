import { DatabaseSync } from "node:sqlite";
import { everyTable, isOfLookups, type LockedDatabase, type TableName } from "../tables/copied-tables.ts";
import { deleteMoveMark, movedWords, moveMarkIn, readMoveMark } from "../tables/move-mark.ts";
import { refuseOtherSteps, type SchemaPart } from "../migrations/migration.ts";
import { migrations } from "../migrations/steps.ts";
import { translated } from "./node-sqlite.ts";
import { notedSteps } from "./sqlite-file.ts";
import { openBoth, snapshotOver } from "./sqlite-snapshot.ts";

/** Takes the write locks of both files. If the process is killed, the locks and the unfinished changes are gone. */
export function lockSqlite(file: string, lookupsFile: string): LockedDatabase {
  const files = translated(() =>
    openBoth(file, lookupsFile, (each) => beginWriting(each, each === file ? "sqlite" : "sqliteLookups")),
  );
  const { records, lookups } = files;
  const onEveryTable = (change: (table: TableName, action: string) => string) => {
    for (const table of everyTable) {
      const connection = isOfLookups(table) ? lookups : records;
      for (const action of ["insert", "update", "delete"]) connection.exec(change(table, action));
    }
  };
  // Commits the records first: if the process stops between the commits, no change that matters can be missed.
  const commit = () => [records, lookups].forEach((connection) => connection.exec("commit"));
  return {
    ...snapshotOver(files),
    mark: moveMarkIn(records.prepare(readMoveMark).get()),
    async markMoved(place) {
      onEveryTable((table, action) => refusal(table, action, `${movedWords} to ${place}`.replaceAll("'", "''")));
      const mark = records.prepare(
        "insert into move_mark (subject, state, place, at) values ('records', 'moved', ?, ?)",
      );
      mark.run(place, Date.now());
      commit();
    },
    async unmark() {
      onEveryTable((table, action) => `drop trigger if exists ${refusalName(table, action)}`);
      records.exec(deleteMoveMark);
      commit();
    },
  };
}

const refusalName = (table: TableName, action: string) => `moved_${table}_${action}`;

const refusal = (table: TableName, action: string, words: string) =>
  `create trigger ${refusalName(table, action)} before ${action} on ${table} begin select raise(abort, '${words}'); end`;

function beginWriting(file: string, part: SchemaPart): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
  try {
    connection.exec("pragma synchronous = full; begin immediate;");
    refuseOtherSteps(part, notedSteps(connection), migrations);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}
