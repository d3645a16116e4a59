import path from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The SQLite file of a site, whose server may be writing to it: then one waits. */
export const openDatabaseFile = (environment: Record<string, string>): DatabaseSync =>
  new DatabaseSync(path.join(environment["DATA_DIR"] ?? "", "attestry.db"), { timeout: 5000 });
