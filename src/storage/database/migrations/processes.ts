import type { Engine } from "../database.ts";
import { inDialect } from "./dialect.ts";

/**
 * Version 18: `process` has a row for each process that serves; `seen_at` is when the process last wrote its row, by
 * the clock of the database. `job_lease` has the process that runs a job now ('' for none), and when the job was last
 * done.
 */
export const processTables = (engine: Engine): string =>
  inDialect(
    engine,
    `
  create table process (
    id {code} primary key,
    beat {big} not null,
    seen_at {big} not null
  ) {rowsByKey};
  create table job_lease (
    job {code} primary key,
    process {code} not null,
    done_at {big} not null
  ) {rowsByKey};`,
  );
