import { type Actor, system } from "#core/accounts/actor.ts";
import { namesOf } from "#demo/invent-people.ts";
import { listAndCountRecords, type RecordListQuestion } from "#operations/records/list-records.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import { listSorts } from "#storage/database/records/record-list.ts";
import { benchClerk, benchNewcomer } from "../support/fill-database.ts";
import { quantile, timeOf } from "../support/measure.ts";
import { atMost, type Row } from "../support/row.ts";

const admin = system("bench");
const moderator = (id: string): Actor => ({ kind: "account", id, role: "moderator", mustProveAgain: false });
const rounds = 60;

type Question = [name: string, RecordListQuestion, Actor?];

/** The search terms match the names of nobody, of twenty records, of 1 % and of 30 % of all records. */
const questions: readonly Question[] = [
  ["everybody", {}],
  ...Object.entries(namesOf).map(([name, search]): Question => [name, { search }]),
  ["words in any order", { search: "miah md." }],
  ["words that nobody has both", { search: "begum mollah" }],
  ["last four", { search: "4567" }],
  ["one day", { addedFrom: "2025-06-01", addedTo: "2025-06-01" }],
  ["no photo", { missing: "photo" }],
  ["no visa paper, one month", { missing: "visaPaper", addedFrom: "2025-03-01", addedTo: "2025-03-31" }],
  ["ends in a month", { endsFrom: "2026-03-01", endsTo: "2026-03-30" }],
  ["ends on a day", { endsFrom: "2026-03-01", endsTo: "2026-03-01" }],
  ["ends in a month, added by a newcomer", { endsFrom: "2026-03-01", endsTo: "2026-03-30", addedBy: benchNewcomer }],
  ["ends in a month, a name", { endsFrom: "2026-03-01", endsTo: "2026-03-30", search: namesOf.onePercent }],
  ["added by a newcomer", { addedBy: benchNewcomer }],
  ["added by a clerk, no photo, a name", { addedBy: benchClerk, missing: "photo", search: "rahman" }],
  ["holder has the page", { holder: "bound" }],
  ["a card waits", { holder: "offered" }],
  ["neither card nor page, no photo", { holder: "none", missing: "photo" }],
  ["holder has the page, a name", { holder: "bound", search: namesOf.onePercent }],
  ["a moderator's own", {}, moderator(benchClerk)],
  ["a moderator's own, a name", { search: namesOf.onePercent }, moderator(benchClerk)],
];

/** Times 50 rows in each order, together with their total count. */
export async function staffList(engine: string, portal: OpenPortal): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [whose, question, actor = admin] of questions) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const sort of listSorts) {
        times.push(await timeOf(() => listAndCountRecords(portal, actor, { ...question, sort })));
      }
    }
    rows.push(atMost(`staff list on ${engine}, ${whose}: p99`, "ms", quantile(times, 0.99), 30));
  }
  return rows;
}
