import { sql } from "kysely";
import { beforeAll, describe, expect } from "vitest";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { foldName } from "#core/records/names.ts";
import { type RecordListQuestion, countRecords, listRecords } from "#operations/records/list-records.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import type { Portal } from "#operations/portal.ts";
import { hideRecord, deleteRecord } from "#operations/records/change-record.ts";
import { fillDatabase } from "../../bench/support/fill-database.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import {
  everyState,
  type ListPosition,
  listRecordRows,
  listSorts,
  type ListQuestion,
  searched,
  walk,
} from "#storage/database/record-list/record-list.ts";
import { admin, moderator, otherModerator, student } from "../support/accounts/people.ts";
import { addTestRecord } from "../support/records.ts";
import { engines, sharedPortal, testOn } from "../support/portals.ts";

const add = (portal: Portal, name: string, actor = admin) => addTestRecord(portal, actor, { name });

const namesOf = async (portal: Portal, question: RecordListQuestion, actor = admin) =>
  (await listRecords(portal, actor, question)).records.map(({ name }) => name);

async function everyPage(portal: Portal, question: RecordListQuestion): Promise<CandidateRecord[]> {
  const all: CandidateRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await listRecords(portal, admin, { ...question, cursor });
    all.push(...page.records);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return all;
}

describe.each(engines)("the staff list on %s", (engine) => {
  const test = testOn(engine);
  describe("over 2,000 invented people", () => {
    let portal: OpenPortal;
    let everyone: CandidateRecord[];

    beforeAll(async () => {
      portal = await sharedPortal(engine);
      await fillDatabase(portal, 2000);
      everyone = await everyPage(portal, { limit: 500 });
    });

    test("is everyone, by name, once", () => {
      expect(everyone).toHaveLength(2000);
      expect(new Set(everyone.map(({ id }) => id)).size).toBe(2000);
      const folded = everyone.map(({ name }) => Buffer.from(foldName(name)));
      expect(folded).toEqual(folded.toSorted((a, b) => Buffer.compare(a, b)));
    });

    const terms = [
      "",
      "md",
      "ra",
      "md.",
      "rahman",
      "ahm",
      "dilruba",
      "মোঃ",
      "রহ",
      "ম",
      "qwertz",
      '"',
      "%",
      "_",
      "a:w",
      "'",
    ];
    const states: RecordListQuestion[] = [
      {},
      { status: "denied" },
      { hidden: true },
      { status: "approved", hidden: false },
    ];

    test.each(terms)("searched for %j finds who has it, in every order and state", async (search) => {
      const term = foldName(search);
      const has = ({ name }: CandidateRecord) =>
        [...term].length < 3 ? foldName(name).startsWith(term) : foldName(name).includes(term);
      for (const sort of listSorts) {
        for (const state of states) {
          const wanted = everyone.filter(
            (record) =>
              has(record) &&
              (state.status === undefined || (record.approval === "approved") === (state.status === "approved")) &&
              (state.hidden === undefined || record.hidden === state.hidden),
          );
          const found = await everyPage(portal, { search, sort, limit: 300, ...state });
          expect(found.map(({ id }) => id).toSorted()).toEqual(wanted.map(({ id }) => id).toSorted());
          const keys = found.map(({ addedAt, changedAt }) => (sort === "added" ? addedAt : changedAt));
          if (sort !== "name") expect(keys).toEqual(keys.toSorted((a, b) => b - a));
        }
        const { count, isMore } = await countRecords(portal, admin, { search });
        const total = everyone.filter(has).length;
        expect({ count, isMore }).toEqual({ count: Math.min(total, 1000), isMore: total > 1000 });
      }
    });

    test("is the same however short the walk along the index is, from any place on", async () => {
      const question = { registry: portal.registry, ...everyState, addedBy: null, limit: 40 };
      for (const search of ["rahman", "md.", "ahm", "মোঃ", "ra", "dilruba"]) {
        for (const sort of listSorts) {
          const page = (budget: number, after: ListPosition | null) =>
            listRecordRows(portal.database, { ...question, search, sort, after }, budget);
          const [first] = await page(1_000_000, null);
          if (!first) expect.fail(`nobody has ${search} in the name`);
          for (const after of [null, { key: first.sort_key, seq: first.seq }]) {
            const wanted = (await page(1_000_000, after)).map(({ id }) => id);
            for (const budget of [1, 5, 50, 300]) {
              expect(
                (await page(budget, after)).map(({ id }) => id),
                `${search}, ${sort}, ${budget}`,
              ).toEqual(wanted);
            }
          }
        }
      }
    });

    test("finds a whole number, passport or IRCC, however it is typed", async () => {
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

    test("reads no whole table, whatever is asked", async () => {
      const question: ListQuestion = {
        registry: portal.registry,
        ...everyState,
        addedBy: null,
        search: "rahman",
        sort: "name",
        after: null,
        limit: 50,
        isCount: false,
      };
      for (const sort of [...listSorts, "oldest"] as const) {
        const place = { key: sort === "name" ? "m" : 1, seq: 1 };
        for (const [after, until] of [
          [null, null],
          [place, null],
          [null, place],
          [place, place],
        ] as const) {
          for (const search of ["", "rahman", "ra"]) {
            const asked = { ...question, sort, after, until, search };
            const selects = [walk(engine, asked, 20_000), ...(search === "" ? [] : [searched(engine, asked)])];
            for (const select of selects) {
              const plan = await planOf(portal, select);
              expect(plan).not.toMatch(
                /Seq Scan on candidate|SCAN candidate(?! USING (COVERING )?INDEX| VIRTUAL)\b(?!_names)/,
              );
            }
          }
        }
      }
    });
  });

  test("pages stay whole while rows change between them", async ({ portal }) => {
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
    const rest = await everyPageAfter(portal, first.next);
    const seen = [...first.records, ...rest].map(({ name }) => name);
    expect(new Set(seen).size).toBe(seen.length);
    const untouched = added.filter(({ id }) => id !== moved?.id).map(({ name }) => name);
    expect(seen).toEqual(expect.arrayContaining(untouched));
    expect(seen).toContain("Person Zz after all");
  });

  test("a cursor works for its own order only, and nobody can make one up", async ({ portal }) => {
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

  test("moderators see what they added, whatever its state; students nothing", async ({ portal }) => {
    await add(portal, "Of Moderator One", moderator);
    await add(portal, "Of Moderator Two", otherModerator);
    await add(portal, "Of Admin");
    expect(await namesOf(portal, {}, moderator)).toEqual(["Of Moderator One"]);
    expect(await namesOf(portal, { search: "of mod" }, moderator)).toEqual(["Of Moderator One"]);
    expect(await namesOf(portal, { search: "admin" }, moderator)).toEqual([]);
    expect(await namesOf(portal, {})).toHaveLength(3);
    await expect(namesOf(portal, {}, student)).rejects.toMatchObject({ id: "not-allowed" });
  });
});

async function everyPageAfter(portal: Portal, cursor: string | null): Promise<CandidateRecord[]> {
  if (cursor === null) return [];
  const page = await listRecords(portal, admin, { limit: 10, cursor });
  return [...page.records, ...(await everyPageAfter(portal, page.next))];
}

/** The engine's plan. PostgreSQL would read so few rows one by one, so the plan is what it does when it must not. */
async function planOf({ database }: Portal, select: ReturnType<typeof walk>): Promise<string> {
  const rows = await database.write(async (writer) => {
    if (database.engine === "postgres") await sql`set local enable_seqscan = off`.execute(writer);
    const explain = database.engine === "sqlite" ? sql`explain query plan ${select}` : sql`explain ${select}`;
    return (await explain.execute(writer)).rows;
  });
  return rows.map((row) => Object.values(row as object).join(" ")).join("\n");
}
