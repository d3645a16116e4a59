import type { Engine } from "../database.ts";
import { inDialect } from "./dialect.ts";

/** Version 17: where the records or documents were moved, or that a move of the records to here is unfinished. */
export const moveMarks = (engine: Engine): string =>
  inDialect(
    engine,
    `
  create table move_mark (
    subject {code} primary key check (subject in ('records', 'documents')),
    state {code} not null check (state in ('moved', 'unfinished')),
    place {text} not null,
    at {big} not null
  ) {rows};`,
  );
