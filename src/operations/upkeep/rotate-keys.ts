import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayReplaceKeys } from "#core/accounts/permissions.ts";
import { unwrapKey, wrapKey } from "#sealing/data-keys.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { putOwnHashes } from "#storage/database/records/own-index.ts";
import { recordsNotUnder } from "#storage/database/records/records.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import type { Writer } from "#storage/database/database.ts";
import { keyedTables, keysNotUnder, isAnythingUnderOther, type WrappedKey } from "#storage/database/key-sets.ts";
import { revisionsNotUnder } from "#storage/database/records/revisions.ts";
import { type Row, rowsAfter, type TableWithId, updateRow } from "#storage/database/rows.ts";
import { registriesIn } from "#storage/database/registries.ts";
import { settingsForChange } from "#storage/database/settings.ts";
import { bindUnderNewest } from "../accounts/bind-all-rows.ts";
import { logAuditEvent } from "../portal/log-audit-event.ts";
import { sealedAgain } from "../records/own-filter.ts";
import { ownHashes, rowsOf, searchedFields } from "../sealed/own-hashes.ts";
import { openedRecord, openRecord } from "../sealed/sealed-record.ts";
import { indexesOf } from "../sealed/record-indexes.ts";
import { rightReservation, withRecords } from "../revisions/check-revisions.ts";
import type { Portal } from "../portal/portal.ts";
import { keyOfSettings } from "../portal/current-settings.ts";
import { watchesNotUnder } from "#storage/database/holders/watches.ts";
import { rotatedWatch } from "../watches/sealed-watch.ts";

const batch = 200;

/** How many records were rotated, and which rows could not be, because they cannot be opened: as "table id". */
type RotationCount = { rotated: number; broken: string[] };
type OnProgress = (done: number) => void;

/**
 * Wraps the keys of all rows under the newest SECRET, and indexes records and watches again. Content is not sealed
 * again. It can be stopped and run again at any time. Until it ends, older secrets must stay in SECRET.
 */
export async function rotateKeys(portal: Portal, actor: Actor, onProgress?: OnProgress): Promise<RotationCount> {
  authorize(mayReplaceKeys(actor), actor);
  const { database, keyring } = portal;
  const keySet = keyring.current.id;
  const records = await rotateTable(portal, onProgress, {
    table: "candidate",
    read: (writer, atMost) => recordsNotUnder(database, writer, keySet, atMost),
    columnsOf: (row) => rotatedColumns(portal, row),
    alsoWrite: (writer, rows) => hashUnderNewest(portal, writer, rows),
  });
  const broken = [...records.broken];
  for (const table of keyedTables) {
    const others = await rotateTable(portal, undefined, {
      table,
      read: (writer, atMost) => keysNotUnder(database, writer, table, keySet, atMost),
      columnsOf: (row) => rewrapped(portal, row),
    });
    broken.push(...others.broken);
  }
  const registries = [portal.registry, ...(await registriesIn(database.read))];
  const revisions = await rotateTable(portal, undefined, {
    table: "record_revision",
    read: async (writer, atMost) => withRecords(writer, await revisionsNotUnder(database, writer, keySet, atMost)),
    columnsOf: ({ row, record }) => record && rightReservation(portal, row, record, keySet),
  });
  broken.push(...revisions.broken);
  const watches = await rotateTable(portal, undefined, {
    table: "watch",
    read: (writer, atMost) => watchesNotUnder(database, writer, keySet, atMost),
    columnsOf: (row) => rotatedWatch(portal, row, registries),
  });
  await sealViewsAgain(portal);
  broken.push(...(await bindUnderNewest(portal)));
  await portal.database.write((writer) => rotateSettings(portal, writer, actor, records.rotated));
  return { rotated: records.rotated, broken: [...broken, ...watches.broken] };
}

type Rotating<Table extends TableWithId, Found> = {
  table: Table;
  /** Some rows under an older key set, locked until the transaction ends. */
  read: (writer: Writer, atMost: number) => Promise<Found[]>;
  /** The columns under the newest key set. None for a row that cannot be opened. */
  columnsOf: (row: Found) => Partial<Row<Table>> | null | undefined;
  alsoWrite?: (writer: Writer, rows: readonly Found[]) => Promise<void>;
};

/** Rows that cannot be opened are read again with each batch, so they do not count as some of it. */
async function rotateTable<Table extends TableWithId, Found extends { id: string }>(
  { database }: Portal,
  onProgress: OnProgress | undefined,
  { table, read, columnsOf, alsoWrite }: Rotating<Table, Found>,
): Promise<RotationCount> {
  const broken = new Set<string>();
  let rotated = 0;
  for (let isLast = false; !isLast; onProgress?.(rotated)) {
    await database.write(async (writer) => {
      const atMost = batch + broken.size;
      const rows = await read(writer, atMost);
      for (const row of rows) {
        const columns = columnsOf(row);
        if (columns) await updateRow(writer, table, row.id, columns);
        else broken.add(row.id);
        rotated += columns ? 1 : 0;
      }
      await alsoWrite?.(writer, rows);
      isLast = rows.length < atMost;
    });
  }
  return { rotated, broken: [...broken].map((id) => `${table} ${id}`) };
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

/** Those that cannot be opened keep what they are found by. */
async function hashUnderNewest(portal: Portal, writer: Writer, rows: readonly RecordRow[]): Promise<void> {
  const fields = await searchedFields(portal);
  if (fields.length === 0) return;
  const hashes = rows.flatMap((row) => {
    const record = openedRecord(portal, row);
    return record ? rowsOf(row, ownHashes(portal.keyring.current, record, fields)) : [];
  });
  await putOwnHashes(writer, hashes);
}

/**
 * Images of records and posts are not among these rows: they open under the key of their record or post. Nor are drafts
 * that have ended: they have no key.
 */
function rewrapped({ keyring }: Portal, { id, wrapped_key }: WrappedKey) {
  const key = wrapped_key && openedOrNull(() => unwrapKey(keyring, id, wrapped_key));
  return key && { key_set: keyring.current.id, wrapped_key: wrapKey(keyring, id, key) };
}

/** Saved views have values of own fields, each sealed alone. */
async function sealViewsAgain(portal: Portal): Promise<void> {
  const { database } = portal;
  for (let after: string | undefined = ""; after !== undefined;) {
    const views: Row<"record_view">[] = await rowsAfter(database.read, "record_view", after, batch);
    await database.write(async (writer) => {
      for (const { id, query } of views) {
        const again = sealedAgain(portal, query);
        if (again !== query) await updateRow(writer, "record_view", id, { query: again });
      }
    });
    after = views.at(-1)?.id;
  }
}

async function rotateSettings(portal: Portal, writer: Writer, actor: Actor, records: number): Promise<void> {
  const { database, keyring } = portal;
  const row = await settingsForChange(database, writer);
  if (!row || (row.key_set === keyring.current.id && records === 0)) return;
  const key = await keyOfSettings(portal);
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
