import pg from "pg";
import { codeOf } from "#core/errors.ts";

const otherTypeParser: (type: number, format?: "text" | "binary") => (value: string) => unknown =
  pg.types.getTypeParser;

/** Our big integers are times and counters, all far below 2^53. */
const getTypeParser: pg.CustomTypesConfig["getTypeParser"] = (type, format) =>
  type === pg.types.builtins.INT8 ? Number : otherTypeParser(type, format);

/** Options of the session, and how long to wait until it is there. */
export type Wanted = { options: string; connectionTimeoutMillis: number; query_timeout?: number };

/** Without `isPlain` the options of the session are sent with the first message. */
export type Reached = { client: pg.Client; server: string; isPlain: boolean };

/** A connection with a session of its own. Those through a pooler share sessions, so nothing may be kept in them. */
export const isDirect = (client: pg.ClientBase): boolean => direct.has(client);
const direct = new WeakSet<pg.ClientBase>();

/** What the server shows again if the options came to it: a pooler refuses or forgets them. */
const mark = "attestry.direct";

const look = `select coalesce(current_setting('${mark}', true), '') = '1' as "isDirect", pg_is_in_recovery() as "isStandby"`;

/** A standby only follows another server. Its answer has the code of a transaction that may not write. */
const refuseStandby = () => Object.assign(new Error("the server takes no writes"), { code: "25006" });

/** Protocol violation, feature not supported: so poolers say that they take no options. */
export const refusesOptions = (error: unknown): boolean => ["08P01", "0A000"].includes(codeOf(error) ?? "");

export function clientConfig(server: string, { options, ...rest }: Wanted, isPlain: boolean): pg.ClientConfig {
  const config = { connectionString: server, keepAlive: true, types: { getTypeParser }, ...rest };
  if (isPlain) return config;
  const ours = `${options} -c ${mark}=1`;
  const url = URL.parse(server);
  const others = url?.searchParams.get("options");
  if (!url || !others) return { ...config, options: ours };
  // What stands in the address goes before what is given beside it.
  url.searchParams.set("options", `${others} ${ours}`);
  return { ...config, connectionString: url.href };
}

/** Asks a new connection what it is. */
export async function examine(client: pg.ClientBase, mayBeStandby: boolean, withinMs: number): Promise<void> {
  const query: pg.QueryConfig & { query_timeout: number } = { text: look, query_timeout: withinMs };
  const [seen] = (await client.query<{ isDirect: boolean; isStandby: boolean }>(query)).rows;
  if (seen?.isStandby && !mayBeStandby) throw refuseStandby();
  if (seen?.isDirect) direct.add(client);
}

/** To the server, or of several to the first that answers and takes writes. */
export async function connectToWriter(servers: readonly string[], wanted: Wanted): Promise<Reached> {
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

async function reach(server: string, wanted: Wanted, mayBeStandby: boolean): Promise<Reached> {
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
