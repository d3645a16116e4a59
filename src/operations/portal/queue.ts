import type { Writer } from "#storage/database/database.ts";
import { isProcessAlive } from "#storage/database/lookups/processes.ts";
import { updateRow } from "#storage/database/rows.ts";
import type { Portal } from "./portal.ts";

/** What a job of the background gets. */
export type JobSignals = {
  /** Aborted: begin nothing more. */
  stopping: AbortSignal;
  report: (error: unknown) => void;
};

export type DeliverySignals = JobSignals & {
  /** Aborted: give up what is under way. */
  cut: AbortSignal;
};

type QueuedRow = { id: string; tries: number };

/**
 * Claims the next due row of a queue by setting the time of its next try, so no other process takes it meanwhile. If this
 * process is killed, the row is tried again then: it may be done twice, but is never lost.
 */
export const claimDue = <Due extends QueuedRow, Times extends { next_try_at: number }>(
  { database }: Pick<Portal, "database">,
  table: "mail" | "webhook_delivery",
  due: (writer: Writer) => Promise<Due | undefined>,
  timesOf: (row: Due) => Times,
): Promise<(Due & Times) | undefined> =>
  database.write(async (writer) => {
    const row = await due(writer);
    if (!row) return undefined;
    const claimed = { tries: row.tries + 1, ...timesOf(row) };
    await updateRow(writer, table, row.id, claimed);
    return { ...row, ...claimed };
  });

/** True if this process has the row of `process`. Takes over a row that no process has, or whose process has died. */
export async function isTaken(
  { database, processId }: Pick<Portal, "database" | "processId">,
  process: string,
  take: (writer: Writer) => Promise<boolean>,
): Promise<boolean> {
  if (process === processId) return true;
  if (process !== "" && (await isProcessAlive(database.lookups, process))) return false;
  return database.write(take);
}
