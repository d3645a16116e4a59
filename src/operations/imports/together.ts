import { PortalError } from "#core/errors.ts";
import { withOverrides } from "#storage/blobs/blob-store.ts";
import type { PreparedSelect, Writer } from "#storage/database/database.ts";
import type { Portal } from "../portal.ts";

type Work<Result> = (portal: Portal) => Promise<Result>;

/**
 * Makes several changes in one transaction: all of them or none. To the operations that `work` calls, the portal looks
 * like any other. An error that they throw must end the transaction, because they may already have written something.
 */
export async function together<Result>(portal: Portal, work: Work<Result>): Promise<Result> {
  return await portal.database.write((writer) => work(within(portal, writer)));
}

/** Runs `work` in a transaction, then rolls back everything that it changed. */
export async function inRolledBackTransaction<Result>(portal: Portal, work: Work<Result>): Promise<Result> {
  const results: Result[] = [];
  const rollBack = new Error("rolled back");
  try {
    await portal.database.write(async (writer) => {
      results.splice(0, 1, await work(within(portal, writer)));
      throw rollBack;
    });
  } catch (error) {
    if (error !== rollBack) throw error;
  }
  return results[0] as Result;
}

/** A change that may still be rolled back removes no file. A sweep removes it minutes later. */
const leaveToSweep = (): Promise<never> => Promise.reject(new PortalError("unavailable"));

/** Returns a portal whose transactions and reads are parts of the open transaction. The settings are read only once. */
function within(portal: Portal, writer: Writer): Portal {
  const { database } = portal;
  const found = new Map<unknown, Promise<unknown>>();
  const own = {
    read: writer,
    write: <Result>(work: (within: Writer) => Promise<Result>) => work(writer),
    find<Found>(select: PreparedSelect<Found>, values: readonly unknown[]) {
      if (values.length > 0) return database.find(select, values);
      const first = found.get(select) ?? database.find(select, values);
      found.set(select, first);
      return first as Promise<Found | undefined>;
    },
  };
  const of: ProxyHandler<typeof database> = {
    get(target, name) {
      if (Object.hasOwn(own, name)) return own[name as keyof typeof own];
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  };
  return { ...portal, database: new Proxy(database, of), blobs: withOverrides(portal.blobs, { remove: leaveToSweep }) };
}
