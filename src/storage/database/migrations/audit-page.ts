import type { Engine } from "../database.ts";
import { inDialect } from "./dialect.ts";

/**
 * The audit log is read by time, by actor and by action. The index by time is for queries without an actor or an
 * action. Its condition always holds. It keeps the planners from walking along this index past a million events of
 * other actors. `audit_check` has the progress or the result of the last check of the chain.
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
