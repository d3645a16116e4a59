import { type Database, lockForUpdate, type Reader, type Writer } from "../database.ts";
import { underOther } from "../under-other-keys.ts";
import { putRow, type Row } from "../rows.ts";
import { isNotFromFuture } from "../wrong-clock.ts";

export type WatchRow = Row<"watch">;
type Indexes = readonly Uint8Array[];

export const watchesOfMailbox = (reader: Reader, mailboxes: Indexes, now: number): Promise<WatchRow[]> =>
  reader
    .selectFrom("watch")
    .selectAll()
    .where("mailbox_index", "in", mailboxes)
    .where("ends_at", ">", now)
    .orderBy("ends_at")
    .execute();

/** Confirms the watches that are not confirmed yet. A confirmed one keeps its end. */
export async function confirmWatchesOf(writer: Writer, mailboxes: Indexes, now: number, endsAt: number): Promise<void> {
  await writer
    .updateTable("watch")
    .set({ confirmed_at: now, ends_at: endsAt })
    .where("mailbox_index", "in", mailboxes)
    .where("confirmed_at", "is", null)
    .where("ends_at", ">", now)
    .execute();
}

export async function deleteWatchesOf(writer: Writer, mailboxes: Indexes): Promise<void> {
  await writer.deleteFrom("watch").where("mailbox_index", "in", mailboxes).execute();
}

/** Deletes the watches of one mailbox for one number. Returns true if there was any. */
export async function deleteWatchesFor(
  writer: Writer,
  { mailbox_index, passport_index }: Pick<WatchRow, "mailbox_index" | "passport_index">,
  only: "all" | "unconfirmed",
): Promise<boolean> {
  const found = writer
    .deleteFrom("watch")
    .where("mailbox_index", "=", mailbox_index)
    .where("passport_index", "=", passport_index);
  const deleted = only === "all" ? found : found.where("confirmed_at", "is", null);
  return (await deleted.executeTakeFirstOrThrow()).numDeletedRows > 0n;
}

export const watchesOfNumbers = (
  reader: Reader,
  passportIndexes: Indexes,
  irccIndexes: Indexes,
  now: number,
): Promise<WatchRow[]> =>
  reader
    .selectFrom("watch")
    .selectAll()
    // PostgreSQL accepts no empty list.
    .where((eb) =>
      eb.or([
        eb("passport_index", "in", passportIndexes),
        ...(irccIndexes.length > 0 ? [eb("ircc_index", "in", irccIndexes)] : []),
      ]),
    )
    .where("ends_at", ">", now)
    .execute();

export async function deleteEndedWatches(writer: Writer, now: number): Promise<void> {
  await writer.deleteFrom("watch").where("ends_at", "<=", now).execute();
  await writer.deleteFrom("watch_stop").where("ends_at", "<=", now).execute();
}

type ShownQuery = {
  registry: string;
  /** The newest key set. */
  keySet: string;
  now: number;
  /** True to leave out watches that were already compared with the current state of the record. */
  onlyChanged: boolean;
  afterId: string;
  atMost: number;
};

/**
 * Confirmed watches for numbers of records that strangers may see, if they look them up as the policy requires. Indexes of
 * two key sets cannot be compared: until all records are under the newest one, this returns every watch.
 */
export const watchesOfShown = (
  reader: Reader,
  { registry, keySet, now, onlyChanged, afterId, atMost }: ShownQuery,
): Promise<WatchRow[]> =>
  reader
    .selectFrom("watch")
    .selectAll()
    .where("id", ">", afterId)
    .where("confirmed_at", "is not", null)
    .where("ends_at", ">", now)
    .where((watch) =>
      watch.or([
        underOther("watch.key_set", [keySet]),
        watch.exists(
          watch
            .selectFrom("candidate")
            .select("candidate.seq")
            .where(underOther("candidate.key_set", [keySet])),
        ),
        watch.exists(
          watch
            .selectFrom("candidate")
            .select("candidate.seq")
            .where("candidate.registry", "=", registry)
            .where("candidate.approval", "=", "approved")
            .where("candidate.hidden", "=", 0)
            .where((eb) =>
              eb.or([
                eb("candidate.passport_index", "=", eb.ref("watch.passport_index")),
                eb("candidate.ircc_index", "=", eb.ref("watch.ircc_index")),
              ]),
            )
            .$if(onlyChanged, (shown) =>
              shown.where((eb) =>
                eb.or([
                  eb("watch.compared_at", "is", null),
                  eb.not(isNotFromFuture("watch.compared_at", now)),
                  eb("candidate.changed_at", ">=", eb.ref("watch.compared_at")),
                ]),
              ),
            ),
        ),
      ]),
    )
    .orderBy("id")
    .limit(atMost)
    .execute();

export async function noteCompared(writer: Writer, ids: readonly string[], comparedAt: number): Promise<void> {
  if (ids.length === 0) return;
  await writer.updateTable("watch").set({ compared_at: comparedAt }).where("id", "in", ids).execute();
}

/** Some watches under an older key set, locked until the transaction ends. */
export const watchesNotUnder = (database: Database, writer: Writer, keySet: string, atMost: number) =>
  lockForUpdate(
    database,
    writer
      .selectFrom("watch")
      .selectAll()
      .where(underOther("key_set", [keySet]))
      .limit(atMost),
  ).execute();

export async function isStopped(reader: Reader, mailboxes: Indexes, now: number): Promise<boolean> {
  const stop = reader
    .selectFrom("watch_stop")
    .select("ends_at")
    .where("mailbox_index", "in", mailboxes)
    .where("ends_at", ">", now);
  return (await stop.executeTakeFirst()) !== undefined;
}

export const putStop = (writer: Writer, stop: Row<"watch_stop">): Promise<void> =>
  putRow(writer, "watch_stop", ["mailbox_index"], stop);
