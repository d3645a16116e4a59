import pg from "pg";
import { sessionName } from "../process-name.ts";

const otherTypeParser: (type: number, format?: "text" | "binary") => (value: string) => unknown =
  pg.types.getTypeParser;

/** Our big integers are times and counters, all far below 2^53. */
const getTypeParser: pg.CustomTypesConfig["getTypeParser"] = (type, format) =>
  type === pg.types.builtins.INT8 ? Number : otherTypeParser(type, format);

/** The limit for a connection and its first answer together, and then for each further answer. */
export const timeoutMs = 2500;

/** So many connections of one process serve visitors. */
export const connectionsOfProcess = 10;

/** Limits that an operator may have set for the role, and that would end what is not too long for us. */
export const noOtherLimits = ["lock_timeout = 0", "idle_session_timeout = 0"];

/** The connections that serve visitors. */
export type Connections = {
  pool: pg.Pool;
  /** True if a session is shared with others and must keep no state. */
  isPooled: boolean;
};

/** A pooler in transaction mode is named by the address: `?pgbouncer=true`. */
const isPooled = (url: string): boolean => URL.parse(url)?.searchParams.get("pgbouncer") === "true";

/**
 * To pg these modes are other names of verify-full, and it says so in nine lines on the terminal. With uselibpqcompat they
 * mean less, as in PostgreSQL's own programs.
 */
const withPlainMode = (url: string) =>
  /[?&]uselibpqcompat=true(&|$)/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, "$1verify-full");

/** `options` are those of the session. A pooler refuses them. */
export function clientConfig(url: string, options: readonly string[]): pg.ClientConfig {
  const shared = { connectionString: withPlainMode(url), keepAlive: true, types: { getTypeParser } };
  if (isPooled(url)) return shared;
  const config = { ...shared, application_name: sessionName() };
  const ours = options.map((option) => `-c ${option.replaceAll(" ", "")}`).join(" ");
  const parsed = URL.parse(config.connectionString);
  const others = parsed?.searchParams.get("options");
  if (!parsed || !others) return { ...config, options: ours };
  // Options in the address take precedence over a separate option, so ours are added there.
  parsed.searchParams.set("options", `${others} ${ours}`);
  return { ...config, connectionString: parsed.href };
}

/**
 * What holds for each session that serves visitors, or through a pooler for each transaction. To compile these short
 * queries, or to start parallel workers for them, takes longer than to run them. PostgreSQL ends the transaction of a
 * process that says nothing for five seconds: a process that is paused would otherwise keep its locks.
 */
const sessionOptions = [
  ...noOtherLimits,
  "jit = off",
  "max_parallel_workers_per_gather = 0",
  `statement_timeout = ${timeoutMs}`,
  "idle_in_transaction_session_timeout = 5000",
];

/** Through a pooler, only a transaction can have its own settings. */
export const beginInPooler = (): string => beginWith("", [...sessionOptions, `application_name = '${sessionName()}'`]);

/** The statements that begin a transaction with options of its own, in one round trip. */
export const beginWith = (mode: string, options: readonly string[]): string =>
  [`begin ${mode}`, ...options.map((option) => `set local ${option}`)].join("; ");

export function openConnections(url: string): Connections {
  const limits = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs, max: connectionsOfProcess };
  const pool = new pg.Pool({ ...clientConfig(url, sessionOptions), ...limits });
  // A broken connection leaves the pool, and its query fails. Without error listeners the process would end. The pool
  // needs one for idle connections. Each client needs one for the moments in which its transaction runs no query.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return { pool, isPooled: isPooled(url) };
}
