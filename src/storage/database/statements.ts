import { sql } from "kysely";
import type { Database, Reader, Writer } from "./database.ts";
import { growTree, type LogLeaf } from "./log.ts";
import { insertRow, type Row } from "./rows.ts";
import { signsFor } from "./signing-keys.ts";

export type StatementRow = Row<"statement">;
export type NewStatementRow = Omit<StatementRow, "seq">;
export type StatusListRow = Row<"status_list">;

/** Those that nobody ended, the newest first, also past their last day. */
export const openStatements = (reader: Reader, recordId: string): Promise<StatementRow[]> =>
  reader
    .selectFrom("statement")
    .selectAll()
    .where("record_id", "=", recordId)
    .where("ended_at", "is", null)
    .orderBy("issued_at", "desc")
    .orderBy("seq", "desc")
    .execute();

/** Whether it stands or not. */
export const newestStatement = (reader: Reader, recordId: string): Promise<StatementRow | undefined> =>
  reader
    .selectFrom("statement")
    .selectAll()
    .where("record_id", "=", recordId)
    .orderBy("issued_at", "desc")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();

type Ending = Pick<StatementRow, "ended_at" | "withdrawn_tree" | "withdrawn_leaf">;

export async function endStatement(writer: Writer, { seq, list_id }: StatementRow, ending: Ending): Promise<void> {
  await writer.updateTable("statement").set(ending).where("seq", "=", seq).execute();
  await writer
    .updateTable("status_list")
    .set((eb) => ({ ended: eb("ended", "+", 1) }))
    .where("id", "=", list_id)
    .execute();
}

/** What was signed of a deleted record is read by nobody again. */
export async function forgetStatements(writer: Writer, recordId: string): Promise<void> {
  await writer
    .updateTable("statement")
    .set({ record_id: null, sealed: null })
    .where("record_id", "=", recordId)
    .execute();
}

/** What a statement is made with. Null: it has to be made first. */
type Room = {
  kid: string | null;
  tree: { id: string; generation: number; size: number } | null;
  list: StatusListRow | null;
};

/** Locks the head of the audit chain, makes room for leaves in the log, and reads what else a statement needs: on PostgreSQL one question. */
export async function makeRoom(database: Database, writer: Writer, registry: string, leaves: number): Promise<Room> {
  const signs = signsFor({ registry, purpose: "statement" });
  const kid = sql`(select id from signing_key where signs_for = ${signs})`;
  const lists = sql`left join open_status_list as open on open.registry = ${registry} left join status_list as list on list.id = open.list_id`;
  if (database.engine === "sqlite") {
    const tree = (await growTree(writer, registry, leaves)) ?? null;
    const { rows } = await sql<Found>`select ${kid} as kid, list.* from (select 1) as one ${lists}`.execute(writer);
    return { kid: rows[0]?.kid ?? null, tree, list: listIn(rows[0]) };
  }
  const { rows } = await sql<Found & { tree: string | null; generation: number; size: number }>`
    with head as materialized (select 1 from audit_head for update),
    grown as (
      update log_tree set size = size + ${leaves}
      where registry = ${registry} and ended_at is null and exists (select 1 from head) returning id, generation, size
    )
    select ${kid} as kid, grown.id as tree, grown.generation, grown.size, list.*
    from (select 1) as one left join grown on true ${lists}`.execute(writer);
  const [found] = rows;
  const tree = found?.tree ? { id: found.tree, generation: found.generation, size: found.size } : null;
  return { kid: found?.kid ?? null, tree, list: listIn(found) };
}

type Found = { kid: string | null } & (StatusListRow | { id: null });

function listIn(found: Found | undefined): StatusListRow | null {
  if (!found || found.id === null) return null;
  const { id, registry, tree_id, block, seed, ended } = found;
  return { id, registry, tree_id, block, seed, ended };
}

/** The list in which places are given now. */
export const openStatusList = (reader: Reader, registry: string): Promise<StatusListRow | undefined> =>
  reader
    .selectFrom("status_list")
    .innerJoin("open_status_list", "open_status_list.list_id", "status_list.id")
    .selectAll("status_list")
    .where("open_status_list.registry", "=", registry)
    .executeTakeFirst();

export async function beginStatusList(writer: Writer, list: StatusListRow): Promise<void> {
  await insertRow(writer, "status_list", list);
  await writer
    .insertInto("open_status_list")
    .values({ registry: list.registry, list_id: list.id })
    .onConflict((conflict) => conflict.column("registry").doUpdateSet({ list_id: list.id }))
    .execute();
}

/** Leaves of the log and the statement that the last of them is of: on PostgreSQL one question. */
export async function insertStated(
  database: Database,
  writer: Writer,
  leaves: readonly LogLeaf[],
  row: NewStatementRow,
) {
  if (database.engine === "sqlite") {
    await writer.insertInto("log_leaf").values(leaves).execute();
    await insertRow(writer, "statement", row);
    return;
  }
  const rows = leaves.map(({ tree_id, position, entry }) => sql`(${tree_id}, ${position}::bigint, ${entry}::bytea)`);
  const columns = Object.keys(row).map((column) => sql.ref(column));
  await sql`with leaves as (insert into log_leaf (tree_id, position, entry) values ${sql.join(rows)})
    insert into statement (${sql.join(columns)}) values (${sql.join(Object.values(row))})`.execute(writer);
}

/** With how many leaves its tree has. */
export const statusList = (reader: Reader, registry: string, id: number) =>
  reader
    .selectFrom("status_list")
    .innerJoin("log_tree", "log_tree.id", "status_list.tree_id")
    .select(["status_list.block", "status_list.ended", "log_tree.size"])
    .where("status_list.registry", "=", registry)
    .where("status_list.id", "=", id)
    .executeTakeFirst();

type StatusQuestion = { list: number; now: number; hiddenKinds: number };

/** Which places of a list stand: neither ended nor over, and without any of these kinds. */
export async function placesThatStand(reader: Reader, { list, now, hiddenKinds }: StatusQuestion): Promise<number[]> {
  const found = reader
    .selectFrom("statement")
    .select("place")
    .where("list_id", "=", list)
    .where("ended_at", "is", null)
    .where("ends_at", ">", now)
    .where(sql<boolean>`kinds & ${hiddenKinds} = 0`);
  return (await found.execute()).map(({ place }) => place);
}

/** In the order of adding. */
export const recordIdsAfter = (reader: Reader, registry: string, seq: number, atMost: number) =>
  reader
    .selectFrom("candidate")
    .select(["id", "seq"])
    .where("registry", "=", registry)
    .where("seq", ">", seq)
    .orderBy("seq")
    .limit(atMost)
    .execute();

export const readSweep = (reader: Reader, registry: string) =>
  reader.selectFrom("statement_sweep").selectAll().where("registry", "=", registry).executeTakeFirst();

export async function storeSweep(writer: Writer, sweep: Row<"statement_sweep">): Promise<void> {
  const { kinds, after_seq } = sweep;
  await writer
    .insertInto("statement_sweep")
    .values(sweep)
    .onConflict((conflict) => conflict.column("registry").doUpdateSet({ kinds, after_seq }))
    .execute();
}

/** A statement with the key of its record, and what the public log has in its places. */
export type LoggedStatement = StatementRow & {
  wrapped_key: Uint8Array;
  published_entry: Uint8Array | null;
  withdrawn_entry: Uint8Array | null;
};

/** In the order of adding; without those of deleted records, which nobody can open. */
export async function loggedStatements(
  reader: Reader,
  registry: string,
  after: number,
  atMost: number,
): Promise<LoggedStatement[]> {
  const leaf = (of: "published" | "withdrawn") => {
    const place = (column: "tree" | "leaf") => sql.ref(`statement.${of}_${column}`);
    return sql`left join log_leaf as ${sql.ref(of)} on ${sql.ref(`${of}.tree_id`)} = ${`${registry}/`} || ${place("tree")}
      and ${sql.ref(`${of}.position`)} = ${place("leaf")}`;
  };
  const { rows } = await sql<LoggedStatement>`
    select statement.*, candidate.wrapped_key, published.entry as published_entry, withdrawn.entry as withdrawn_entry
    from statement join candidate on candidate.id = statement.record_id ${leaf("published")} ${leaf("withdrawn")}
    where statement.registry = ${registry} and statement.seq > ${after} order by statement.seq limit ${atMost}`.execute(
    reader,
  );
  return rows;
}
