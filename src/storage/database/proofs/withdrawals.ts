import { PostgresAdapter, sql } from "kysely";
import type { Reader, Writer } from "../database.ts";
import type { Row } from "../rows.ts";
import { inDialect } from "../tables/dialect.ts";

type StatementRow = Row<"statement">;

/** In the words of the index `log_leaf_withdrawn`: both leaves of a statement end with the same commitment. */
const withdrawalOf = (reader: Reader, published: string) => {
  const engine = reader.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
  const isWithdrawal = "substr(withdrawal.entry, 1, 21) = cast('attestry/v1 withdrawn' as {bytes})";
  return sql.raw(inDialect(engine, `substr(withdrawal.entry, 23) = substr(${published}, 23) and ${isWithdrawal}`));
};

/**
 * Whether the public log has a withdrawal after this leaf. A scalar query, because for `exists` PostgreSQL may read all
 * withdrawals into memory each time.
 */
export const isWithdrawn = (reader: Reader, published: string) =>
  sql<boolean>`(select 1 from log_leaf as withdrawal where ${withdrawalOf(reader, published)} limit 1) is not null`;

/**
 * Whether the public log has the withdrawal of the statement of the query. The columns of its row can be set back by anybody
 * who can write to the database, the log cannot.
 */
export const isStatementWithdrawn = (reader: Reader) =>
  sql<boolean>`exists (select 1 from log_leaf as published join log_leaf as withdrawal on ${withdrawalOf(reader, "published.entry")}
    where published.tree_id = statement.registry || '/' || statement.published_tree and published.position = statement.published_leaf)`;

/** Where the public log has the withdrawal of a statement. */
export async function withdrawalInLog(
  reader: Reader,
  { registry, published_tree, published_leaf }: Pick<StatementRow, "registry" | "published_tree" | "published_leaf">,
): Promise<{ generation: number; position: number } | null> {
  const { rows } = await sql<{ generation: number; position: number }>`
    select generation, withdrawal.position from log_leaf as published
    join log_leaf as withdrawal on ${withdrawalOf(reader, "published.entry")}
    join log_tree on log_tree.id = withdrawal.tree_id
    where published.tree_id = ${`${registry}/${published_tree}`} and published.position = ${published_leaf}
    order by generation, withdrawal.position limit 1`.execute(reader);
  return rows[0] ?? null;
}

/** Ends the row of a statement that the public log says was withdrawn. Returns false if it has ended, or was not withdrawn. */
export async function endAsLogged(writer: Writer, seq: number, ended_at: number): Promise<boolean> {
  const found = writer.selectFrom("statement").selectAll().where("seq", "=", seq).where("ended_at", "is", null);
  const row = await found.executeTakeFirst();
  const withdrawn = row && (await withdrawalInLog(writer, row));
  if (!withdrawn) return false;
  const { generation: withdrawn_tree, position: withdrawn_leaf } = withdrawn;
  const ended = { ended_at, withdrawn_tree, withdrawn_leaf };
  await writer.updateTable("statement").set(ended).where("seq", "=", seq).execute();
  await sql`update status_list set ended = (select count(*) from statement where list_id = status_list.id and ended_at is not null)
    where id = ${row.list_id}`.execute(writer);
  return true;
}
