import { openDatabaseFile } from "#test/support/database-file.ts";
import type { StartedPortal } from "./portal.ts";

/** Removes a table of the portal's database until it is disposed of: every query of that table fails. */
export function withoutTable(
  { folder }: Pick<StartedPortal, "folder">,
  table: "candidate" | "settings" | "person" | "invitation",
): Disposable {
  const database = openDatabaseFile({ DATA_DIR: folder });
  database.exec(`alter table ${table} rename to ${table}_away`);
  return {
    [Symbol.dispose]() {
      database.exec(`alter table ${table}_away rename to ${table}`);
      database.close();
    },
  };
}
