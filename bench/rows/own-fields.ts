import { system } from "#core/accounts/actor.ts";
import { namesOf } from "#demo/invent-people.ts";
import { listAndCountRecords, type RecordListQuestion } from "#operations/records/list-records.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import { benchOwnFields } from "../support/own-fields.ts";
import { interleavedMedians, timeOf } from "../support/measure.ts";
import { sqlitePortal } from "../support/portals.ts";
import { atMost, atMostTimes, type Row } from "../support/row.ts";

const admin = system("bench");
const rounds = 31;

/** What is asked without and with own fields alike. */
const common: Readonly<Record<string, RecordListQuestion>> = {
  "first page by name": {},
  "first page by time changed": { sort: "changed" },
  ...Object.fromEntries(Object.entries(namesOf).map(([name, search]) => [`search: ${name}`, { search }])),
  "last four": { search: "4567" },
  "no photo": { missing: "photo" },
  "one day": { addedFrom: "2025-06-01", addedTo: "2025-06-01" },
  "ends in a month": { endsFrom: "2026-03-01", endsTo: "2026-03-30" },
};

const [text, choice, yesNo, country] = (["text", "choice", "yes-no", "country"] as const).map(
  (type) => benchOwnFields.find((field) => field.type === type)?.id ?? "",
);

/** A text has three records of a million. What no record has together is the worst case: nothing ends the search early. */
const filters: Readonly<Record<string, RecordListQuestion>> = {
  "a text of three": { own: { [text ?? ""]: "Sponsor 4711" } },
  "a country of one in a hundred": { own: { [country ?? ""]: "QA" } },
  "a choice of one in six": { own: { [choice ?? ""]: "Khulna" } },
  "yes, half of all": { own: { [yesNo ?? ""]: "yes" } },
  "nothing there, one in fifty": { own: { [text ?? ""]: "" } },
  "half of all and one in six, and none has both": { own: { [yesNo ?? ""]: "yes", [choice ?? ""]: "Khulna" } },
  "half of all, a name of 1 %": { own: { [yesNo ?? ""]: "yes" }, search: namesOf.onePercent },
  "half of all, a name of 30 %": { own: { [yesNo ?? ""]: "yes" }, search: namesOf.thirtyPercent },
};

/** The list of records on SQLite without own fields, and with 24 that are filled, 21 of them searched. */
export async function ownFields(count: number): Promise<Row[]> {
  await using bare = await sqlitePortal(count);
  await using filled = await sqlitePortal(count, true);
  const asking = (portal: OpenPortal, question: RecordListQuestion) => () =>
    timeOf(() => listAndCountRecords(portal, admin, question));
  const rows: Row[] = [];
  for (const [name, question] of Object.entries(common)) {
    const times = await interleavedMedians({ bare: asking(bare, question), filled: asking(filled, question) }, rounds);
    rows.push(atMostTimes(`list of ${count} with 24 own fields, ${name}`, "ms", times.filled, times.bare, 1.5));
  }
  for (const [name, question] of Object.entries(filters)) {
    const { time } = await interleavedMedians({ time: asking(filled, question) }, rounds);
    rows.push(atMost(`list of ${count}, own filter: ${name}`, "ms", time, 100));
  }
  return rows;
}
