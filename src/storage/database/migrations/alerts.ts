import type { Engine } from "../database.ts";
import { inDialect } from "./dialect.ts";

/** Alerts that will be mailed to staff, the alerts that each person chose, and how far the audit log was read. */
export const alertTables = (engine: Engine): string =>
  inDialect(
    engine,
    `
  create table alert (
    id {code} primary key,
    person_id {code} not null references person (id) on delete cascade,
    kind {code} not null,
    subject_id {code} not null,
    noted_at {big} not null,
    due_at {big} not null
  ) {rowsByKey};
  create index alert_by_due on alert (due_at);
  create index alert_by_person on alert (person_id);
  create table alert_choice (
    person_id {code} primary key references person (id) on delete cascade,
    choices {text} not null
  ) {rowsByKey};
  create table alert_mark (
    id {code} primary key,
    value {big} not null
  ) {rowsByKey};`,
  );
