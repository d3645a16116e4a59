import { hash } from "node:crypto";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { addLook, type DayOfLooks, keptDays, type Look, lookWays } from "#core/holders/looks.ts";
import { recentDays } from "#core/office-clock.ts";
import type { Settings } from "#core/settings/settings.ts";
import { type Decoded, listOf, number, oneOf, optional, shape, text } from "#core/stored/decoders.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { sealedContent } from "#sealing/sealed-content.ts";
import { lastRestored } from "#storage/database/backup-runs.ts";
import type { Writer } from "#storage/database/database.ts";
import {
  deleteLooksBefore,
  holderOfRecord,
  holdersOfRecords,
  type HolderLookRow,
  type HolderRow,
  looksFrom,
  looksOn,
  putLooks,
  recordsWithHolder,
} from "#storage/database/holders/holders.ts";
import { recordsForChange } from "#storage/database/records/records.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { rowById } from "#storage/database/rows.ts";
import type { FoundRecord } from "../lookup-log/lookup-tally.ts";
import type { Portal } from "../portal/portal.ts";
import { seenBy } from "../proofs/note-publication.ts";
import { openRecord, recordKey } from "../sealed/sealed-record.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { noteNews, openSealedHolder, wantsLooks } from "../sealed/sealed-holder.ts";
import { officeToday } from "../portal/office-time.ts";

export const sealedDay = sealedContent({
  table: "holder_look",
  place: ({ holder_id, day }: Pick<HolderLookRow, "holder_id" | "day">) => `holder-look/${holder_id}/${day}`,
  decode: shape({
    /** A hash of what strangers saw of the record when the last look was written. */
    seen: text,
    looks: listOf(
      shape({
        way: oneOf(...lookWays),
        country: text,
        state: oneOf("now", "earlier"),
        times: number,
        by: optional(text),
      }),
    ),
  }),
  id: ["holder_id", "day"],
});
type SealedDay = Decoded<typeof sealedDay.decode>;

/** What strangers see of the record now. Hashed, so that it stays short. */
const seenNow = (portal: Portal, row: RecordRow, key: Buffer, settings: Settings): string =>
  hash("sha256", seenBy(portal, openRecord(portal, row, key), settings) ?? "", "base64");

const atOnce = 50;

/**
 * Adds the looks of a day to those of the holders. Written looks are removed from `found`. Records without a holder are
 * left alone.
 */
export async function addHolderLooks(portal: Portal, day: string, found: Iterable<FoundRecord>): Promise<void> {
  const looked = [...found].filter(({ looks }) => looks.length > 0);
  const ids = looked.map(({ id }) => id);
  const bound = new Set(await recordsWithHolder(portal.database, ids));
  const withHolder = looked.filter(({ id }) => bound.has(id));
  if (withHolder.length === 0) return;
  const settings = await currentSettings(portal);
  for (let at = 0; at < withHolder.length; at += atOnce) {
    const some = withHolder.slice(at, at + atOnce);
    await portal.database.write((writer) => addSome(portal, writer, { day, some, settings }));
    for (const { looks } of some) looks.length = 0;
    await yieldToEventLoop();
  }
}

type LooksToAdd = { day: string; some: readonly FoundRecord[]; settings: Settings };

/** A new holder or a deletion waits for the lock of the record. So no holder gets looks from another holder's time. */
async function addSome(portal: Portal, writer: Writer, { day, some, settings }: LooksToAdd): Promise<void> {
  const { database } = portal;
  const foundById = new Map(some.map((one) => [one.id, one]));
  const records = await recordsForChange(database, writer, [...foundById.keys()]);
  const holders = await holdersOfRecords(database, writer, [...foundById.keys()]);
  const holderByRecord = new Map(holders.map((holder) => [holder.candidate_id, holder]));
  const stored = await looksOn(
    writer,
    holders.map(({ id }) => id),
    day,
  );
  const storedByHolder = new Map(stored.map((row) => [row.holder_id, row]));
  const rows = records.flatMap((record) => {
    const [found, holder] = [foundById.get(record.id), holderByRecord.get(record.id)];
    // Some of these looks may be from before this holder: a new holder learns nothing about that time.
    if (!found || !holder || found.from < holder.bound_at) return [];
    // A record or a day that cannot be opened stays as it is, and does not delay the others.
    const sum = openedOrNull(() =>
      sumOfDay(portal, record, { found, stored: storedByHolder.get(holder.id), settings }),
    );
    if (!sum) return [];
    const place = { holder_id: holder.id, day };
    return [{ ...place, sealed: sealedDay.seal(recordKey(portal, record), place, sum) }];
  });
  await putLooks(writer, rows);
  const written = new Set(rows.map(({ holder_id }) => holder_id));
  for (const record of records) {
    const holder = holderByRecord.get(record.id);
    const content = holder && openedOrNull(() => openSealedHolder(recordKey(portal, record), holder));
    if (!content || !wantsLooks(content) || !written.has(holder.id)) continue;
    const news = (foundById.get(record.id)?.looks ?? []).map(({ way }) => (way === "code" ? "code-used" : "looked"));
    await noteNews(portal, writer, holder, news);
  }
}

type Day = { found: FoundRecord; stored: HolderLookRow | undefined; settings: Settings };

function sumOfDay(portal: Portal, record: RecordRow, { found, stored, settings }: Day): SealedDay {
  const key = recordKey(portal, record);
  const seen = seenNow(portal, record, key, settings);
  const before = stored ? sealedDay.open(key, stored) : { seen, looks: [] };
  const looks = withState(before.looks, (state) => (before.seen === seen ? state : "earlier"));
  for (const look of withState(found.looks, (state) => (state === record.changed_at ? "now" : "earlier")))
    addLook(looks, look, look.state, look.times);
  return { seen, looks };
}

function withState<From, To>(looks: readonly Look<From>[], stateOf: (state: From) => To): Look<To>[] {
  const changed: Look<To>[] = [];
  for (const look of looks) addLook(changed, look, stateOf(look.state), look.times);
  return changed;
}

/** Returns the days on which visitors found the record while it had this holder, newest first. */
export async function looksOfHolder(
  portal: Portal,
  holder: Pick<HolderRow, "id">,
  record: RecordRow,
): Promise<DayOfLooks[]> {
  const [oldest = ""] = recentDays(officeToday(portal), keptDays);
  const key = recordKey(portal, record);
  const seen = seenNow(portal, record, key, await currentSettings(portal));
  const rows = await looksFrom(portal.database.read, holder.id, oldest);
  return rows.flatMap((row) => {
    const stored = openedOrNull(() => sealedDay.open(key, row));
    if (!stored) return [];
    return { day: row.day, looks: withState(stored.looks, (state) => (stored.seen === seen ? state : "earlier")) };
  });
}

/** From when on every look is counted. Those between a backup and its restore are lost. */
export const looksCountedFrom = async (
  { database, now }: Portal,
  { bound_at }: Pick<HolderRow, "bound_at">,
): Promise<number> => Math.max(bound_at, (await lastRestored(database.read, now())) ?? 0);

/** Returns the looks of the record's holder. Empty for most records, because they have no holder. */
export async function looksOfRecord(portal: Portal, id: string): Promise<DayOfLooks[]> {
  const { read } = portal.database;
  const [holder, record] = await Promise.all([holderOfRecord(read, id), rowById(read, "candidate", id)]);
  return holder && record ? looksOfHolder(portal, holder, record) : [];
}

export const deleteOldLooks = ({ database }: Portal, oldest: string): Promise<void> =>
  database.write((writer) => deleteLooksBefore(writer, oldest));
