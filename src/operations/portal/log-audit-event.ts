import type { AccountEvent, DetailsOf } from "#core/audit/audit-details.ts";
import type { AuditAction, NothingElse } from "#core/audit/audit-event.ts";
import { type Actor, actorId, anonymous } from "#core/accounts/actor.ts";
import { chainHash } from "#sealing/chain.ts";
import { anything, mapOf, shape, withDefault } from "#core/stored/decoders.ts";
import { sealedContent } from "#sealing/sealed-content.ts";
import { type AuditRow, eventWrites, lockAuditHead } from "#storage/database/audit.ts";
import type { OpenTransaction, Writer } from "#storage/database/database.ts";
import { lastingHashKey } from "#sealing/keyed-hashes.ts";
import { writeTogether } from "#storage/database/rows.ts";
import type { LoggedEvent, PendingEvent, UnderHead, UnitOfWork } from "#storage/database/unit-of-work.ts";
import type { Portal } from "./portal.ts";
import { keyOfSettings } from "./current-settings.ts";

type EventLog = Pick<Portal, "database" | "keyring" | "now" | "settingsCache">;

/**
 * Adds one event to the chain, as the last step of a transaction: together with all other events of the transaction. Its
 * details are sealed under the key of the row that the event is about. Once that key is deleted, nobody can read the
 * details, and the chain still verifies.
 */
export const logAuditEvent = <Action extends AuditAction, Details extends DetailsOf<Action>>(
  portal: EventLog,
  writer: Writer,
  event: LoggedEvent<Action, NothingElse<Details, DetailsOf<Action>>>,
  rowKey: Uint8Array,
): Promise<void> => logPending(portal, writer, { event, rowKey });

/** For callers that have checked that the details fit the action. */
export async function logPending(portal: EventLog, writer: Writer, pending: PendingEvent): Promise<void> {
  const { transaction } = portal.database;
  if (transaction) eventsOf(portal, writer, transaction).add(pending);
  else await appendToChain(portal, writer, [pending], null);
}

/** The events that an open transaction writes last. */
export function eventsOf(portal: EventLog, writer: Writer, { hasEnded, unit }: OpenTransaction): UnitOfWork["events"] {
  if (hasEnded) throw new Error("this transaction has ended");
  return unit.events.writeBy((events, underHead) => appendToChain(portal, writer, events, underHead));
}

async function appendToChain(
  portal: EventLog,
  writer: Writer,
  events: readonly PendingEvent[],
  underHead: UnderHead | null,
): Promise<void> {
  const { database, now } = portal;
  const key = await auditKey(portal);
  const { head, writes } = underHead ?? { head: await lockAuditHead(database, writer), writes: [] };
  const rows: AuditRow[] = [];
  for (const { event, rowKey } of events) {
    const seq = head.seq + rows.length + 1;
    const row = {
      seq,
      at: now(),
      actor: actorId(event.actor),
      action: event.action,
      subject: event.subject,
      subject_id: event.subjectId,
      changed_fields: Object.keys(event.details).toSorted().join(" "),
      sealed_details: sealedEvent.seal(rowKey, { seq }, { ...event.details }),
    };
    rows.push({ ...row, hash: hashOfEvent(key, rows.at(-1)?.hash ?? head.hash, row) });
  }
  await writeTogether(database, writer, [...writes, ...eventWrites(writer, rows)]);
}

export const sealedEvent = sealedContent({
  table: "audit_event",
  place: ({ seq }: Pick<AuditRow, "seq">) => `audit/${seq}`,
  decode: mapOf(shape({ from: withDefault(null, anything), to: withDefault(null, anything) })),
  id: ["seq"],
});

export const openEvent = (event: AuditRow, key: Buffer | null) => ({
  at: event.at,
  actor: event.actor,
  action: event.action,
  changedFields: event.changed_fields.split(" ").filter((field) => field !== ""),
  /** Null once the key is deleted. */
  details: key && sealedEvent.open(key, { seq: event.seq, sealed: event.sealed_details }),
});

/** The key of the chain's hashes: whoever writes to the database without the secret cannot compute them again. */
export const auditKey = async (portal: Omit<EventLog, "now">): Promise<Buffer> =>
  (portal.settingsCache.auditKey ??= lastingHashKey(await keyOfSettings(portal), "audit log"));

export function hashOfEvent(key: Uint8Array, previous: Uint8Array, row: Omit<AuditRow, "hash">): Buffer {
  const { seq, at, actor, action, subject, subject_id, changed_fields, sealed_details } = row;
  return chainHash(previous, [seq, at, actor, action, subject, subject_id, changed_fields, sealed_details], key);
}

/** Logs an event that is not about a single row. It has its own transaction and is sealed under the settings' key. */
export async function logSettingsEvent<Action extends AuditAction, Details extends DetailsOf<Action>>(
  portal: EventLog,
  event: LoggedEvent<Action, NothingElse<Details, DetailsOf<Action>>>,
): Promise<void> {
  await logUnderSettings(portal, event);
}

/** Logs an account event under the settings' key, so that it stays readable after the account is deleted. */
export async function logAccountEvent(portal: EventLog, accountEvent: AccountEvent): Promise<void> {
  const { action, personId, isProven, clientAddress, browser, details = {} } = accountEvent;
  const actor: Actor = isProven && personId !== null ? { kind: "account", id: personId, role: "student" } : anonymous;
  const event = {
    actor,
    action,
    subject: "staff",
    subjectId: personId ?? "unknown",
    details: { ...details, clientAddress: { from: null, to: clientAddress }, browser: { from: null, to: browser } },
  } as const;
  await logUnderSettings(portal, event);
}

async function logUnderSettings(portal: EventLog, event: PendingEvent["event"]): Promise<void> {
  const rowKey = await keyOfSettings(portal);
  await portal.database.write((writer) => logPending(portal, writer, { event, rowKey }));
}
