import type { Engine } from "../database.ts";
import { inDialect } from "./dialect.ts";

/** Keys with which programs act for an account. */
export const apiKeyTables = (engine: Engine): string =>
  inDialect(
    engine,
    `
  create table api_key (
    id {code} primary key,
    person_id {code} not null references person (id) on delete cascade,
    name {text} not null,
    scope {code} not null,
    token_hash {bytes} not null unique,
    made_at {big} not null,
    expires_at {big} not null,
    used_at {big}
  ) {rowsByKey};
  create index api_key_by_person on api_key (person_id);`,
  );
