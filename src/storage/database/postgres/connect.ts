import pg from "pg";
import { codeOf } from "#core/errors.ts";

const otherTypeParser: (type: number, format?: "text" | "binary") => (value: string) => unknown =
  pg.types.getTypeParser;

/** Our big integers are times and counters, all far below 2^53. */
const getTypeParser: pg.CustomTypesConfig["getTypeParser"] = (type, format) =>
  type === pg.types.builtins.INT8 ? Number : otherTypeParser(type, format);

/** The options of the session, and how long to wait for the connection. */
export type ConnectOptions = { options: string; connectionTimeoutMillis: number; query_timeout?: number };

/** A connection. Unless `isPlain`, the options of the session are sent with the first message. */
export type OpenConnection = { client: pg.Client; server: string; isPlain: boolean };

/** True for a connection with its own session. Through a pooler sessions are shared and must keep no state. */
export const isDirect = (client: pg.ClientBase): boolean => direct.has(client);
const direct = new WeakSet<pg.ClientBase>();

/** A setting that the server shows if the options reached it: a pooler refuses or forgets the options. */
const mark = "attestry.direct";

const serverState = `select coalesce(current_setting('${mark}', true), '') = '1' as "isDirect", pg_is_in_recovery() as "isStandby"`;

/** A standby accepts no writes. The error has the code of a read-only transaction. */
const refuseStandby = () => Object.assign(new Error("the server takes no writes"), { code: "25006" });

/** True for "protocol violation" and "feature not supported": with these codes a pooler refuses the options. */
export const refusesOptions = (error: unknown): boolean => ["08P01", "0A000"].includes(codeOf(error) ?? "");

export function clientConfig(server: string, { options, ...rest }: ConnectOptions, isPlain: boolean): pg.ClientConfig {
  const config = { connectionString: server, keepAlive: true, types: { getTypeParser }, ...rest };
  if (isPlain) return config;
  const ours = `${options} -c ${mark}=1`;
  const url = URL.parse(server);
  const others = url?.searchParams.get("options");
  if (!url || !others) return { ...config, options: ours };
  // Options in the address take precedence over a separate option, so ours are added there.
  url.searchParams.set("options", `${others} ${ours}`);
  return { ...config, connectionString: url.href };
}

/** Finds out whether a new connection is direct. Throws for a standby, unless `mayBeStandby`. */
export async function examine(client: pg.ClientBase, mayBeStandby: boolean, withinMs: number): Promise<void> {
  const query: pg.QueryConfig & { query_timeout: number } = { text: serverState, query_timeout: withinMs };
  const [seen] = (await client.query<{ isDirect: boolean; isStandby: boolean }>(query)).rows;
  if (seen?.isStandby && !mayBeStandby) throw refuseStandby();
  if (seen?.isDirect) direct.add(client);
}

/** Connects to the server, or to the first of several servers that answers and accepts writes. */
export async function connectToWriter(servers: readonly string[], wanted: ConnectOptions): Promise<OpenConnection> {
  const attempts = servers.map((server) => reach(server, wanted, servers.length === 1));
  const first = await Promise.any(attempts).catch(explain);
  for (const attempt of attempts) {
    void attempt.then(({ client }) => (client === first.client ? undefined : client.end())).catch(() => undefined);
  }
  return first;
}

function explain(error: unknown): never {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
  if (errors.length === 1) throw errors[0];
  const code = errors.map(codeOf).find((found) => found?.length === 5);
  throw Object.assign(new AggregateError(errors, errors.map(reasonOf).join("; ")), code !== undefined && { code });
}

const reasonOf = (error: unknown) =>
  error instanceof Error && error.message !== "" ? error.message : (codeOf(error) ?? String(error));

async function reach(server: string, wanted: ConnectOptions, mayBeStandby: boolean): Promise<OpenConnection> {
  const open = async (isPlain: boolean) => ({
    client: await opened(clientConfig(server, wanted, isPlain)),
    server,
    isPlain,
  });
  const reached = await open(false).catch((error: unknown) => {
    if (refusesOptions(error)) return open(true);
    throw error;
  });
  try {
    await examine(reached.client, mayBeStandby, wanted.connectionTimeoutMillis);
    return reached;
  } catch (error) {
    void reached.client.end().catch(() => undefined);
    throw error;
  }
}

async function opened(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
