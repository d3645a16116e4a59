import type { Engine } from "../database.ts";
import { inDialect } from "./dialect.ts";

/**
 * The audit log is read by time, by who did something and by what it was. The index by time is for those who ask for neither: its
 * condition always holds, and keeps the planners from walking along it past a million events of others. `audit_check` says how the last
 * check of the chain goes, or went.
 */
export const auditPage = (engine: Engine): string =>
  inDialect(
    engine,
    `
  create index audit_event_by_time on audit_event (at, seq) where seq > 0;
  create index audit_event_by_actor on audit_event (actor, at, seq);
  create index audit_event_by_action on audit_event (action, at, seq);
  create index audit_event_by_actor_action on audit_event (actor, action, at, seq);
  create table audit_check (
    id {code} primary key,
    asked_by {code} not null,
    begun_at {big} not null,
    ended_at {big},
    process {code} not null,
    checked {big} not null,
    events {big} not null,
    broken_at {big}
  ) {rows};`,
  );
