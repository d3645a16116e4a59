import type { Database, OpenTransaction, PreparedSelect, Writer } from "./database.ts";

/** Anything that has a database: in operations, the portal. */
type Holder = { readonly database: Database };

/** A holder whose reads and writes are parts of an open transaction. */
export type Within<Of extends Holder> = Of & { readonly database: DatabaseWithin };

type DatabaseWithin = Database & { readonly transaction: OpenTransaction };

/**
 * Runs `work` in a transaction: all of its changes are committed, or none. What `work` is given reads and writes inside
 * the transaction, so operations that are called with it take part. Inside a transaction, this takes part in it.
 *
 * After a conflict with another process, `work` runs again from its start.
 */
export async function inTransaction<Of extends Holder, Result>(
  holder: Of,
  work: (within: Within<Of>, writer: Writer) => Promise<Result>,
): Promise<Result> {
  const { database } = holder;
  if (isWithin(holder)) return database.write((writer) => work(holder, writer));
  let tasks: OpenTransaction["tasks"] = [];
  const result = await database.write(async (writer) => {
    const within = begin(holder, writer);
    const { transaction } = within.database;
    try {
      const done = await work(within, writer);
      for (const failure of transaction.failures) throw failure;
      tasks = transaction.tasks;
      return done;
    } finally {
      transaction.hasEnded = true;
    }
  });
  await runAll(tasks, database);
  return result;
}

/** Runs `work` in a transaction that is rolled back, whether it succeeds or not. Its tasks for after the commit never run. */
export async function rolledBack<Of extends Holder, Result>(
  holder: Of,
  work: (within: Within<Of>, writer: Writer) => Promise<Result>,
): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<Result>();
  const rollBack = new Error("rolled back");
  try {
    await holder.database.write(async (writer) => {
      resolve(await work(begin(holder, writer), writer));
      throw rollBack;
    });
  } catch (error) {
    if (error !== rollBack) throw error;
  }
  return promise;
}

/**
 * Runs `task` as soon as what was written before is committed: at the end of the transaction that the holder takes part
 * in, or at once. After a rollback, it does not run. The task must use the holder that it is given: the transaction is over.
 */
export async function afterCommit<Of extends Holder>(holder: Of, task: (committed: Of) => unknown): Promise<void> {
  if (isWithin(holder)) holder.database.transaction.tasks.push((database) => task({ ...holder, database }));
  else await task(holder);
}

const isWithin = <Of extends Holder>(holder: Of): holder is Within<Of> => holder.database.transaction !== undefined;

async function runAll(tasks: OpenTransaction["tasks"], committed: Database): Promise<void> {
  const failures: unknown[] = [];
  for (const task of tasks) {
    try {
      await task(committed);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
}

const never = () => {
  throw new Error("this is not possible inside a transaction");
};

function begin<Of extends Holder>(holder: Of, writer: Writer): Within<Of> {
  const outside: Database = holder.database;
  const transaction: OpenTransaction = { tasks: [], failures: [], hasEnded: false };
  const database: DatabaseWithin = {
    engine: outside.engine,
    lookups: outside.lookups,
    findByKey: ({ one }, key) => database.find(one, [key]),
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
    async find<Row>({ build }: PreparedSelect<Row>, values: readonly unknown[]) {
      const query = { ...build(writer).compile(), parameters: values };
      return (await writer.getExecutor().executeQuery(query)).rows[0] as Row | undefined;
    },
    forgetDeleted: () => afterCommit({ database }, (committed) => committed.database.forgetDeleted()),
    ping: never,
    checkIntegrity: never,
    snapshot: never,
    rebuildIndexes: never,
    [Symbol.asyncDispose]: never,
  };
  return { ...holder, database };
}
