import { ownForVisitors } from "#core/own-fields/own-field.ts";
import { papersForVisitors } from "#core/own-fields/own-paper.ts";
import { isOn } from "#core/settings/features.ts";
import { kindsMask } from "#core/records/document-kinds.ts";
import type { Settings } from "#core/settings/settings.ts";
import { recordIdsAfter, recordsForChange } from "#storage/database/records/records.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { readSweep } from "#storage/database/proofs/statements.ts";
import { putRow } from "#storage/database/rows.ts";
import { setTimeout as delay } from "node:timers/promises";
import { inTransaction } from "#storage/database/transaction.ts";
import type { Portal } from "../portal/portal.ts";
import { openedRecord } from "../sealed/sealed-record.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { bringUpToDate } from "./statements.ts";

/** Small batches, so that nobody waits. */
const batch = 20;
const pauseMs = 20;

/** These stand among the ids of fields in the row of the sweep, and are none of them. */
const withoutStatements = "no-statements";
const withoutSecond = "no-second-number";

/**
 * Makes the statements of records that a restored backup brought back. Ends the statements of documents and own fields
 * and papers that are no longer shown. It starts from the beginning if what is shown changes or the site states something
 * again, and can be stopped at any time.
 */
export async function sweepStatements(portal: Portal, stopping?: AbortSignal): Promise<void> {
  const { database, registry } = portal;
  const settings = await currentSettings(portal);
  const kinds = kindsMask(settings.shownKinds);
  const without = [
    ...(settings.secondNumber.isAbsent ? [withoutSecond] : []),
    ...(isOn(settings, "statements") ? [] : [withoutStatements]),
  ];
  const fields = [...ownShownBy(settings), ...without].join(" ");
  const last = await readSweep(database.read, registry);
  let after = last?.kinds === kinds && last.fields === fields ? last.after_seq : 0;
  while (!stopping?.aborted) {
    const found = await recordIdsAfter(database.read, after, batch);
    const end = found.at(-1);
    if (!end) return;
    const ids = found.filter((row) => row.registry === registry).map(({ id }) => id);
    // A record that cannot be opened stays as it is: `verify` reports it.
    const opens = (row: RecordRow) => openedRecord(portal, row) !== null;
    await inTransaction(portal, async (within, writer) => {
      for (const row of (await recordsForChange(database, writer, ids)).filter(opens))
        await bringUpToDate(within, writer, row);
      await putRow(writer, "statement_sweep", ["registry"], { registry, kinds, fields, after_seq: end.seq });
    });
    after = end.seq;
    await delay(pauseMs);
  }
}

/** The ids of the operator's own fields and papers that visitors see, and whether they see the last day of a paper. */
const ownShownBy = ({ ownFields, ownPapers }: Settings): string[] =>
  [
    ...ownForVisitors(ownFields).map(({ id }) => id),
    ...papersForVisitors(ownPapers).map(({ id, hasLastDay }) => (hasLastDay ? `${id}-dated` : id)),
  ].toSorted();
