import { sql } from "kysely";
import { type Database, lockForUpdate, type Reader, type Writer } from "../database.ts";
import { underOther } from "../under-other-keys.ts";
import { countFound, foundByIds, type Row } from "../rows.ts";
import { recordColumns } from "./records.ts";
import type { RecordRow } from "./record-row.ts";

export type RevisionRow = Row<"record_revision">;
export type RevisionState = RevisionRow["state"];

const revisedColumns = recordColumns.map((column) => `candidate.${column}` as const);
const revisedRefs = sql.join(revisedColumns.map((column) => sql.ref(column)));

export const revisionsOf = (reader: Reader, given: readonly string[]): Promise<RevisionRow[]> =>
  foundByIds(given, (ids) => reader.selectFrom("record_revision").selectAll().where("id", "in", ids).execute());

/** With `revision_id` null, the record has none. */
type JoinedRow = RecordRow &
  ({ [Column in keyof RevisionRow as `revision_${Column}`]: RevisionRow[Column] } | { revision_id: null });

/** Records with their revisions, both as they were at one moment: a change may come between two queries. */
export async function recordsWithRevisions(reader: Reader, ids: readonly string[]) {
  const joined = await foundByIds(ids, async (some) => {
    const found = sql<JoinedRow>`
      select ${revisedRefs}, record_revision.id as revision_id, record_revision.registry as revision_registry,
        record_revision.state as revision_state, record_revision.begun_at as revision_begun_at,
        record_revision.version as revision_version, record_revision.key_set as revision_key_set,
        record_revision.passport_index as revision_passport_index, record_revision.ircc_index as revision_ircc_index,
        record_revision.sealed as revision_sealed
      from candidate left join record_revision on record_revision.id = candidate.id
      where candidate.id in (${sql.join(some)})`;
    return (await found.execute(reader)).rows;
  });
  return joined.map((row) => ({ id: row.id, record: row, row: revisionIn(row) }));
}

const revisionIn = (row: JoinedRow): RevisionRow | undefined =>
  row.revision_id === null
    ? undefined
    : {
        id: row.revision_id,
        registry: row.revision_registry,
        state: row.revision_state,
        begun_at: row.revision_begun_at,
        version: row.revision_version,
        key_set: row.revision_key_set,
        passport_index: row.revision_passport_index,
        ircc_index: row.revision_ircc_index,
        sealed: row.revision_sealed,
      };

/** The records with revisions in which one of these numbers is new. The indexes are those of the revision. */
export async function recordsReserving(
  reader: Reader,
  passportIndexes: readonly Uint8Array[],
  irccIndexes: readonly Uint8Array[],
): Promise<RecordRow[]> {
  const lists = [
    ["record_revision.passport_index", passportIndexes],
    ["record_revision.ircc_index", irccIndexes],
  ] as const;
  const given = lists.filter(([, indexes]) => indexes.length > 0);
  if (given.length === 0) return [];
  const found = await reader
    .selectFrom("record_revision")
    .innerJoin("candidate", "candidate.id", "record_revision.id")
    .select(revisedColumns)
    .select(["record_revision.passport_index as new_passport", "record_revision.ircc_index as new_ircc"])
    .where((eb) => eb.or(given.map(([column, indexes]) => eb(column, "in", indexes))))
    .execute();
  return found.map(({ new_passport, new_ircc, ...row }) => ({
    ...row,
    passport_index: new_passport ?? row.passport_index,
    ircc_index: new_ircc ?? row.ircc_index,
  }));
}

type QueueBounds = {
  registry: string;
  state: RevisionState;
  /** Only beyond this place. Null for the first ones. */
  from: { since: number; seq: number } | null;
  way: "before" | "after";
  atMost: number;
};

/** Records with a revision in this state, the nearest first. */
export async function revisedRows(reader: Reader, { registry, state, from, way, atMost }: QueueBounds) {
  const order = way === "after" ? "asc" : "desc";
  const beyond = sql.raw(way === "after" ? ">" : "<");
  const rows = reader
    .selectFrom("record_revision")
    .innerJoin("candidate", "candidate.id", "record_revision.id")
    .select(revisedColumns)
    .select("record_revision.begun_at")
    .where("record_revision.registry", "=", registry)
    .where("record_revision.state", "=", state)
    .$if(from !== null, (all) =>
      all
        // For the index, which has no `seq`.
        .where("record_revision.begun_at", way === "after" ? ">=" : "<=", from?.since ?? 0)
        .where(sql<boolean>`(record_revision.begun_at, candidate.seq) ${beyond} (${from?.since}, ${from?.seq})`),
    )
    .orderBy("record_revision.begun_at", order)
    .orderBy("candidate.seq", order)
    .limit(atMost);
  return rows.execute();
}

/** How many revisions wait, up to a limit, and since when the oldest one has waited. */
export async function waitingRevisions(reader: Reader, registry: string, atMost: number) {
  const found = reader.selectFrom("record_revision").where("registry", "=", registry).where("state", "=", "waiting");
  const count = await countFound(reader, sql`${found.select("id").limit(atMost)}`);
  const oldest = await found.select("begun_at").orderBy("begun_at").limit(1).executeTakeFirst();
  return { count, since: oldest?.begun_at ?? null };
}

/** Some revisions after an id, of every state. */
export const revisionsAfter = (reader: Reader, registry: string, id: string, atMost: number): Promise<RevisionRow[]> =>
  reader
    .selectFrom("record_revision")
    .selectAll()
    .where("registry", "=", registry)
    .where("id", ">", id)
    .orderBy("id")
    .limit(atMost)
    .execute();

/** Some revisions whose numbers were hashed with an older key set, locked until the transaction ends. */
export const revisionsNotUnder = (database: Database, writer: Writer, keySet: string, atMost: number) =>
  lockForUpdate(
    database,
    writer
      .selectFrom("record_revision")
      .selectAll()
      .where(underOther("key_set", [keySet]))
      .limit(atMost),
  ).execute();

/**
 * Until the transaction ends, no other one may take these numbers, be it for a record or for a revision: no unique index
 * spans both tables. For PostgreSQL: SQLite has one transaction at a time.
 */
export async function lockNumbers(writer: Reader, indexes: readonly Uint8Array[]): Promise<void> {
  if (indexes.length === 0) return;
  const keys = indexes.map((index) => Buffer.from(index).readBigInt64BE().toString());
  await sql`
    select pg_advisory_xact_lock(number) from (
      select unnest(${keys}::bigint[]) as number order by number
    ) as numbers`.execute(writer);
}
