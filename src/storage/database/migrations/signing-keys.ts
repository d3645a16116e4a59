import type { Engine } from "../database.ts";
import { inDialect } from "./dialect.ts";

/** For each registry and purpose one key signs. The other rows are kept for checks of old signatures. */
export const signingKeys = (engine: Engine): string =>
  inDialect(
    engine,
    `
  create table signing_key (
    id {code} primary key,
    registry {code} not null,
    purpose {code} not null check (purpose in ('statement', 'log')),
    signs_for {code} unique,
    public_jwk {text} not null,
    made_at {big} not null,
    retired_at {big},
    revoked_at {big},
    revoked_after {text},
    key_set {code},
    wrapped_key {bytes},
    sealed {bytes}
  ) {rows};
  create index signing_key_by_key_set on signing_key (key_set);`,
  );
