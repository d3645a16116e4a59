import type { Engine } from "../database.ts";
import { inDialect } from "./dialect.ts";

/** A keyed hash of each file of a record. It is null until the program makes it, because a migration has no SECRET. */
export const fileHashes = (engine: Engine): string =>
  inDialect(
    engine,
    `
  alter table image add column file_hash {bytes} default null;
  create index image_by_file_hash on image (file_hash) where file_hash is not null;
  create index image_without_file_hash on image (id) where file_hash is null and candidate_id is not null;`,
  );
