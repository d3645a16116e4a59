import path from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Opens the SQLite file of a site. Its server may be writing to the file: queries then wait up to 5 seconds. */
export const openDatabaseFile = (environment: Record<string, string>): DatabaseSync =>
  new DatabaseSync(path.join(environment["DATA_DIR"] ?? "", "attestry.db"), { timeout: 5000 });
