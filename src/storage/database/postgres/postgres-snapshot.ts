import pg from "pg";
import { StartRefused } from "#core/errors.ts";
import { type Column, orderOf, quoted, type Snapshot, type TableName, type Value } from "../tables/copied-tables.ts";
import { readSteps } from "../migrations/migration.ts";
import { beginWith, clientConfig, noOtherLimits } from "./connections.ts";
import { sqlState, translated } from "./translate.ts";

const batch = 1000;

/** Opens a transaction that sees one moment. Its queries have no time limit. */
export async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const client = await connectForLong(url);
  try {
    await beginLong(client, "isolation level repeatable read read only");
    const { rows } = await client.query<{ name: string }>(readSteps);
    return snapshotOver(client, rows);
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Returns the snapshot that the transaction of this connection sees. */
export const snapshotOver = (client: pg.Client, steps: readonly { name: string }[]): Snapshot => ({
  steps: steps.map(({ name }) => name),
  columns: (table) => translated(() => tableColumns(client, table)),
  count: (table) => translated(() => countRows(client, table)),
  rows: (table, columns) => rowsOf(client, table, columns),
  [Symbol.asyncDispose]: () => client.end(),
});

const noLimits = [...noOtherLimits, "statement_timeout = 0", "idle_in_transaction_session_timeout = 0", "jit = off"];

/** Opens a separate connection, without the time limits of the connections that serve visitors. */
export async function connectForLong(url: string): Promise<pg.Client> {
  // The locks of a machine that disappeared end after half a minute, not after hours.
  const keepAlives = ["tcp_keepalives_idle=10", "tcp_keepalives_interval=5", "tcp_keepalives_count=3"];
  const options = [...noLimits, ...keepAlives];
  const client = new pg.Client({ ...clientConfig(url, options), connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  try {
    await translated(() => client.connect().catch(explainPooler));
  } catch (error) {
    // After a refused password, the server would keep the connection open, and this process running.
    void client.end();
    throw error;
  }
  return client;
}

/** "Protocol violation" and "feature not supported": with these codes a pooler refuses the options of a session. */
function explainPooler(error: unknown): never {
  if (!["08P01", "0A000"].includes(sqlState(error))) throw error;
  throw new StartRefused("PostgreSQL refuses options: through PgBouncer, add ?pgbouncer=true to its address.");
}

/** Begins a transaction without time limits. They are set here again, because a pooler takes no options. */
export async function beginLong(client: pg.Client, mode = ""): Promise<void> {
  await client.query(beginWith(mode, noLimits));
}

/** Runs `work` with a connection, and closes the connection even if `work` fails. */
export async function withLongConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await connectForLong(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function tableColumns(client: pg.Client, table: TableName): Promise<Column[]> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  return rows.map(({ name, type }) => ({ name, isBytes: type === "bytea" }));
}

async function countRows(client: pg.Client, table: TableName): Promise<number> {
  const { rows } = await client.query<{ rows: string }>(`select count(*) as rows from ${table}`);
  return Number(rows[0]?.rows);
}

export async function* rowsOf(
  client: pg.Client,
  table: TableName,
  columns: readonly Column[],
): AsyncGenerator<Value[][], void> {
  const values = columns.map((column) => (column.isBytes ? `upper(encode(${quoted(column)}, 'hex'))` : quoted(column)));
  const cursor = `copy_${table}`;
  await translated(() =>
    client.query(
      `declare ${cursor} no scroll cursor for select ${values.join(", ")} from ${table} order by ${orderOf(table)}`,
    ),
  );
  for (;;) {
    const { rows } = await translated(() =>
      client.query<Value[]>({ text: `fetch ${batch} from ${cursor}`, rowMode: "array" }),
    );
    yield rows;
    if (rows.length < batch) break;
  }
  await client.query(`close ${cursor}`);
}
