import type { Migration } from "./migration.ts";

/** SQLite keeps what lookups leave behind in a file of its own. `move-lookups.ts` has copied it there before. */
export const lookupsApart: Migration = {
  sqlite: `
    drop table lookup_batch;
    drop table lookup_end;
    drop table lookup_misses;
    drop table lookup_spent;
  `,
  postgres: "",
};
