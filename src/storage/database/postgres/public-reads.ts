import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type pg from "pg";
import type { PublicReads } from "../database.ts";
import type { Schema } from "../tables/schema.ts";
import type { PostgresReplicas } from "./postgres-replicas.ts";
import { PreparedReads } from "./prepared-reads.ts";
import { answerMs } from "./replica.ts";
import { timeoutMs } from "./translate.ts";

type Query = (query: pg.QueryConfig, atMostMs?: number) => Promise<pg.QueryResultRow[]>;

/** Sends each query to a replica that may be read now. If there is none, or it fails, the query goes to the writer. */
export function publicReads(read: Kysely<Schema>, askWriter: Query, replicas: PostgresReplicas | null): PublicReads {
  const ask: Query = async (query) => {
    const replica = replicas?.next();
    if (!replica) return askWriter(query);
    // Both tries together take no longer than the writer alone may take.
    return replica.query(query).catch(() => askWriter(query, timeoutMs - answerMs));
  };
  const reads = new PreparedReads(read, ask);
  return {
    engine: "postgres",
    read: replicas ? asking(ask) : read,
    find: (select, values) => reads.find(select, values),
    findByKey: (select, key) => reads.findByKey(select, key),
  };
}

/** Returns a Kysely that has no connections of its own and sends its queries through `ask`. */
function asking(ask: Query): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createDriver: () => new AskingDriver(ask),
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (database) => new PostgresIntrospector(database),
    },
  });
}

class AskingDriver extends DummyDriver {
  readonly #ask: Query;

  constructor(ask: Query) {
    super();
    this.#ask = ask;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => ({
        rows: (await this.#ask({ text: sql, values: [...parameters] })) as Row[],
      }),
      streamQuery: () => {
        throw new TypeError("streams are not used here");
      },
    };
  }
}
