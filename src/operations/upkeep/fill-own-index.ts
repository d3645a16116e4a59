import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import {
  deleteOwnHashes,
  deleteOwnSearch,
  lastDaysAnew,
  noteFoundTo,
  noteFilled,
  ownSearches,
  ownSearchesForChange,
  putOwnHashes,
} from "#storage/database/records/own-index.ts";
import { hasCome } from "#core/wrong-clock.ts";
import { recordIdsAfter, recordsForChange, putLastDays } from "#storage/database/records/records.ts";
import type { Writer } from "#storage/database/database.ts";
import { currentSettings, versionedSettings } from "../portal/current-settings.ts";
import type { Portal } from "../portal/portal.ts";
import { rightIndexes } from "../sealed/record-indexes.ts";
import { hashesInRow, rowsOf } from "../sealed/own-hashes.ts";

/**
 * A process that has not read the settings since writes no hashes yet, or still writes some. It reads them each second, and
 * PostgreSQL ends a transaction in which nothing happens after five.
 */
const settledAfterMs = 30_000;

/** Small batches, so that others who write do not wait. */
const filledAtOnce = 200;
const deletedAtOnce = 2000;

/** Makes the hashes of fields that can be searched now, and deletes those of others. It can be stopped and run again at any time. */
export async function fillOwnIndex(portal: Portal, stopping?: AbortSignal, atOnce = filledAtOnce): Promise<void> {
  const { database } = portal;
  if ((await ownSearches(database.read)).every(({ state }) => state === "complete")) return;
  const { changedAt } = await versionedSettings(portal);
  if (!hasCome(changedAt + settledAfterMs, portal.now(), settledAfterMs)) return;
  while (await database.write((writer) => nextStep(portal, writer, atOnce))) {
    await yieldToEventLoop();
    if (stopping?.aborted) return;
  }
}

/** Returns false if nothing was left. The locked rows keep an admin from another choice until the step is done. */
async function nextStep(portal: Portal, writer: Writer, atOnce: number): Promise<boolean> {
  const searches = await ownSearchesForChange(portal.database, writer);
  const ending = searches.find(({ state }) => state === "ending");
  if (ending?.field === lastDaysAnew) {
    await writeLastDays(portal, writer, ending.filled_to, atOnce);
    return true;
  }
  if (ending) {
    const deleted = await deleteOwnHashes(writer, ending.field, deletedAtOnce);
    if (deleted === 0) await deleteOwnSearch(writer, ending.field);
    return true;
  }
  const filling = searches.filter(({ state }) => state === "filling");
  if (filling.length === 0) return false;
  const from = Math.min(...filling.map(({ filled_to: to }) => to));
  const fields = filling.filter(({ filled_to: to }) => to === from).map(({ field }) => ({ id: field }));
  const { rows, to, areAll } = await nextRecords(portal, writer, from, atOnce);
  await putOwnHashes(
    writer,
    rows.flatMap((row) => rowsOf(row, hashesInRow(portal, row, fields) ?? [])),
  );
  for (const { id } of fields) await noteFilled(writer, id, to, areAll);
  return true;
}

/** Locked until the transaction ends. `to`: the last of them. `areAll`: none follows. */
async function nextRecords({ database }: Portal, writer: Writer, from: number, atOnce: number) {
  const next = await recordIdsAfter(writer, from, atOnce);
  const ids = next.map(({ id }) => id);
  const rows = await recordsForChange(database, writer, ids);
  return { rows, to: next.at(-1)?.seq ?? from, areAll: next.length < atOnce };
}

/** A record that cannot be opened keeps its days: `verify` reports it. */
async function writeLastDays(portal: Portal, writer: Writer, from: number, atOnce: number): Promise<void> {
  const site = await currentSettings(portal);
  const { rows, to, areAll } = await nextRecords(portal, writer, from, atOnce);
  const right = rows.map((row) => ({ seq: row.seq, days: rightIndexes(portal, row, site)?.lastDays }));
  const known = right.flatMap(({ seq, days }) => (days ? [{ seq, days }] : []));
  await putLastDays(portal.database, writer, known);
  if (areAll) await deleteOwnSearch(writer, lastDaysAnew);
  else await noteFoundTo(writer, to);
}
