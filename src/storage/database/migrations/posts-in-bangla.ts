import type { Engine } from "../database.ts";
import { inDialect } from "./dialect.ts";

/** Version 15: a post may be written in Bangla as well. */
export const postsInBangla = (engine: Engine): string =>
  inDialect(
    engine,
    `
  alter table post add column bangla_title {text} not null default '';
  alter table post add column bangla_text {text} not null default '';`,
  );
