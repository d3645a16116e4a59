import { everyRow } from "./paging.ts";

type Link = { seq: number; hash: Uint8Array };

type Chain<Row extends Link> = {
  start: Link;
  /** Read before the rows: rows may be added during the verification, but the chain may not end before this link. */
  head: Link;
  rows: AsyncIterable<Row>;
  hashOf: (previous: Uint8Array, row: Row) => Buffer;
};

export type Watcher = {
  /** Called with the id of each broken thing when it is found: what comes after it may not be readable at all. */
  onBroken?: (id: string) => void;
  onProgress?: (done: number, total: number) => void;
  /** Awaited before more rows are read. If it throws, the verification ends. */
  pause?: () => Promise<void>;
};

/** Yields every row in the order of `seq`, and reports each to `onProgress`. */
export async function* watchedRows<Row extends { seq: number }>(
  { onProgress, pause }: Watcher,
  total: number,
  readAfter: (seq: number, atMost: number) => Promise<Row[]>,
): AsyncGenerator<Row, void> {
  let done = 0;
  const readNext: typeof readAfter = async (seq, atMost) => {
    await pause?.();
    return readAfter(seq, atMost);
  };
  for await (const row of everyRow(readNext)) {
    yield row;
    done += 1;
    onProgress?.(done, total);
  }
}

/** `brokenAt` is the first row that is changed, missing or out of place. `last` is the row before it. */
export async function verifyChain<Row extends Link>(
  { start, head, rows, hashOf }: Chain<Row>,
  onVerified?: (row: Row) => void,
): Promise<{ last: number; brokenAt: number | null }> {
  let last = start;
  for await (const row of rows) {
    const isNext = row.seq === last.seq + 1 && hashOf(last.hash, row).equals(row.hash);
    const isHead = row.seq !== head.seq || Buffer.from(head.hash).equals(row.hash);
    if (!isNext || !isHead) return { last: last.seq, brokenAt: last.seq + 1 };
    onVerified?.(row);
    last = row;
  }
  const reachesHead = last.seq > head.seq || (last.seq === head.seq && Buffer.from(head.hash).equals(last.hash));
  return { last: last.seq, brokenAt: reachesHead ? null : last.seq + 1 };
}
