import { isPortalError } from "#core/errors.ts";
import type { TableRow } from "#core/imports/table.ts";
import { becomeWorker, tellParent } from "../become-worker.ts";
import { filledRows } from "./filled-rows.ts";
import { isTableProblem, rowsAtOnce, type TableReport } from "./table-messages.ts";

/** The child process that reads one untrusted table and then ends. */

becomeWorker();
process.once("message", (bytes: Uint8Array) => void answer(bytes));

async function answer(bytes: Uint8Array): Promise<void> {
  try {
    let part: TableRow[] = [];
    for await (const row of filledRows(bytes)) {
      part.push(row);
      if (part.length < rowsAtOnce) continue;
      await report({ kind: "rows", rows: part });
      part = [];
    }
    await report({ kind: "rows", rows: part });
    await report({ kind: "done" });
  } catch (error) {
    const problem = isPortalError(error) && isTableProblem(error.id) ? error.id : "decoding-failed";
    await report({ kind: "refused", problem, reason: String(error instanceof Error ? (error.cause ?? error) : error) });
  }
  process.disconnect?.();
}

async function report(message: TableReport): Promise<void> {
  await tellParent(message);
}
