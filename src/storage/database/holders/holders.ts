import { type RawBuilder, sql } from "kysely";
import { setBackMs } from "#core/wrong-clock.ts";
import { linkLifetimeMs } from "#core/holders/binding.ts";
import { type Database, lockForUpdate, type Reader, type Writer } from "../database.ts";
import { recordsForChange } from "../records/records.ts";
import { bindRow, boundOrNone, type HasRowKeys, insertBound } from "../bound-rows.ts";
import { countFound, type Row, rowById, rowForChange, updateRow } from "../rows.ts";
import { isAheadIn } from "../wrong-clock.ts";
import { isUsable } from "./share-codes.ts";

export type HolderLinkRow = Row<"holder_link">;
export type HolderRow = Row<"holder">;
export type HolderLookRow = Row<"holder_look">;

/** None if the link was changed past the program. */
export async function holderLink(site: HasRowKeys, reader: Reader, recordId: string) {
  const found = reader.selectFrom("holder_link").selectAll().where("candidate_id", "=", recordId);
  return boundOrNone(site, "holder_link", await found.executeTakeFirst());
}

export async function holderLinkByCode(site: HasRowKeys, reader: Reader, codeHash: Uint8Array) {
  const found = reader.selectFrom("holder_link").selectAll().where("code_hash", "=", codeHash);
  return boundOrNone(site, "holder_link", await found.executeTakeFirst());
}

/** Replaces the link of the record. */
export async function putHolderLink(
  site: HasRowKeys,
  writer: Writer,
  row: Omit<HolderLinkRow, "row_hash">,
): Promise<void> {
  await deleteHolderLink(writer, row.candidate_id);
  await insertBound(site, writer, "holder_link", row);
  await noteHolderStates(writer, [row.candidate_id]);
}

/** False if there was no link. */
export async function deleteHolderLink(writer: Writer, recordId: string): Promise<boolean> {
  const deleted = await writer.deleteFrom("holder_link").where("candidate_id", "=", recordId).executeTakeFirstOrThrow();
  await noteHolderStates(writer, [recordId]);
  return deleted.numDeletedRows > 0n;
}

/** Deletes ended links. Returns the number of records. */
export async function deleteEndedLinks(database: Database, writer: Writer, now: number, atMost: number) {
  const found = writer.selectFrom("holder_link").select("candidate_id").where("ends_at", "<=", now).limit(atMost);
  // Locks the records first, as code that makes a link does.
  const ended = (await found.execute()).map(({ candidate_id: id }) => id);
  const ids = (await recordsForChange(database, writer, ended)).map(({ id }) => id);
  if (ids.length === 0) return 0;
  await writer.deleteFrom("holder_link").where("candidate_id", "in", ids).where("ends_at", "<=", now).execute();
  await noteHolderStates(writer, ids);
  return ids.length;
}

/** What `holder_state` must be. */
const rightHolderState = sql`case
  when exists (select 1 from holder where candidate_id = candidate.id) then 'bound'
  when exists (select 1 from holder_link where candidate_id = candidate.id) then 'offered'
  else 'none' end`;

/** The records whose `holder_state` is wrong; or this record, if its state is. */
export async function wrongHolderStates(reader: Reader, only?: string): Promise<string[]> {
  const among = only === undefined ? sql`true` : sql`id = ${only}`;
  const found = sql<{ id: string }>`select id from candidate where ${among} and holder_state <> ${rightHolderState}`;
  return (await found.execute(reader)).rows.map(({ id }) => id);
}

/** Updates `holder_state`. Call this after each change of a link or holder. */
export async function noteHolderStates(writer: Writer, recordIds: readonly string[]): Promise<void> {
  await sql`
    update candidate set holder_state = ${rightHolderState} where id in (${sql.join([...recordIds])})`.execute(writer);
}

export const holderOfRecord = (reader: Reader, recordId: string): Promise<HolderRow | undefined> =>
  reader.selectFrom("holder").selectAll().where("candidate_id", "=", recordId).executeTakeFirst();

/**
 * Counts up to a limit each: records whose holder has the page, links that wait, and share codes that can be used.
 * SQLite keeps the order of cross joins. In another order it would start with the records, because it expects few in a
 * registry.
 */
export async function countHolders(reader: Reader, registry: string, now: number, atMost: number) {
  const recordOf = (table: string) =>
    sql`cross join candidate where candidate.id = ${sql.ref(table)}.candidate_id and registry = ${registry}`;
  const count = (rows: RawBuilder<unknown>) => countFound(reader, sql`select 1 from ${rows} limit ${atMost}`);
  const [bound, offered, shared] = await Promise.all([
    count(sql`holder ${recordOf("holder")}`),
    count(sql`holder_link ${recordOf("holder_link")} and ${isAheadIn("ends_at", now, linkLifetimeMs + setBackMs)}`),
    count(
      sql`share_code cross join holder ${recordOf("holder")} and holder.id = share_code.holder_id and ${isUsable(now)}`,
    ),
  ]);
  return { bound, offered, shared };
}

/** Everything that belongs to the holder is deleted, too. Returns whether there was one. */
export async function deleteHolder(writer: Writer, recordId: string): Promise<boolean> {
  const { numDeletedRows } = await writer.deleteFrom("holder").where("candidate_id", "=", recordId).executeTakeFirst();
  await noteHolderStates(writer, [recordId]);
  return numDeletedRows > 0n;
}

/** Replaces the holder of the record. Everything that belongs to the previous holder is deleted. */
export async function putHolder(
  site: HasRowKeys,
  writer: Writer,
  row: Omit<HolderRow, "person_id" | "row_hash">,
): Promise<void> {
  await writer.deleteFrom("holder").where("candidate_id", "=", row.candidate_id).execute();
  await insertBound(site, writer, "holder", { ...row, person_id: null });
  await noteHolderStates(writer, [row.candidate_id]);
}

/** The holders of these records, locked until the transaction ends. */
export const holdersOfRecords = async (
  database: Database,
  writer: Writer,
  recordIds: readonly string[],
): Promise<HolderRow[]> =>
  recordIds.length === 0
    ? []
    : lockForUpdate(
        database,
        writer.selectFrom("holder").selectAll().where("candidate_id", "in", recordIds).orderBy("id"),
      ).execute();

/** The holder of a record, locked until the transaction ends. */
export const holderForChange = async (
  database: Database,
  writer: Writer,
  recordId: string,
): Promise<HolderRow | undefined> => (await holdersOfRecords(database, writer, [recordId]))[0];

type AccessChanges = Partial<Pick<HolderRow, "opened_hash" | "opened_until" | "person_id">>;

/** Changes who opens the page. Does nothing if the holder is gone or was changed past the program. */
export async function changeAccess(
  site: HasRowKeys & { readonly database: Pick<Database, "engine"> },
  writer: Writer,
  id: string,
  changes: AccessChanges,
): Promise<void> {
  const found = boundOrNone(site, "holder", await rowForChange(site.database, writer, "holder", id));
  if (!found) return;
  const { row_hash } = bindRow(site, "holder", { ...found, ...changes });
  await updateRow(writer, "holder", id, { ...changes, row_hash });
}

/** Called before the account is deleted: the pages that it opens stay open for their devices. */
export async function leaveHolders(site: Parameters<typeof changeAccess>[0], writer: Writer, personId: string) {
  const joined = await writer.selectFrom("holder").select("id").where("person_id", "=", personId).execute();
  for (const { id } of joined) await changeAccess(site, writer, id, { person_id: null });
}

/** Returns the email address of the account that opens the holder's page too; null if there is none. */
export async function emailOfAccount(reader: Reader, { person_id }: HolderRow): Promise<string | null> {
  const account = person_id ? await rowById(reader, "person", person_id) : undefined;
  return account?.email ?? null;
}

export const holdersOfPerson = (reader: Reader, registry: string, personId: string) =>
  reader
    .selectFrom("holder")
    .innerJoin("candidate", "candidate.id", "holder.candidate_id")
    .select(["holder.id", "name"])
    .where("person_id", "=", personId)
    .where("registry", "=", registry)
    .orderBy("name")
    .execute();

/** A holder for whom a mail is due. For the cross join see countHolders. */
export const holderToTell = (reader: Reader, registry: string, now: number) =>
  reader
    .selectFrom("holder")
    .crossJoin("candidate")
    .select("holder.id")
    .whereRef("candidate.id", "=", "holder.candidate_id")
    .where("tell_at", "<=", now)
    .where("registry", "=", registry)
    .orderBy("tell_at")
    .limit(1)
    .executeTakeFirst();

/** Returns which of these records have a holder. One statement for any number of ids, so it is prepared only once. */
export async function recordsWithHolder({ engine, read }: Database, ids: readonly string[]): Promise<string[]> {
  const json = JSON.stringify(ids);
  const given =
    engine === "postgres"
      ? sql`select json_array_elements_text(${json}::json)`
      : sql`select value from json_each(${json})`;
  const found = sql<{ id: string }>`select candidate_id as id from holder where candidate_id in (${given})`;
  return (await found.execute(read)).rows.map(({ id }) => id);
}

/**
 * The pages that were opened with a card that this person made or confirmed, in all registries, and those of which this
 * person alone confirmed that the office knows their holder. The audit chain says so.
 */
export async function pagesOpenedBy(reader: Reader, personId: string): Promise<RecordOfPage[]> {
  const found = sql<RecordOfPage>`
    select distinct candidate.id, candidate.name, candidate.registry ${opening(sql`event.actor = ${personId}`)}
    order by candidate.name, candidate.id`;
  return (await found.execute(reader)).rows;
}

export type RecordOfPage = { id: string; name: string; registry: string };

/** The people of whom `pagesOpenedBy` names the page of this record. */
export async function openersOf(reader: Reader, recordId: string): Promise<string[]> {
  const ofRecord = sql`event.subject = 'candidate' and event.subject_id = ${recordId}`;
  const found = sql<{ actor: string }>`select distinct event.actor ${opening(ofRecord)}`;
  return (await found.execute(reader)).rows.map(({ actor }) => actor);
}

/** Places in the audit log are compared, not times: a card may be made in the millisecond in which the page was opened. */
const opening = (which: RawBuilder<unknown>) => sql`
    from audit_event as event cross join holder cross join candidate
    where ${which} and event.action in ('holder-link-made', 'holder-witnessed')
      and holder.candidate_id = event.subject_id and candidate.id = event.subject_id
      and (event.action = 'holder-witnessed' and event.seq > ${lastOpened}
        or event.seq < ${lastOpened} and not exists (
          select 1 from audit_event as later
          where later.subject = 'candidate' and later.subject_id = event.subject_id and later.action = 'holder-link-made'
            and later.seq > event.seq and later.seq < ${lastOpened}))`;

const lastOpened = sql`(
  select max(bound.seq) from audit_event as bound
  where bound.subject = 'candidate' and bound.subject_id = event.subject_id and bound.action = 'holder-bound')`;

/** The records whose unused card this person made, in all registries. */
export async function cardsMadeBy(reader: Reader, personId: string): Promise<RecordOfPage[]> {
  const found = sql<RecordOfPage>`
    select distinct candidate.id, candidate.name, candidate.registry
    from audit_event as event cross join holder_link cross join candidate
    where event.actor = ${personId} and event.action = 'holder-link-made'
      and holder_link.candidate_id = event.subject_id and candidate.id = event.subject_id
      and event.at >= holder_link.made_at
    order by candidate.name, candidate.id`;
  return (await found.execute(reader)).rows;
}

export const looksOn = async (reader: Reader, holders: readonly string[], day: string): Promise<HolderLookRow[]> =>
  holders.length === 0
    ? []
    : reader.selectFrom("holder_look").selectAll().where("holder_id", "in", holders).where("day", "=", day).execute();

export const looksFrom = (reader: Reader, holder: string, day: string): Promise<HolderLookRow[]> =>
  reader
    .selectFrom("holder_look")
    .selectAll()
    .where("holder_id", "=", holder)
    .where("day", ">=", day)
    .orderBy("day", "desc")
    .execute();

/** Writes these looks. Replaces the looks of the same holder and day. */
export async function putLooks(writer: Writer, rows: readonly HolderLookRow[]): Promise<void> {
  if (rows.length === 0) return;
  const put = writer.insertInto("holder_look").values(rows);
  await put
    .onConflict((conflict) =>
      conflict.columns(["holder_id", "day"]).doUpdateSet((eb) => ({ sealed: eb.ref("excluded.sealed") })),
    )
    .execute();
}

export async function deleteLooksBefore(writer: Writer, day: string): Promise<void> {
  await writer.deleteFrom("holder_look").where("day", "<", day).execute();
}
