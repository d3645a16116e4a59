import { on } from "node:events";
import { isPortalError, PortalError } from "#core/errors.ts";
import type { TableRow } from "#core/imports/table.ts";
import { forkWorker } from "../fork-worker.ts";
import type { TableRoom } from "../image-pipeline.ts";
import { isTableReport } from "./table-messages.ts";

// Resolved by its import name: in the packed program the worker is not next to this file.
const workerFile = new URL(import.meta.resolve("#documents/spreadsheets/table-worker.ts"));

const timeLimitMs = 60_000;

/** Yields the rows of an XLSX, ODS or CSV file in batches, as a child process reads them. A command needs no room. */
export async function* readTable(bytes: Uint8Array, room?: TableRoom): AsyncGenerator<TableRow[]> {
  using _turn = await room?.takeTurn();
  const memoryLimitMb = room?.memoryLimitMb ?? 1024;
  const child = forkWorker(workerFile, { memoryLimitMb, heapLimitMb: memoryLimitMb / 2 });
  const deadline = AbortSignal.timeout(timeLimitMs);
  try {
    const messages = on(child, "message", { signal: deadline, close: ["close"] });
    child.send(bytes);
    for await (const [report] of messages as AsyncIterable<unknown[]>) {
      if (!isTableReport(report)) throw new Error("The reader of tables sent an unexpected message");
      if (report.kind === "done") return;
      if (report.kind === "refused") throw new PortalError(report.problem, { cause: new Error(report.reason) });
      yield report.rows;
    }
    throw new PortalError(child.signalCode === "SIGKILL" ? "decoding-took-too-much" : "decoding-failed");
  } catch (cause) {
    if (isPortalError(cause)) throw cause;
    throw new PortalError(deadline.aborted ? "decoding-took-too-long" : "decoding-failed", { cause });
  } finally {
    child.kill("SIGKILL");
  }
}
