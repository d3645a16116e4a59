import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayChangeSettings } from "#core/accounts/permissions.ts";
import { unwrapKey, wrapKey } from "#sealing/data-keys.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { recordsNotUnder, type RecordRow } from "#storage/database/records/records.ts";
import type { Writer } from "#storage/database/database.ts";
import { type KeyedTable, keyedTables, keysNotUnder, isAnythingUnderOther } from "#storage/database/key-sets.ts";
import { updateRow } from "#storage/database/rows.ts";
import { settingsForChange } from "#storage/database/settings.ts";
import { logAuditEvent } from "./audit/log-audit-event.ts";
import { indexesOf, openRecord } from "./records/sealed-record.ts";
import type { Portal } from "./portal.ts";
import { rotateWatches } from "./watches/sealed-watch.ts";

const batch = 200;

/** How many records were rotated, and how many could not be, because their keys cannot be unwrapped. */
type RotationCount = { rotated: number; broken: number };
type OnProgress = (done: number) => void;

/**
 * Wraps the keys of all rows under the newest SECRET, and indexes records and watches again. Content is not sealed
 * again. It can be stopped and run again at any time. Until it ends, older secrets must stay in SECRET.
 */
export async function rotateKeys(portal: Portal, actor: Actor, onProgress?: OnProgress): Promise<RotationCount> {
  authorize(mayChangeSettings(actor), actor);
  const records = await rotateRecords(portal, onProgress);
  for (const table of keyedTables) {
    while ((await portal.database.write((writer) => rewrapSome(portal, writer, table))) === batch);
  }
  while ((await portal.database.write((writer) => rotateWatches(portal, writer, batch))) === batch);
  await portal.database.write((writer) => rotateSettings(portal, writer, actor, records.rotated));
  return records;
}

async function rotateRecords(portal: Portal, onProgress?: OnProgress): Promise<RotationCount> {
  const broken = new Set<string>();
  let rotated = 0;
  for (;;) {
    const some = await portal.database.write((writer) => rotateSome(portal, writer, broken));
    rotated += some.rotated;
    onProgress?.(rotated);
    if (some.isLast) return { rotated, broken: broken.size };
  }
}

/** Adds the records that it steps over to `broken`. They are read again each time, so they do not count as some. */
async function rotateSome(portal: Portal, writer: Writer, broken: Set<string>) {
  const { database, keyring } = portal;
  const atMost = batch + broken.size;
  const rows = await recordsNotUnder(database, writer, keyring.current.id, atMost);
  let rotated = 0;
  for (const row of rows) {
    const columns = rotatedColumns(portal, row);
    if (columns) {
      await updateRow(writer, "candidate", row.id, columns);
      rotated += 1;
    } else broken.add(row.id);
  }
  return { rotated, isLast: rows.length < atMost };
}

/** Null if the key cannot be unwrapped. If only the content cannot be opened, the row keeps its indexes. */
function rotatedColumns(portal: Portal, row: RecordRow) {
  const { keyring } = portal;
  const key = openedOrNull(() => unwrapKey(keyring, row.id, row.wrapped_key));
  if (!key) return null;
  const record = openedOrNull(() => openRecord(portal, row, key));
  return {
    key_set: keyring.current.id,
    wrapped_key: wrapKey(keyring, row.id, key),
    ...(record && indexesOf(keyring.current, record)),
  };
}

/**
 * Images of records and posts are not among these rows: they open under the key of their record or post. Nor are drafts
 * that have ended: they have no key.
 */
async function rewrapSome({ database, keyring }: Portal, writer: Writer, table: KeyedTable) {
  const { id: keySet } = keyring.current;
  const rows = await keysNotUnder(database, writer, table, keySet, batch);
  for (const { id, wrapped_key } of rows) {
    const rewrapped = wrapped_key && wrapKey(keyring, id, unwrapKey(keyring, id, wrapped_key));
    await updateRow(writer, table, id, { key_set: keySet, wrapped_key: rewrapped });
  }
  return rows.length;
}

async function rotateSettings(portal: Portal, writer: Writer, actor: Actor, records: number): Promise<void> {
  const { database, keyring } = portal;
  const row = await settingsForChange(database, writer);
  if (!row || (row.key_set === keyring.current.id && records === 0)) return;
  const key = unwrapKey(keyring, "settings", row.wrapped_key);
  const wrapped_key = wrapKey(keyring, "settings", key);
  await updateRow(writer, "settings", "settings", { key_set: keyring.current.id, wrapped_key });
  const details = { keySet: { from: row.key_set, to: keyring.current.id }, records: { from: null, to: records } };
  const event = { actor, action: "keys-rotated", subject: "keys", subjectId: "keys", details } as const;
  await logAuditEvent(portal, writer, event, key);
}

/** True if anything was sealed under a secret that is not given. */
export async function needsOtherSecret({ database, keyring }: Pick<Portal, "database" | "keyring">): Promise<boolean> {
  const given = keyring.all.map(({ id }) => id);
  return isAnythingUnderOther(database, given);
}
