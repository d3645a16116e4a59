import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { openedOrNull } from "#sealing/seal.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import type { Portal } from "../portal/portal.ts";
import { openRecord } from "./sealed-record.ts";

/** A record that cannot be opened: its row is damaged, or was changed past the program. */
type DamagedRecord = Pick<RecordRow, "id" | "name">;

/** Opens the records of these rows. One that is damaged keeps nobody from the others. */
export function openRecords(portal: Portal, rows: readonly RecordRow[]) {
  const records: CandidateRecord[] = [];
  const damaged: DamagedRecord[] = [];
  for (const row of rows) {
    const record = openedOrNull(() => openRecord(portal, row));
    if (record) records.push(record);
    else damaged.push({ id: row.id, name: row.name });
  }
  return { records, damaged };
}
