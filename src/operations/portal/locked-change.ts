import type { ActionOn, DetailsOf } from "#core/audit/audit-details.ts";
import {
  type AuditAction,
  type AuditSubject,
  type ChangesOf,
  detailsOfChange,
  type NothingElse,
} from "#core/audit/audit-event.ts";
import { PortalError, withRowId } from "#core/errors.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import type { Writer } from "#storage/database/database.ts";
import { inTransaction, type Within } from "#storage/database/transaction.ts";
import type { LoggedEvent } from "#storage/database/unit-of-work.ts";
import { logPending } from "./log-audit-event.ts";
import type { Portal } from "./portal.ts";
import { refuseEnded } from "./still-signed-in.ts";

type LockedRow = { id: string; wrapped_key: Uint8Array; version?: number };

/** What `changeLocked` needs to know about an entity. */
export type Entity<Row extends LockedRow> = {
  subject: AuditSubject;
  /** Reads a row and locks it until the transaction ends. Throws if there is none. */
  lock: (portal: Portal, writer: Writer, id: string) => Promise<Row>;
};

export type Changed = { modified: 0 | 1 };

/**
 * Which row to change, and the version that the change was made from, if the caller knows it. If there are several
 * versions, any of them will do.
 */
export type ChangeTarget = { id: string; expectedVersion?: number | readonly number[] | undefined };

/** With `isDryRun`, everything is checked, but the row is not saved. The caller rolls back what else was written. */
export type FieldsTarget = ChangeTarget & { isDryRun?: boolean };

/** Who caused the event, and whom it is about, if these are not the caller and the locked row. */
type EventOf = { actor: Actor; subjectId: string };

export type Locked<Row> = {
  within: Within<Portal>;
  writer: Writer;
  row: Row;
  /** The key of the row. It also seals the details of the row's audit events. */
  key: Buffer;
  /** The last step of a change that has changed something. */
  log: <Action extends AuditAction, Details extends DetailsOf<Action>>(
    action: Action,
    details: NothingElse<Details, DetailsOf<Action>>,
    of?: EventOf,
  ) => Promise<void>;
};

/** Throws if somebody else changed the row first. */
export function refuseStale(row: { version?: number }, expected: ChangeTarget["expectedVersion"]): void {
  if (expected !== undefined && ![expected].flat().includes(row.version ?? 0)) throw new PortalError("stale");
}

/** A row of another registry counts as missing. */
export function presentRow<Row extends { registry: string }>({ registry }: Portal, row: Row | undefined): Row {
  if (row?.registry !== registry) throw new PortalError("not-found");
  return row;
}

/**
 * The frame of every change: locks the row, authorizes, refuses a stale version, changes and logs. All of it happens or
 * nothing.
 */
export async function changeLocked<Row extends LockedRow, Result>(
  portal: Portal,
  actor: Actor,
  { subject, lock }: Entity<Row>,
  { id, expectedVersion, authorizeRow }: ChangeTarget & { authorizeRow?: (row: Row) => void },
  work: (locked: Locked<Row>) => Promise<Result>,
): Promise<Result> {
  let isFound = false;
  try {
    return await inTransaction(portal, async (within, writer) => {
      const row = await lock(within, writer, id);
      isFound = true;
      await refuseEnded(writer, actor);
      authorizeRow?.(row);
      refuseStale(row, expectedVersion);
      const key = unwrapKey(portal.keyring, id, row.wrapped_key);
      const log: Locked<Row>["log"] = (action, details, of = { actor, subjectId: id }) =>
        logPending(within, writer, { event: { ...of, action, subject, details }, rowKey: key });
      return work({ within, writer, row, key, log });
    });
  } catch (error) {
    throw isFound ? withRowId(error, id) : error;
  }
}

/** `row` is the row as it was before. */
export type SavedChange<Row, Thing> = { row: Row; before: Thing; after: Thing; key: Buffer };

/** The event of such a change. */
export type SavedEvent<Thing> = LoggedEvent<ActionOn<Thing>, ChangesOf<Thing>>;

/** An entity whose fields are replaced by those of a form. */
export type VersionedEntity<Row extends LockedRow, Thing extends { version: number }> = Entity<Row> & {
  open: (within: Within<Portal>, row: Row, key: Buffer) => Thing | Promise<Thing>;
  /** Saves the entity and everything that follows from the change. Logs the event as the last step. Returns what it is now. */
  save: (
    within: Within<Portal>,
    writer: Writer,
    change: SavedChange<Row, Thing>,
    event: SavedEvent<Thing>,
  ) => Promise<Thing>;
  /** The fields that store when the entity was changed, and by whom. */
  stamp: (portal: Portal, actor: Actor) => Partial<Thing>;
};

export type FieldChange<Row extends LockedRow, Thing> = {
  authorizeRow?: (row: Row) => void;
  /** Returns the new values of the fields. */
  apply: (before: Thing, locked: Locked<Row>) => Partial<Thing> | Promise<Partial<Thing>>;
  action: ActionOn<Thing> | ((after: Thing) => ActionOn<Thing>);
};

/** Replaces fields. If all of them stay the same, nothing is written or logged. */
export async function changeFields<Row extends LockedRow, Thing extends { version: number }>(
  portal: Portal,
  actor: Actor,
  entity: VersionedEntity<Row, Thing>,
  { isDryRun = false, ...target }: FieldsTarget,
  { apply, action, ...authorization }: FieldChange<Row, Thing>,
): Promise<Changed & { after: Thing }> {
  return changeLocked(portal, actor, entity, { ...target, ...authorization }, async (locked) => {
    const before = await entity.open(locked.within, locked.row, locked.key);
    const changes = await apply(before, locked);
    return saveFields(actor, entity, locked, { before, changes, action, isDryRun });
  });
}

type FieldsToSave<Thing> = {
  before: Thing;
  changes: Partial<Thing>;
  action: ActionOn<Thing> | ((after: Thing) => ActionOn<Thing>);
  isDryRun?: boolean;
};

/** Saves new values of fields of a locked row. If all of them stay the same, nothing is written or logged. */
export async function saveFields<Row extends LockedRow, Thing extends { version: number }>(
  actor: Actor,
  entity: VersionedEntity<Row, Thing>,
  { within, writer, row, key }: Locked<Row>,
  { before, changes, action, isDryRun = false }: FieldsToSave<Thing>,
): Promise<Changed & { after: Thing }> {
  const wanted: Thing = { ...before, ...changes };
  const details = detailsOfChange<Thing>(before, wanted);
  const modified = Object.keys(details).length === 0 ? 0 : 1;
  if (modified === 0 || isDryRun) return { modified, after: before };
  const after: Thing = { ...wanted, ...entity.stamp(within, actor), version: before.version + 1 };
  const done = typeof action === "function" ? action(after) : action;
  const event = { actor, action: done, subject: entity.subject, subjectId: row.id, details };
  return { modified, after: await entity.save(within, writer, { row, before, after, key }, event) };
}
