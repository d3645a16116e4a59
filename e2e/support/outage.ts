import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { StartedPortal } from "./portal.ts";

/** While this is open, the portal's database has no such table: every question to it fails. */
export function withoutTable({ folder }: StartedPortal, table: "candidate" | "settings" | "person"): Disposable {
  const database = new DatabaseSync(path.join(folder, "attestry.db"), { timeout: 5000 });
  database.exec(`alter table ${table} rename to ${table}_away`);
  return {
    [Symbol.dispose]() {
      database.exec(`alter table ${table}_away rename to ${table}`);
      database.close();
    },
  };
}
