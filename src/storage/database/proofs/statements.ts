import { sql } from "kysely";
import type { Database, Reader, Writer } from "../database.ts";
import { type AuditHead, lockAuditHead } from "../audit.ts";
import type { RecordRow } from "../records/record-row.ts";
import { countFound, insertRow, putRow, type Row } from "../rows.ts";
import type { Write } from "../unit-of-work.ts";
import { signsFor } from "./signing-keys.ts";
import { isStatementWithdrawn, isWithdrawn } from "./withdrawals.ts";

export type StatementRow = Row<"statement">;
export type NewStatementRow = Omit<StatementRow, "seq">;
export type StatusListRow = Row<"status_list">;

/**
 * The statements of records that were not ended, the newest first. Includes statements past their last day, and none that
 * was withdrawn in the public log.
 */
export async function openStatements(reader: Reader, recordIds: readonly string[]): Promise<StatementRow[]> {
  if (recordIds.length === 0) return [];
  return reader
    .selectFrom("statement")
    .selectAll()
    .where("record_id", "in", recordIds)
    .where("ended_at", "is", null)
    .where(sql<boolean>`not ${isStatementWithdrawn(reader)}`)
    .orderBy("issued_at", "desc")
    .orderBy("seq", "desc")
    .execute();
}

/** Of all records. */
export const countStandingStatements = (reader: Reader, now: number): Promise<number> =>
  countFound(reader, sql`select 1 from statement where ended_at is null and ends_at > ${now}`);

/** The newest statement of a record, whether it stands or not. */
export const newestStatement = (reader: Reader, recordId: string): Promise<StatementRow | undefined> =>
  reader
    .selectFrom("statement")
    .selectAll()
    .where("record_id", "=", recordId)
    .orderBy("issued_at", "desc")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();

/** `leaf` is the position of the withdrawal in the public log. Null for a statement of which the log has no line. */
export type StatementEnd = Pick<StatementRow, "seq" | "list_id"> & { leaf: number | null };

export function endingStatements(
  writer: Writer,
  endings: readonly StatementEnd[],
  { ended_at, withdrawn_tree }: Pick<StatementRow, "ended_at" | "withdrawn_tree">,
): Write[] {
  const ended = (some: readonly StatementEnd[]) => {
    const seqs = some.map(({ seq }) => seq);
    return writer.updateTable("statement").set({ ended_at }).where("seq", "in", seqs);
  };
  const logged = endings.filter(({ leaf }) => leaf !== null);
  const others = endings.filter(({ leaf }) => leaf === null);
  const leaves = logged.map(({ seq, leaf }) => sql`when ${seq} then cast(${leaf} as bigint)`);
  const withdrawn_leaf = sql<number>`case seq ${sql.join(leaves, sql` `)} end`;
  return [
    ...(logged.length === 0 ? [] : [ended(logged).set({ withdrawn_tree, withdrawn_leaf })]),
    ...(others.length === 0 ? [] : [ended(others)]),
    ...Map.groupBy(endings, ({ list_id }) => list_id)
      .entries()
      .map(([id, { length }]) =>
        writer
          .updateTable("status_list")
          .set((eb) => ({ ended: eb("ended", "+", length) }))
          .where("id", "=", id),
      ),
  ];
}

export const statementWrites = (writer: Writer, rows: readonly NewStatementRow[]): Write[] =>
  rows.length === 0 ? [] : [writer.insertInto("statement").values(rows)];

/** Deletes the content of the statements of deleted records: it cannot be read again. */
export async function forgetStatements(writer: Writer, recordIds: readonly string[]): Promise<void> {
  if (recordIds.length === 0) return;
  await writer
    .updateTable("statement")
    .set({ record_id: null, sealed: null })
    .where("record_id", "in", recordIds)
    .execute();
}

/** What a new statement needs. A part that is null must be made first. */
type StatementParts = {
  head: AuditHead;
  kid: string | null;
  tree: { id: string; generation: number; size: number } | null;
  list: StatusListRow | null;
};

/** Locks the head of the audit chain and the growing tree, and reads what else a statement needs. */
export async function lockStatementParts(
  database: Database,
  writer: Writer,
  registry: string,
): Promise<StatementParts> {
  const locks = database.engine === "postgres" ? sql`for update of head, tree` : sql``;
  const found = await sql<FoundParts>`
    select head.seq, head.hash, tree.id as tree, tree.generation, tree.size, key.id as kid, list.*
    from audit_head as head join log_tree as tree on tree.registry = ${registry} and tree.ended_at is null
    left join signing_key as key on key.signs_for = ${signsFor({ registry, purpose: "statement" })}
    left join open_status_list as open on open.registry = tree.registry
    left join status_list as list on list.id = open.list_id ${locks}`.execute(writer);
  const [row] = found.rows;
  if (!row) return { head: await lockAuditHead(database, writer), kid: null, tree: null, list: null };
  const { seq, hash, tree, generation, size, kid, ...list } = row;
  return { head: { seq, hash }, kid, tree: { id: tree, generation, size }, list: list.id === null ? null : list };
}

type FoundParts = AuditHead & { tree: string; generation: number; size: number; kid: string | null } & (
    | StatusListRow
    | { id: null }
  );

/** The status list in which new statements get their places. */
export const openStatusList = (reader: Reader, registry: string): Promise<StatusListRow | undefined> =>
  reader
    .selectFrom("status_list")
    .innerJoin("open_status_list", "open_status_list.list_id", "status_list.id")
    .selectAll("status_list")
    .where("open_status_list.registry", "=", registry)
    .executeTakeFirst();

export async function beginStatusList(writer: Writer, list: StatusListRow): Promise<void> {
  await insertRow(writer, "status_list", list);
  await putRow(writer, "open_status_list", ["registry"], { registry: list.registry, list_id: list.id });
}

/** A status list, with the number of leaves of its tree. */
export const statusList = (reader: Reader, registry: string, id: number) =>
  reader
    .selectFrom("status_list")
    .innerJoin("log_tree", "log_tree.id", "status_list.tree_id")
    .select(["status_list.block", "status_list.issuer", "status_list.ended", "status_list.seed", "log_tree.size"])
    .where("status_list.registry", "=", registry)
    .where("status_list.id", "=", id)
    .executeTakeFirst();

/** The addresses of status lists whose tree has not ended before a time. */
export async function issuersSince(reader: Reader, registry: string, time: number): Promise<string[]> {
  const found = await reader
    .selectFrom("status_list")
    .innerJoin("log_tree", "log_tree.id", "status_list.tree_id")
    .select("status_list.issuer")
    .distinct()
    .where("status_list.registry", "=", registry)
    .where((eb) => eb.or([eb("ended_at", "is", null), eb("ended_at", ">", time)]))
    .execute();
  return found.map(({ issuer }) => issuer);
}

type StatusQuestion = { list: number; now: number; hiddenKinds: number; places: { from: number; to: number } };

/**
 * Some places of a list whose statements stand, with the positions of their leaves: not ended, not expired, of a record that
 * strangers see, without a document of a hidden kind, and not withdrawn in the public log.
 */
export const standingIn = (reader: Reader, { list, now, hiddenKinds, places: { from, to } }: StatusQuestion) =>
  reader
    .selectFrom("statement")
    .innerJoin("status_list", "status_list.id", "list_id")
    .innerJoin("candidate", "candidate.id", "record_id")
    .innerJoin("log_leaf as published", (join) =>
      join
        .onRef("published.tree_id", "=", "status_list.tree_id")
        .onRef("published.position", "=", "statement.published_leaf"),
    )
    .select(["place", "published_leaf"])
    .where("list_id", "=", list)
    .where("place", ">=", from)
    .where("place", "<", to)
    .where("ended_at", "is", null)
    .where("ends_at", ">", now)
    .where("approval", "=", "approved")
    .where("hidden", "=", 0)
    .whereRef("statement.registry", "=", "status_list.registry")
    .where(sql<boolean>`kinds & ${hiddenKinds} = 0`)
    .where(sql<boolean>`published.tree_id = statement.registry || '/' || statement.published_tree`)
    .where(sql<boolean>`not ${isWithdrawn(reader, "published.entry")}`)
    .execute();

export const readSweep = (reader: Reader, registry: string) =>
  reader.selectFrom("statement_sweep").selectAll().where("registry", "=", registry).executeTakeFirst();

/**
 * A statement with the key and the state of its record, its list, and its two entries in the public log. Null for what is
 * missing.
 */
export type LoggedStatement = StatementRow & {
  record_id: string;
  wrapped_key: Uint8Array | null;
  approval: RecordRow["approval"];
  hidden: RecordRow["hidden"];
  seed: Uint8Array | null;
  block: number | null;
  issuer: string | null;
  tree_id: string | null;
  list_registry: string | null;
  published_entry: Uint8Array | null;
  /** 1 if the public log has a withdrawal of its published entry. */
  is_withdrawn: number;
  withdrawn_entry: Uint8Array | null;
};

type StatementPart = { after: number; atMost: number; isStanding: boolean };

/**
 * All statements or those that stand in their rows, in the order of adding. Without those of deleted records, which cannot
 * be opened. A statement also counts if only its record or its list is of this registry: somebody changed its row.
 */
export async function loggedStatements(
  reader: Reader,
  registry: string,
  { after, atMost, isStanding }: StatementPart,
): Promise<LoggedStatement[]> {
  const leaf = (of: "published" | "withdrawn") => {
    const place = (column: "tree" | "leaf") => sql.ref(`statement.${of}_${column}`);
    return sql`left join log_leaf as ${sql.ref(of)} on ${sql.ref(`${of}.tree_id`)} = ${`${registry}/`} || ${place("tree")}
      and ${sql.ref(`${of}.position`)} = ${place("leaf")}`;
  };
  const { rows } = await sql<LoggedStatement>`
    select statement.*, candidate.wrapped_key, approval, hidden, seed, block, issuer, status_list.tree_id,
      status_list.registry as list_registry, published.entry as published_entry, withdrawn.entry as withdrawn_entry,
      case when ${isWithdrawn(reader, "published.entry")} then 1 else 0 end as is_withdrawn
    from statement left join candidate on candidate.id = record_id left join status_list on status_list.id = list_id
      ${leaf("published")} ${leaf("withdrawn")}
    where record_id is not null and ${registry} in (statement.registry, candidate.registry, status_list.registry)
      and statement.seq > ${after} ${isStanding ? sql`and ended_at is null` : sql``}
    order by statement.seq limit ${atMost}`.execute(reader);
  return rows;
}

/**
 * The lists whose count of ended statements is wrong, the lists without a statement, the trees of which statements name
 * another number of leaves, the trees that are missing, and the statements of deleted records that were not ended, or
 * still have their content.
 */
export async function wrongCounts(reader: Reader, registry: string) {
  const lists = await sql<{ id: number }>`
    select id from status_list where registry = ${registry}
      and ended <> (select count(*) from statement where list_id = status_list.id and ended_at is not null)`.execute(
    reader,
  );
  // Each list is begun for its first statement.
  const empty = await sql<{ id: number }>`
    select id from status_list where registry = ${registry}
      and not exists (select 1 from statement where list_id = status_list.id)`.execute(reader);
  const named = (column: "published_tree" | "withdrawn_tree") =>
    sql`(select count(*) from statement where registry = log_tree.registry and ${sql.ref(column)} = generation)`;
  // A tree from the second on begins with a checkpoint, and with the leaves that the tree before had without one.
  const copied = sql`(select older.size - signed.size from log_tree as older
    join log_checkpoint as signed on signed.tree_id = older.id
    where older.registry = log_tree.registry and older.generation < log_tree.generation
    order by older.generation desc limit 1)`;
  const trees = await sql<{ origin: string }>`
    select origin from log_tree where registry = ${registry}
      and (select count(*) from log_leaf where tree_id = log_tree.id)
        <> ${named("published_tree")} + ${named("withdrawn_tree")}
          + case when generation > 1 then 1 + coalesce(${copied}, 0) else 0 end`.execute(reader);
  const missing = await sql<{ generation: number }>`
    select distinct published_tree as generation from statement where registry = ${registry}
      and published_tree not in (select generation from log_tree where registry = ${registry})`.execute(reader);
  const deleted = reader.selectFrom("statement").select("seq").where("registry", "=", registry);
  const standing = await deleted
    .where("record_id", "is", null)
    .where((eb) => eb.or([eb("ended_at", "is", null), eb("withdrawn_leaf", "is", null), eb("sealed", "is not", null)]))
    .execute();
  return {
    lists: lists.rows.map(({ id }) => id),
    listsEmpty: empty.rows.map(({ id }) => id),
    origins: trees.rows.map(({ origin }) => origin),
    treesMissing: missing.rows.map(({ generation }) => generation),
    standing: standing.map(({ seq }) => seq),
  };
}
