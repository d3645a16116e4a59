import { sql } from "kysely";
import { beforeAll, describe, expect } from "vitest";
import type { HolderState } from "#core/holders/binding.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { documentBit } from "#core/records/document-kinds.ts";
import { foldName } from "#core/records/names.ts";
import {
  type RecordListQuestion,
  countRecords,
  listRecords,
  matchingRecordIds,
} from "#operations/records/list-records.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { hideRecord, deleteRecord } from "#operations/records/change-record.ts";
import { benchClerk, benchHolder, benchNewcomer, fillDatabase } from "../../bench/support/fill-database.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import {
  everyRecord,
  inEverySideTable,
  isNarrow,
  type ListFilter,
  nameNarrowings,
  narrowingsOf,
} from "#storage/database/records/list-filter.ts";
import {
  type ListPosition,
  listRecordRows,
  listSorts,
  type ListQuestion,
  matching,
  walk,
} from "#storage/database/records/record-list.ts";
import { putOwnHashes } from "#storage/database/records/own-index.ts";
import { admin } from "../support/accounts/people.ts";
import type { AccountActor } from "#core/accounts/actor.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";
import { addTestRecord } from "../support/records.ts";
import { engines, sharedPortal, testOn } from "../support/portals.ts";
import { explainedPlan } from "../support/query-plans.ts";

const add = (portal: Portal, name: string, actor = admin) => addTestRecord(portal, actor, { name });

const namesOf = async (portal: Portal, question: RecordListQuestion, actor = admin) =>
  (await listRecords(portal, actor, question)).records.map(({ name }) => name);

async function everyPage(portal: Portal, question: RecordListQuestion): Promise<CandidateRecord[]> {
  const all: CandidateRecord[] = [];
  let { cursor } = question;
  do {
    const page = await listRecords(portal, admin, { ...question, cursor });
    all.push(...page.records);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return all;
}

const idsOf = (records: readonly CandidateRecord[]) => records.map(({ id }) => id).toSorted();
const placeOf = (id: string) => Number(id.replace("bench-", ""));
const isClerks = ({ addedBy }: CandidateRecord) => addedBy === benchClerk;

/** The values of three own fields: what is left of the record's number if that is divided. */
const remaindersOf = ({ seq }: { seq: number }) =>
  [2, 3, 4].map((by) => ({ record_seq: seq, field: `f${by}`, hash: Buffer.alloc(8, seq % by) }));
const hasRemainder = (by: number, left: number) => ({ field: `f${by}`, hashes: [Buffer.alloc(8, left)] });

const isHolder =
  (state: HolderState) =>
  ({ id }: CandidateRecord) =>
    benchHolder(placeOf(id)) === state;

const isBetween =
  (from: string, to: string) =>
  ({ addedAt }: CandidateRecord) => {
    const day = new Date(addedAt).toLocaleDateString("sv");
    return from <= day && day <= to;
  };

const ends =
  (from: string, to: string) =>
  ({ lastDays }: CandidateRecord) =>
    Object.values(lastDays).some((day) => from <= day && day <= to);

/** Reads to the last page and back. Returns the records of both ways; the last page is in both. */
async function everyPageTwice(portal: Portal, question: RecordListQuestion): Promise<CandidateRecord[][]> {
  let page = await listRecords(portal, admin, question);
  const there = [...page.records];
  while (page.next !== null) {
    page = await listRecords(portal, admin, { ...question, cursor: page.next });
    there.push(...page.records);
  }
  const back = [...page.records];
  while (page.previous !== null) {
    page = await listRecords(portal, admin, { ...question, cursor: page.previous });
    back.push(...page.records);
  }
  return [there, back];
}

describe.each(engines)("the list of records on %s", (engine) => {
  const test = testOn(engine);
  describe("with 2,000 invented people", () => {
    let portal: OpenPortal;
    let everyone: CandidateRecord[];
    let clerk: AccountActor;

    beforeAll(async () => {
      portal = await sharedPortal(engine);
      await fillDatabase(portal, 2000);
      clerk = await freshAccount(portal, "admin");
      await portal.database.write((writer) =>
        sql`update candidate set assigned_to = ${clerk.id} where seq % 9 = 4`.execute(writer),
      );
      const seqs = await portal.database.read.selectFrom("candidate").select("seq").execute();
      await portal.database.write((writer) => putOwnHashes(writer, seqs.flatMap(remaindersOf)));
      everyone = await everyPage(portal, { limit: 500 });
    });

    test("contains everyone once, by name", () => {
      expect(everyone).toHaveLength(2000);
      expect(new Set(everyone.map(({ id }) => id)).size).toBe(2000);
      const folded = everyone.map(({ name }) => Buffer.from(foldName(name)));
      expect(folded).toEqual(folded.toSorted((a, b) => Buffer.compare(a, b)));
    });

    const terms = [
      "",
      "ra",
      "md.",
      "ahm",
      "মোঃ",
      "রহ",
      "qwertz",
      '"',
      "%",
      "a:w",
      "hossain md",
      "an ra",
      "rahman md. hossain a",
      "begum, sal",
    ];
    const states: RecordListQuestion[] = [
      {},
      { status: "denied" },
      { hidden: true },
      { status: "approved", hidden: false },
    ];

    test.each([...terms.entries()])("finds all matches for term %i, %j, in every order", async (at, search) => {
      const term = foldName(search);
      const words = term.split(/[\s,]+/);
      const isShort = (word: string) => [...word].length < 3;
      const has = ({ name }: CandidateRecord) =>
        words.every(isShort)
          ? foldName(name).startsWith(term)
          : words.every((word) => ` ${foldName(name)}`.includes(isShort(word) ? ` ${word}` : word));
      for (const [place, sort] of listSorts.entries()) {
        // The state takes turns: each pair of an order and a state is asked with several terms.
        const state = states[(at + place) % states.length] ?? {};
        const wanted = everyone.filter(
          (record) =>
            has(record) &&
            (state.status === undefined || (record.approval === "approved") === (state.status === "approved")) &&
            (state.hidden === undefined || record.hidden === state.hidden),
        );
        const found = await everyPage(portal, { search, sort, limit: 300, ...state });
        expect(idsOf(found)).toEqual(idsOf(wanted));
        const keys = found.map(({ addedAt, changedAt }) => (sort === "added" ? addedAt : changedAt));
        if (sort !== "name") expect(keys).toEqual(keys.toSorted((a, b) => b - a));
      }
      const total = everyone.filter(has).length;
      const counted = { count: Math.min(total, 1000), isMore: total > 1000 };
      expect(await countRecords(portal, admin, { search })).toEqual(counted);
    });

    test("is the same for every limit of rows read along the index, from any position", async () => {
      const question = { registry: portal.registry, ...everyRecord, limit: 40 };
      const names = ["rahman", "md.", "ahm", "মোঃ", "ra", "dilruba", "hossain md"].map((search) => ({ search }));
      const filters: Partial<ListQuestion>[] = [
        ...names,
        { addedBy: benchClerk, search: "rahman" },
        { addedFrom: Date.UTC(2025, 5), missing: documentBit("photo") },
        { addedBefore: Date.UTC(2025, 5), isBackwards: true },
        { addedBefore: Date.UTC(2025, 2), missing: documentBit("visaPaper") },
        { addedBefore: Date.UTC(2025, 2), limit: 3 },
        { approvals: ["waiting"], hidden: [0] },
        { hidden: [1], search: "md." },
        ...["2025-08-31", "2025-03-07"].map((to) => ({ lastDays: { from: "2025-03-01", to }, search: "md." })),
        { lastDays: { from: "1900-01-01", to: "2025-02-01" }, addedBy: benchClerk },
        { holder: "bound", search: "rahman" },
        { holder: "offered", addedBefore: Date.UTC(2025, 2), isBackwards: true },
        { own: [hasRemainder(2, 0), hasRemainder(3, 0)] },
        { own: [hasRemainder(3, 1), hasRemainder(2, 0)], search: "md." },
        { own: [hasRemainder(2, 0)], lastDays: { from: "1900-01-01", to: "2025-08-31" }, addedBy: benchClerk },
      ];
      const nobody = { ...question, own: [hasRemainder(2, 0), hasRemainder(4, 1)], sort: "name", after: null } as const;
      expect(await listRecordRows(portal.database, nobody, 1)).toEqual([]);
      for (const filter of filters) {
        for (const sort of listSorts) {
          const page = (budget: number, after: ListPosition | null) =>
            listRecordRows(portal.database, { ...question, ...filter, sort, after }, budget);
          const [first] = await page(1_000_000, null);
          if (!first) expect.fail(`nobody matches ${JSON.stringify(filter)}`);
          for (const after of [null, { key: first.sort_key, seq: first.seq }]) {
            const wanted = (await page(1_000_000, after)).map(({ id }) => id);
            for (const budget of [1, 50, 300]) {
              expect(
                (await page(budget, after)).map(({ id }) => id),
                `${JSON.stringify(filter)}, ${sort}, ${budget}`,
              ).toEqual(wanted);
            }
          }
        }
      }
    });

    test("finds a complete passport or IRCC number in any spelling", async () => {
      const [, one] = everyone;
      for (const search of [
        one?.passportNumber,
        one?.irccNumber.toLowerCase(),
        ` ${one?.passportNumber.slice(0, 3)} ${one?.passportNumber.slice(3)}`,
      ]) {
        expect(await namesOf(portal, { search })).toEqual([one?.name]);
        expect(await countRecords(portal, admin, { search })).toEqual({ count: 1, isMore: false });
      }
      expect(await namesOf(portal, { search: one?.passportNumber.slice(0, -1) })).toEqual([]);
    });

    test("can be filtered by day, author, assignee, missing document and holder, through all pages in both directions", async () => {
      const added = everyone.map(({ addedAt }) => addedAt).toSorted((a, b) => a - b);
      const day = (at: number) => new Date(added[at] ?? 0).toLocaleDateString("sv");
      const isAssigned = ({ assignedTo }: CandidateRecord) => assignedTo === clerk.id;
      const filters: [RecordListQuestion, (record: CandidateRecord) => boolean][] = [
        [{ addedBy: benchNewcomer }, ({ addedBy }) => addedBy === benchNewcomer],
        [{ addedBy: benchClerk, search: "rahman" }, isClerks],
        [{ addedFrom: day(300), addedTo: day(900) }, isBetween(day(300), day(900))],
        [{ addedFrom: day(1900), status: "denied" }, isBetween(day(1900), "9")],
        [{ missing: "photo" }, ({ id }) => placeOf(id) % 500 === 7],
        [
          { missing: "visaPaper", addedBy: benchClerk, search: "md." },
          (record) => isClerks(record) && placeOf(record.id) % 3 === 1,
        ],
        [{ missing: "ticket", addedTo: day(5) }, isBetween("", day(5))],
        [{ assignedTo: clerk.id }, isAssigned],
        [{ assignedTo: clerk.id, search: "md.", addedBy: benchClerk }, (one) => isAssigned(one) && isClerks(one)],
        [{ assignedTo: clerk.id, status: "denied" }, isAssigned],
        [{ endsFrom: "2025-03-14", endsTo: "2025-03-14" }, ends("2025-03-14", "2025-03-14")],
        [{ endsTo: "2025-01-20", search: "md." }, ends("", "2025-01-20")],
        [
          { endsFrom: "2026-11-30", addedBy: benchClerk, missing: "visaPaper" },
          (record) => ends("2026-11-30", "9")(record) && isClerks(record) && placeOf(record.id) % 3 === 1,
        ],
        [{ holder: "none" }, isHolder("none")],
        [{ holder: "offered", status: "denied" }, isHolder("offered")],
        [
          { holder: "bound", search: "md.", addedBy: benchClerk, missing: "visaPaper" },
          (record) => isHolder("bound")(record) && isClerks(record) && placeOf(record.id) % 3 === 1,
        ],
        [{ holder: "bound", assignedTo: clerk.id }, (one) => isAssigned(one) && isHolder("bound")(one)],
        [{ endsFrom: "2025-12-20", endsTo: "2025-12-31", status: "denied" }, ends("2025-12-20", "2025-12-31")],
      ];
      expect(await namesOf(portal, { assignedTo: "me" }, clerk)).toEqual(
        await namesOf(portal, { assignedTo: clerk.id }),
      );
      for (const isMine of [true, false]) {
        const one = everyone.find((record) => isAssigned(record) === isMine);
        const found = await namesOf(portal, { assignedTo: "me", search: one?.passportNumber }, clerk);
        expect(found).toEqual(isMine ? [one?.name] : []);
      }
      for (const [filter, isWanted] of filters) {
        const term = filter.search ?? "";
        const wanted = everyone.filter(
          (record) =>
            isWanted(record) &&
            foldName(record.name).includes(term) &&
            (filter.status === undefined || record.approval !== "approved"),
        );
        expect(wanted.length, JSON.stringify(filter)).toBeGreaterThan(0);
        for (const sort of listSorts) {
          // About four pages, for any number of matches.
          const limit = Math.ceil(wanted.length / 4);
          for (const found of await everyPageTwice(portal, { ...filter, sort, limit })) {
            expect(idsOf(found), `${JSON.stringify(filter)} by ${sort}`).toEqual(idsOf(wanted));
          }
        }
        expect((await countRecords(portal, admin, filter)).count).toBe(Math.min(wanted.length, 1000));
        const ids: string[] = [];
        for await (const some of matchingRecordIds(portal, admin, filter, 30)) ids.push(...some);
        expect(ids.toSorted()).toEqual(idsOf(wanted));
      }
    });

    test("never reads a whole table", async () => {
      const hashes = [Buffer.alloc(8)];
      const filters: Partial<ListFilter>[] = [
        {},
        { search: "rahman" },
        { search: "ra" },
        { search: "rahman hossain" },
        { addedBy: benchClerk, search: "rahman" },
        { addedFrom: 1, addedBefore: 2 },
        { approvals: ["waiting"], hidden: [0] },
        { hidden: [1], addedBefore: 2 },
        { approvals: ["approved"], hidden: [0], search: "rahman" },
        { missing: documentBit("photo"), addedFrom: 1 },
        { assignedTo: "somebody", search: "rahman", addedFrom: 1 },
        { lastDays: { from: "2025-03-01", to: "2025-03-30" } },
        { lastDays: { from: "2025-03-01", to: "2025-03-30" }, search: "rahman", addedBy: benchClerk },
        { noticed: true, search: "rahman" },
        { holder: "none" },
        { holder: "offered", search: "rahman", missing: documentBit("photo") },
        { own: [{ field: "f1", hashes }] },
        {
          own: [
            { field: "f1", hashes },
            { field: "f2", hashes },
          ],
          search: "rahman",
          addedBy: benchClerk,
        },
        { numbers: { passport_last_four: hashes, ircc_last_four: hashes } },
      ];
      for (const sort of listSorts) {
        const place = { key: sort === "name" ? "m" : 1, seq: 1 };
        for (const positions of [{ after: null }, { after: place }, { after: place, isBackwards: true }]) {
          for (const filter of filters) {
            const question = { registry: portal.registry, ...everyRecord, ...filter };
            const asked: ListQuestion = { ...question, sort, limit: 50, countTo: 1000, ...positions };
            const byName = nameNarrowings(engine, asked);
            const walked = isNarrow(asked) ? null : walk(engine, asked, 20_000);
            const selects = [
              ...(walked ? [walked] : []),
              ...(isNarrow(asked) || byName.length === 0 ? [] : [matching(engine, asked, byName)]),
              ...[...(await narrowingsOf(portal.database, asked)), inEverySideTable(engine, asked)].flatMap(
                (narrowing) => (narrowing ? matching(engine, asked, [narrowing]) : []),
              ),
            ];
            for (const select of selects) {
              const plan = await explainedPlan(portal, select);
              expect(plan).not.toMatch(
                /Seq Scan on candidate|SCAN candidate(?! USING (COVERING )?INDEX| VIRTUAL)\b(?!_names)/,
              );
              expect(plan, JSON.stringify(filter)).toMatch(/candidate_|search_terms/);
              if (select !== walked) continue;
              // A walk that reads records takes a hundred times as long.
              expect(plan).not.toMatch(/SEARCH candidate USING INDEX/);
              // SQLite begins a walk at the first of two bounds, even if the other one is far closer.
              const legs = select.compile(portal.database.read).sql.split("order by").slice(0, -1);
              const bounds = legs.map((leg) => leg.match(/(?<="\w+"(, seq\))? )[<>]/g) ?? []);
              for (const each of bounds) expect(each).toEqual([...new Set(each)]);
              if (asked.after) expect(bounds).not.toContainEqual([]);
            }
          }
        }
      }
    });
  });

  test("neither repeats nor misses a record when rows change between two pages", async ({ portal }) => {
    const added: CandidateRecord[] = [];
    for (let at = 0; at < 30; at += 1) added.push(await add(portal, `Person ${String.fromCharCode(65 + at)}x`));
    const first = await listRecords(portal, admin, { limit: 10 });
    const last = first.records.at(-1);
    await deleteRecord(portal, admin, { id: String(last?.id) });
    await hideRecord(portal, admin, { id: String(first.records[0]?.id) });
    await add(portal, "Aaron before all");
    await add(portal, "Person Zz after all");
    const moved = added.at(-1);
    if (moved) {
      const renamed = { ...moved, name: "Aardvark moved to the front" };
      await updateRecord(portal, admin, { id: moved.id }, { particulars: renamed, images: {} });
    }
    const rest = await everyPage(portal, { limit: 10, cursor: first.next ?? expect.fail("one page") });
    const seen = [...first.records, ...rest].map(({ name }) => name);
    expect(new Set(seen).size).toBe(seen.length);
    const untouched = added.filter(({ id }) => id !== moved?.id).map(({ name }) => name);
    expect(seen).toEqual(expect.arrayContaining(untouched));
    expect(seen).toContain("Person Zz after all");
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("the list of records", () => {
  const test = testOn("sqlite");

  test("accepts a cursor only for its own order, and no invented cursor", async ({ portal }) => {
    for (const name of ["Aysha Khatun", "Bilkis Begum"]) await add(portal, name);
    const { next } = await listRecords(portal, admin, { limit: 1 });
    expect(next).not.toContain("aysha");
    expect(await namesOf(portal, { limit: 1, cursor: String(next) })).toEqual(["Bilkis Begum"]);
    for (const cursor of ["", "x", String(next).slice(1), Buffer.from('{"key":"a"}').toString("base64url")]) {
      await expect(namesOf(portal, { cursor })).rejects.toMatchObject({
        id: "invalid",
        fields: { cursor: expect.any(String) },
      });
    }
    await expect(namesOf(portal, { cursor: String(next), sort: "added" })).rejects.toMatchObject({ id: "invalid" });
  });
});
