import { StartRefused } from "#core/errors.ts";
import {
  type Column,
  columnsOf,
  everyRow,
  everyTable,
  type NewDatabase,
  type Snapshot,
  type TableName,
} from "#storage/database/tables/copied-tables.ts";
import { refuseMarked } from "#storage/database/tables/move-mark.ts";
import {
  databaseLocation,
  lockDatabase,
  makeDatabase,
  refuseExisting,
  publishDatabase,
} from "#storage/database/open-database.ts";
import { chunksOf } from "../backups/row-chunks.ts";
import { keysAt, observed } from "../backups/save-rows.ts";

/** A place as the settings name it. */
type SitePlace = { url: string; dataDir: string };
type Watch = { onBegin?: () => void; onRows?: (rows: number) => void | Promise<void> };

/**
 * Copies every row to an empty place while nobody can change a row. From then on, the old place refuses changes. After
 * a stop, the move starts from the beginning. Returns the number of rows that it copied, or null if a stopped move had
 * already copied them.
 */
export async function moveRecords(
  from: SitePlace,
  to: string,
  { onBegin, onRows }: Watch = {},
): Promise<number | null> {
  const [location, place] = [databaseLocation(from.url, from.dataDir), databaseLocation(to, "")];
  if (location === place) throw new StartRefused(`The records are already in ${place}.`);
  await using source = await lockDatabase(from.url, from.dataDir);
  if (source.mark?.state === "moved" && source.mark.place === place) {
    await publishDatabase(to, "");
    return null;
  }
  refuseMarked(source.mark);
  if (to.startsWith("file:")) await refuseExisting(to, "");
  onBegin?.();
  let rows = 0;
  await makeDatabase(to, "", {
    steps: source.steps,
    fill: async (target) => void (rows = await copyRows(source, target, onRows)),
    takeOver: { from: location, whenComplete: () => source.markMoved(place) },
  });
  return rows;
}

/** Copies all tables. Each table is read back and compared with what was sent, by checksums. */
async function copyRows(source: Snapshot, target: NewDatabase, onRows: Watch["onRows"]): Promise<number> {
  let total = 0;
  for (const table of everyTable) {
    const columns = await columnsOf(source, table);
    const copied = observed(everyRow(source, table, columns), async (rows) => {
      if (rows.length > 0) await target.insert(table, columns, rows);
      total += rows.length;
      await onRows?.(total);
    });
    const sent = await checksumsOf(table, columns, copied);
    const arrived = await checksumsOf(table, columns, target.rows(table, columns));
    if (sent.join() !== arrived.join()) {
      throw new StartRefused(`The copied rows of ${table} differ from the originals. Nothing was moved.`);
    }
  }
  return total;
}

const checksumsOf = (
  table: TableName,
  columns: readonly Column[],
  batches: ReturnType<Snapshot["rows"]>,
): Promise<string[]> => Array.fromAsync(chunksOf(columns, keysAt(table, columns), batches), ({ sha256 }) => sha256);
