import { system } from "#core/staff/actor.ts";
import { namesOf } from "#demo/invent-people.ts";
import { listRecords } from "#operations/records/list-records.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import { listSorts } from "#storage/database/record-list/record-list.ts";
import { quantile, timeOf } from "../support/measure.ts";
import { atMost, type Row } from "../support/row.ts";

const clerk = system("bench");
const rounds = 60;

/** 50 rows in each order: all of them, and searched for terms that nobody, twenty, 1 % and 30 % have in their names. */
export async function staffList(engine: string, portal: OpenPortal): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [whose, search] of [["everybody", ""], ...Object.entries(namesOf)] as [string, string][]) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const sort of listSorts) times.push(await timeOf(() => listRecords(portal, clerk, { search, sort })));
    }
    rows.push(atMost(`staff list on ${engine}, ${whose}: p99`, "ms", quantile(times, 0.99), 30));
  }
  return rows;
}
