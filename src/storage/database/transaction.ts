import type { CompiledQuery } from "kysely";
import type { Database, Engine, OpenTransaction, PreparedSelect, Writer } from "./database.ts";
import { inOrderOfKeys } from "./keyed-rows.ts";
import { newUnitOfWork, writeUnit } from "./unit-of-work.ts";

type HasDatabase = { readonly database: Database };

/** The same with a database whose reads and writes are parts of an open transaction. In operations: a portal. */
export type Within<Context extends HasDatabase> = Context & { readonly database: DatabaseWithin };

type DatabaseWithin = Database & { readonly transaction: OpenTransaction };

type Work<Context extends HasDatabase, Result> = (within: Within<Context>, writer: Writer) => Promise<Result>;

/**
 * Runs `work` in a transaction: all of its changes are committed, or none. What is called with `within` takes part in
 * the transaction. After a conflict with another process, `work` runs again from its start.
 */
export async function inTransaction<Context extends HasDatabase, Result>(
  context: Context,
  work: Work<Context, Result>,
): Promise<Result> {
  const { database } = context;
  if (isWithin(context)) return database.write((writer) => work(context, writer));
  const { result, transaction } = await database.write(async (writer) => {
    const done = await run(context, writer, work);
    for (const failure of done.transaction.failures) throw failure;
    return done;
  });
  await runAll(transaction.tasks, database);
  return result;
}

/** Runs `work` in a transaction that is rolled back even if it succeeds. */
export async function rolledBack<Context extends HasDatabase, Result>(
  context: Context,
  work: Work<Context, Result>,
): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<Result>();
  const rollBack = new Error("rolled back");
  try {
    await context.database.write(async (writer) => {
      resolve((await run(context, writer, work)).result);
      throw rollBack;
    });
  } catch (error) {
    if (error !== rollBack) throw error;
  }
  return promise;
}

/**
 * Runs `task` when everything written before is committed: at the end of the transaction of `context`, or at once if it
 * has none. After a rollback, the task does not run. It must use the context that it is given: the transaction is over.
 */
export async function afterCommit<Context extends HasDatabase>(
  context: Context,
  task: (committed: Context) => unknown,
): Promise<void> {
  if (isWithin(context)) context.database.transaction.tasks.push((database) => task({ ...context, database }));
  else await task(context);
}

const isWithin = <Context extends HasDatabase>(context: Context): context is Within<Context> =>
  context.database.transaction !== undefined;

async function run<Context extends HasDatabase, Result>(
  context: Context,
  writer: Writer,
  work: Work<Context, Result>,
): Promise<{ result: Result; transaction: OpenTransaction }> {
  const within = begin(context, writer);
  const { transaction } = within.database;
  try {
    const result = await work(within, writer);
    // After a failure nothing is committed, and PostgreSQL refuses each further query.
    if (transaction.failures.length === 0) await writeUnit(transaction.unit);
    return { result, transaction };
  } finally {
    transaction.hasEnded = true;
  }
}

/** Runs every task, even if one fails. Then throws the first failure. */
async function runAll(tasks: OpenTransaction["tasks"], committed: Database): Promise<void> {
  const failures: unknown[] = [];
  for (const task of tasks) {
    try {
      await task(committed);
    } catch (error) {
      failures.push(error);
    }
  }
  for (const failure of failures) throw failure;
}

const never = () => {
  throw new Error("this is not possible inside a transaction");
};

type Compiled = Map<PreparedSelect<unknown>, CompiledQuery>;

/** The selects that transactions of each engine have compiled. */
const compiled: Record<Engine, Compiled> = { sqlite: new Map(), postgres: new Map() };

function begin<Context extends HasDatabase>(context: Context, writer: Writer): Within<Context> {
  const outside: Database = context.database;
  const transaction: OpenTransaction = { unit: newUnitOfWork(), tasks: [], failures: [], hasEnded: false };
  const database: DatabaseWithin = {
    engine: outside.engine,
    lookups: outside.lookups,
    findByKeys: async (select, keys) =>
      inOrderOfKeys(await database.findAll(select.withKeys(keys), keys.flat()), select, keys),
    transaction,
    read: writer,
    async write(work) {
      // On SQLite, the writer would go on without a transaction.
      if (transaction.hasEnded) throw new Error("this transaction has ended");
      try {
        return await work(writer);
      } catch (error) {
        // The work may have written a part of its changes, even if its caller catches the error.
        transaction.failures.push(error);
        throw error;
      }
    },
    async find<Row>(select: PreparedSelect<Row>, values: readonly unknown[]) {
      const [row] = await database.findAll(select, values);
      return row;
    },
    async findAll<Row>(select: PreparedSelect<Row>, values: readonly unknown[]) {
      const known = compiled[outside.engine].getOrInsertComputed(select, () => select.build(writer).compile());
      const query = { ...known, parameters: values };
      return (await writer.getExecutor().executeQuery(query)).rows as Row[];
    },
    forgetDeleted: () => afterCommit({ database }, (committed) => committed.database.forgetDeleted()),
    savesNothing: () => outside.savesNothing(),
    ping: never,
    lockHolders: never,
    checkIntegrity: never,
    snapshot: never,
    rebuildIndexes: never,
    [Symbol.asyncDispose]: never,
  };
  return { ...context, database };
}
