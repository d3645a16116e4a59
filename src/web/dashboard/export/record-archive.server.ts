import { makeZip } from "client-zip";
import { officeDay } from "#core/office-clock.ts";
import { m } from "#i18n/compiled/messages.js";
import { getZone } from "#i18n/reader-zone.ts";
import type { takeArchive } from "#operations/exports/take-archive.ts";
import { fileAnswer, inLanguage } from "./file-answer.server.ts";
import { recordTable } from "./record-table.server.ts";

type TableFacts = Omit<Parameters<typeof recordTable>[1], "format">;
type TakenArchive = Awaited<ReturnType<typeof takeArchive>>;

/** Returns a ZIP that an import takes as it is: a table, and a folder of scans for each record. It is streamed. */
export const recordArchive = (taken: TakenArchive, table: TableFacts): Response =>
  fileAnswer(
    `records-${officeDay(getZone(), table.now)}.zip`,
    "application/zip",
    makeZip(inLanguage(filesOf(taken, table))),
  );

async function* filesOf({ records, scans }: TakenArchive, { now, declared }: TableFacts) {
  const lastModified = new Date(now);
  yield { name: "records.xlsx", input: recordTable(records, { format: "xlsx", now, declared }), lastModified };
  for await (const { name, bytes, isKeptBack } of scans) {
    if (bytes) yield { name, input: bytes, lastModified };
    else
      yield {
        name: `${name}.txt`,
        input: isKeptBack ? m.export_kept_back_file() : m.export_missing_file(),
        lastModified,
      };
  }
}
