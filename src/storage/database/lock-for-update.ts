import type { SelectQueryBuilder } from "kysely";
import type { Store } from "./database.ts";

/** The rows, held against other writers until the transaction ends. SQLite's transaction holds the whole database. */
export function lockForUpdate<Tables, Names extends keyof Tables, Row>(
  { engine }: Pick<Store<Tables>, "engine">,
  found: SelectQueryBuilder<Tables, Names, Row>,
): SelectQueryBuilder<Tables, Names, Row> {
  return engine === "postgres" ? found.forUpdate() : found;
}
