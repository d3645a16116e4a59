import { type Actor, system } from "#core/accounts/actor.ts";
import { holderStates } from "#core/holders/binding.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { daysOfEnd, endChoices } from "#core/records/last-days.ts";
import { listedAs, publicStates } from "#core/records/public-state.ts";
import { namesOf } from "#demo/invent-people.ts";
import { hinduSurnames, muslimMen, muslimSurnames, muslimWomen } from "#demo/people/bangladeshi.ts";
import { between, pick, type Random, seededRandom } from "#demo/random.ts";
import { listAndCountRecords, type RecordListQuestion } from "#operations/records/list-records.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import { listSorts } from "#storage/database/records/record-list.ts";
import { benchClerk, benchNewcomer } from "../support/fill-database.ts";
import { median, timeOf } from "../support/measure.ts";
import { p99AtMost, type Row } from "../support/row.ts";

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

const targets = { SQLite: { target: 30 }, PostgreSQL: { target: 60, medianTarget: 30 } };

/** Times 50 rows in each order, together with their total count. */
export async function staffList(engine: keyof typeof targets, portal: OpenPortal): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [whose, question, actor = admin] of questions) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const sort of listSorts) {
        times.push(await timeOf(() => listAndCountRecords(portal, actor, { ...question, sort })));
      }
    }
    rows.push(p99AtMost(`staff list on ${engine}, ${whose}`, "ms", times, targets[engine]));
  }
  return [...rows, await drawnFilters(engine, portal)];
}

/** Draws from everything by which the page filters. Each filter counts as the median of three times, after a first. */
async function drawnFilters(engine: string, portal: OpenPortal): Promise<Row> {
  const random = seededRandom(200);
  const times: number[] = [];
  for (let drawn = 0; drawn < 200; drawn += 1) {
    const question = drawQuestion(random);
    const page = await listAndCountRecords(portal, admin, question);
    const shown = { ...question, cursor: random() < 1 / 3 ? (page.next ?? undefined) : undefined };
    const each: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      each.push(await timeOf(() => listAndCountRecords(portal, admin, shown)));
    }
    times.push(median(each));
  }
  return p99AtMost(`staff list on ${engine}, 200 filters drawn at random`, "ms", times, { target: 100 });
}

const today = "2026-01-01";
const dayAt = (day: number) => new Date(Date.UTC(2025, 0, day)).toISOString().slice(0, 10);

function drawQuestion(random: Random): RecordListQuestion {
  const from = between(1, 340, random);
  const parts: RecordListQuestion[] = [
    { search: drawSearch(random) },
    listedAs(pick(publicStates, random)),
    { missing: pick(documentKinds, random) },
    daysOfEnd(pick(endChoices, random), today),
    { noticed: true },
    { holder: pick(holderStates, random) },
    { addedBy: pick([benchClerk, benchNewcomer, "bench"], random) },
    { assignedTo: benchClerk },
    { addedFrom: dayAt(from) },
    { addedTo: dayAt(from + between(0, 60, random)) },
  ];
  const chosen = parts.filter(({ noticed, assignedTo }) => random() < (noticed || assignedTo ? 1 / 20 : 1 / 3));
  return chosen.reduce((all, part) => ({ ...all, ...part }), { sort: pick(listSorts, random) });
}

/** One or two words of names, the beginning of a name, or the last four characters of a number. */
function drawSearch(random: Random): string {
  const word = () => pick([...muslimMen, ...muslimSurnames, ...muslimWomen, ...hinduSurnames], random);
  const [name] = word();
  const [short, long] = [between(1, 2, random), between(3, 8, random)];
  const part = name.toLowerCase().slice(0, long).trim();
  const [surname] = pick(muslimSurnames, random);
  return pick(
    [part, `${part} ${surname}`, `md. ${part}`, part.slice(0, short), word()[1], String(between(1000, 9999, random))],
    random,
  );
}
