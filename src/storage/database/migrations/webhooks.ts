import type { Engine } from "../database.ts";
import { inDialect } from "./dialect.ts";

/** Programs that are told what happens to records, and the messages to each of them. */
export const webhookTables = (engine: Engine): string =>
  inDialect(
    engine,
    `
  create table webhook (
    id {code} primary key,
    made_at {big} not null,
    failing_since {big},
    key_set {code} not null,
    wrapped_key {bytes} not null,
    sealed {bytes} not null
  ) {rows};
  create index webhook_by_key_set on webhook (key_set);
  create table webhook_delivery (
    id {code} primary key,
    webhook_id {code} not null references webhook (id) on delete cascade,
    event {code} not null,
    subject_id {code} not null,
    happened_at {big} not null,
    tries {count} not null,
    next_try_at {big},
    delivered_at {big},
    outcome {code} not null
  ) {rowsByKey};
  create index webhook_delivery_due on webhook_delivery (webhook_id, next_try_at) where next_try_at is not null;
  create index webhook_delivery_by_time on webhook_delivery (webhook_id, happened_at);`,
  );
