import { type RawBuilder, sql } from "kysely";
import { recordColumns } from "./records.ts";
import type { RecordRow } from "./record-row.ts";
import type { Database, Engine } from "../database.ts";
import { changedWithin, lags } from "../tables/record-tables.ts";
import { countFound } from "../rows.ts";
import { foundAlong, ofRecord } from "./found-along.ts";
import {
  hasHolder,
  inOrderOfAdding,
  isNarrow,
  type ListFilter,
  matchedColumns,
  matches,
  meets,
  nameNarrowing,
  nameNarrowings,
  type Narrowing,
  narrowingsOf,
  inEverySideTable,
  inSideTables,
  isInSideTables,
  notShownAs,
  sidesToRead,
  withoutSideTables,
} from "./list-filter.ts";
import { nameParts, namesFrom } from "./name-search.ts";

export const listSorts = ["name", "added", "changed"] as const;
export type ListSort = (typeof listSorts)[number];

/** Where a page ended: the sort key of its last row, and the row. */
export type ListPosition = { key: string | number; seq: number };

export type ListQuestion = ListFilter & {
  sort: ListSort;
  /** True to read from the end of the list to its beginning. */
  isBackwards?: boolean;
  after: ListPosition | null;
  /** How many rows the page has, at most. */
  limit: number;
  /** How many of all matching rows are counted, at most. */
  countTo: number;
};
type ListedRow = RecordRow & { sort_key: string | number };
type Listed = { rows: ListedRow[]; count: number };

/** How many rows a walk along an index may visit, in about 5 ms. After that the records are searched for instead. */
const walkBudget = 20_000;

/** All rows of a narrowing with fewer rows than this are read, without a walk. PostgreSQL reads wide rows for some. */
const smallBelow: Record<Engine, number> = { sqlite: 12_000, postgres: 5000 };

/**
 * So many rows of another table are enough to count a thousand records, unless other conditions exclude many of them. Then
 * up to eight times as many are read, as long as the number that matched promises that these are enough.
 */
const partOfSideTable = 3000;

const ascending = { way: sql`asc`, beyond: sql`>`, sign: 1 };
const descending = { way: sql`desc`, beyond: sql`<`, sign: -1 };

const sortColumns = {
  name: { column: sql.ref("name_folded"), forwards: ascending, backwards: descending },
  added: { column: sql.ref("added_at"), forwards: descending, backwards: ascending },
  changed: { column: sql.ref("changed_at"), forwards: descending, backwards: ascending },
};

const orderOf = ({ sort, isBackwards = false }: Pick<ListQuestion, "sort" | "isBackwards">) =>
  sortColumns[sort][isBackwards ? "backwards" : "forwards"];

type Page = Omit<ListQuestion, "countTo">;

export const listRecordRows = async (database: Database, page: Page, budget?: number): Promise<ListedRow[]> =>
  (await listAndCountRows(database, { ...page, countTo: 0 }, budget)).rows;

/** Returns the number of rows that match, or `atMost` if there are more. */
export const countListed = async (database: Database, filter: ListFilter, atMost: number): Promise<number> =>
  (await listAndCountRows(database, { ...filter, sort: "added", after: null, limit: 0, countTo: atMost })).count;

/**
 * Returns one page of the staff list, and how many rows match on all pages.
 *
 * The query planners choose badly for a million names, so this code chooses the strategy. If few rows meet one of the
 * conditions, all of these are read, once for the page and the count. Otherwise a bounded walk along the index of the
 * wanted order fills the page, or all matching records are searched for. The count ends when it is high enough.
 */
export async function listAndCountRows(database: Database, asked: ListQuestion, budget = walkBudget): Promise<Listed> {
  const { limit, countTo } = asked;
  const few = Math.min(smallBelow[database.engine], budget);
  const { size, narrowings } = await narrowestOf(database, asked, few);
  if (size === 0) return { rows: [], count: 0 };
  if (size < few) return searchBy(database, asked, narrowings);
  const question = { ...asked, sidesToRead: await sidesToRead(database, asked) };
  // Few records with a name are also in another table: a walk seldom finds enough, and the count finds them all anyway.
  const isRare = question.search !== "" && question.sidesToRead.size > 0;
  const walkedRows =
    (await pageByWalk(database, question, isRare ? Math.ceil(budget / 4) : budget)) ??
    (isRare ? null : await namesInParts(database, question, budget));
  // To find names costs most, so they are not found twice.
  if (!walkedRows && question.search !== "") return searchBy(database, question, narrowings);
  const rows = walkedRows ?? (await searchBy(database, { ...question, countTo: 0 }, narrowings)).rows;
  if (rows.length < limit && !question.after) return { rows, count: Math.min(rows.length, countTo) };
  // To find all rows of another table takes long, and some of them are mostly enough.
  const countInPart = (part: number) =>
    countIn(database, question, inSideTables(database.engine, question, part).slice(0, 1));
  let count = await countInPart(partOfSideTable);
  const larger = Math.ceil((2 * partOfSideTable * countTo) / count);
  if (count < countTo && larger <= 8 * partOfSideTable) count = await countInPart(larger);
  return { rows, count: count < countTo ? await countIn(database, question, narrowings) : count };
}

const countIn = async ({ engine, read }: Database, question: ListQuestion, narrowings: readonly Narrowing[]) =>
  narrowings.length === 0 ? 0 : countFound(read, matching(engine, { ...question, limit: 0 }, narrowings));

/** Returns the records that wait for approval before or after a place, the nearest first. */
export async function waitingRows(
  { database: { engine, read }, registry }: { database: Database; registry: string },
  from: Pick<RecordRow, "added_at" | "seq"> | null,
  way: "before" | "after",
  limit: number,
): Promise<RecordRow[]> {
  const { beyond, way: order } = way === "after" ? ascending : descending;
  const isBeyond = from ? sql`and (added_at, seq) ${beyond} (${from.added_at}, ${from.seq})` : sql``;
  const { rows } = await sql<RecordRow>`
    with found as materialized (
      select seq as at from ${notShownAs(engine, registry, "waiting")} ${isBeyond}
      order by added_at ${order}, seq ${order} limit ${limit}
    )
    select ${listedColumns} from found cross join candidate where candidate.seq = found.at
    order by added_at ${order}, seq ${order}`.execute(read);
  return rows;
}

/** The narrowings by which the fewest rows are found, and how many these are, up to the limit. */
async function narrowestOf(database: Database, question: ListQuestion, limit: number) {
  const { engine, read } = database;
  const byName = nameNarrowings(engine, question);
  const ways = (await narrowingsOf(database, question)).map((narrowing) => [narrowing]);
  const [first = [inOrderOfAdding(engine, question)]] = ways;
  if (isNarrow(question)) return { size: 1, narrowings: first };
  // PostgreSQL cannot stop early when it counts names.
  const sized = engine === "sqlite" && byName.length > 0 ? [...ways, byName] : ways;
  const unsized = byName.length > 0 ? byName : first;
  if (sized.length === 0) return { size: limit, narrowings: unsized };
  const sizes = sized.map((way, at) => {
    const rows = way.map(
      ({ found, rows: few = found }) => sql`select * from (select 1 from ${few} limit ${limit}) as few`,
    );
    return sql`select ${sql.lit(at)} as at, count(*) as size from (${sql.join(rows, sql` union all `)}) as sized`;
  });
  const { rows } = await sql<{ at: number; size: number }>`
    ${sql.join(sizes, sql` union all `)} order by size, at limit 1`.execute(read);
  const least = rows.find(({ size }) => size < limit);
  if (least) return { size: least.size, narrowings: sized[least.at] ?? [] };
  return commonOf(database, question, limit, unsized);
}

/** Of many rows in each of several other tables, few may be in all of them. */
async function commonOf(
  { engine, read }: Database,
  question: ListQuestion,
  limit: number,
  otherwise: readonly Narrowing[],
) {
  const every = inEverySideTable(engine, question);
  const narrowings = every && question.search === "" ? [every] : otherwise;
  // PostgreSQL cannot stop early when it compares tables.
  if (!every?.rows || engine === "postgres") return { size: limit, narrowings };
  const size = await countFound(read, sql`select 1 from ${every.rows} limit ${limit}`);
  return { size, narrowings: size < limit ? [every] : narrowings };
}

/** Finds all records of the narrowings that match, and of these the page and the count. */
async function searchBy({ engine, read }: Database, question: ListQuestion, narrowings: readonly Narrowing[]) {
  const { limit, countTo } = question;
  const { way } = orderOf(question);
  // If the page alone is wanted, SQLite needs no copy of all that match. PostgreSQL would walk along the order without it.
  const once = engine === "sqlite" && countTo === 0 ? sql`` : sql`materialized`;
  const counted =
    countTo === 0 ? sql`select 0` : sql`select count(*) from (select 1 from matching limit ${countTo}) as few`;
  const { rows } = await sql<{ matches: number } & (ListedRow | { seq: null })>`
    with matching as ${once} (${matching(engine, question, narrowings)}),
      page as (
        select seq, sort_key from matching where true ${isAfter(question, sql`sort_key`)}
        order by sort_key ${way}, seq ${way} limit ${limit}
      )
    select ${listedColumns}, page.sort_key, counted.matches
    from (select (${counted}) as matches) as counted
      left join page on true left join candidate on candidate.seq = page.seq
    order by page.sort_key ${way}, page.seq ${way}`.execute(read);
  return { rows: rows.filter((row) => row.seq !== null), count: rows[0]?.matches ?? 0 };
}

/** Selects (seq, sort_key) of all records that match. A count alone needs no more than it counts to. */
export function matching(engine: Engine, question: ListQuestion, narrowings: readonly Narrowing[]): FoundSelect {
  const found = narrowings.flatMap(({ tables = [] }) => tables);
  const isLeft = [...(question.sidesToRead?.keys() ?? [])].some((name) => !found.includes(name));
  const select = isLeft ? foundThenInSides : foundAtOnce;
  return sql`${select(engine, question, narrowings)} ${question.limit === 0 ? sql`limit ${question.countTo}` : sql``}`;
}

const foundAtOnce = (engine: Engine, question: ListQuestion, narrowings: readonly Narrowing[]) =>
  sql.join(
    narrowings.map(
      (narrowing) => sql`
        select seq, ${sortKey(question, narrowing)} as sort_key
        from ${narrowing.found} and ${meets(engine, question, narrowing)}`,
    ),
    sql` union all `,
  );

/** Finds the records that meet all other conditions first: their number says how those on other tables are best checked. */
function foundThenInSides(engine: Engine, question: ListQuestion, narrowings: readonly Narrowing[]) {
  const selects = narrowings.map(
    (narrowing) => sql`
      select seq, name_folded, added_at from ${narrowing.found} and ${meets(engine, withoutSideTables(question), narrowing)}`,
  );
  return sql`
    with found as materialized (${sql.join(selects, sql` union all `)})
    select seq, ${sortKey(question, { isBrief: true })} as sort_key from found as candidate
    where ${isInSideTables(question, { except: narrowings[0]?.tables, found: sql`found` })}`;
}

/** A count needs no key. The narrow table has no `changed_at`. */
function sortKey({ sort, limit }: ListQuestion, { isBrief = false }: Pick<Narrowing, "isBrief">): RawBuilder<unknown> {
  if (limit === 0) return sql`0`;
  if (sort !== "changed" || !isBrief) return sortColumns[sort].column;
  return ofRecord("changed_at");
}

/** In the order of names, names that begin with the same word are adjacent, so a walk begins there. Null if one used up its budget. */
async function namesInParts(database: Database, question: ListQuestion, budget: number): Promise<ListedRow[] | null> {
  if (question.search === "" || question.sort !== "name") return null;
  let page: ListedRow[] = [];
  for (const part of nameParts(question.search)) {
    const found = part.isRest
      ? (await searchBy(database, { ...question, countTo: 0 }, [nameNarrowing(database.engine, question, part)])).rows
      : await pageByWalk(database, question, budget, part.start);
    if (!found) return null;
    page = [...page, ...found].toSorted(inOrder(question)).slice(0, question.limit);
  }
  return page;
}

/** Fills the page by a walk along the index of its order; null if the walk used up its budget. */
async function pageByWalk(
  database: Database,
  question: ListQuestion,
  budget: number,
  start = "",
): Promise<ListedRow[] | null> {
  const { limit } = question;
  if (limit === 0) return [];
  const rows = await walked(database, question, budget, start);
  const last = rows.at(limit - 1);
  if (last && legsOf(question).length === 1) return rows;
  // A leg that used up its budget may lack rows that come before the last one of the page.
  const upTo = last ? positionOf(last) : null;
  return (await isBudgetSpent(database, question, budget, { start, upTo })) ? null : rows;
}

/** True if a leg has at least as many rows as a walk may visit. */
async function isBudgetSpent(
  { engine, read }: Database,
  question: ListQuestion,
  budget: number,
  { start, upTo }: { start: string; upTo: ListPosition | null },
): Promise<boolean> {
  const visited = legsOf(question, start).map(
    (leg) =>
      sql`select 1 from (${alongIndex(engine, question, { ...leg, upTo, limit: 1 })} offset ${budget - 1}) as leg`,
  );
  return (await countFound(read, sql.join(visited, sql` union all `))) > 0;
}

const inOrder =
  (question: ListQuestion) =>
  (one: ListedRow, other: ListedRow): number =>
    comparePositions(positionOf(one), positionOf(other)) * orderOf(question).sign;

const positionOf = ({ sort_key: key, seq }: ListedRow): ListPosition => ({ key, seq });

/** Compares like both engines: names by their bytes. */
const comparePositions = (one: ListPosition, other: ListPosition): number =>
  compareKeys(one.key, other.key) || one.seq - other.seq;

const compareKeys = (one: string | number, other: string | number): number =>
  typeof one === "string" ? Buffer.compare(Buffer.from(one), Buffer.from(String(other))) : one - Number(other);

/** A select of (seq, sort_key). */
type FoundSelect = RawBuilder<unknown>;

const listedColumns = sql.join(recordColumns.map((column) => sql.ref(`candidate.${column}`)));

async function walked({ engine, read }: Database, question: ListQuestion, budget: number, start: string) {
  const { way } = orderOf(question);
  const { rows } = await sql<ListedRow>`
    with found as materialized (
      ${walk(engine, question, budget, start)} order by sort_key ${way}, seq ${way} limit ${question.limit}
    )
    select ${listedColumns}, found.sort_key from found cross join candidate where candidate.seq = found.seq
    order by found.sort_key ${way}, found.seq ${way}`.execute(read);
  return rows;
}

/** Walks along the index of the wanted order, up to the budget; in the order of names, along those that begin with `start`. */
export function walk(engine: Engine, question: ListQuestion, budget: number, start = ""): FoundSelect {
  const found = legsOf(question, start).map((leg) => {
    const rows = alongIndex(engine, question, { ...leg, limit: budget });
    // In a compound select, a limit needs a subselect.
    return sql`select seq, sort_key from (
      select seq, sort_key from (${rows}) as passed where ${matches(engine, question)} limit ${question.limit}
    ) as leg`;
  });
  return sql.join(found, sql` union all `);
}

type Key = ListPosition["key"];

/** A part of an index in the wanted order: the rows whose key is at least `from` and below `before`. */
type Leg = { index: string; within: RawBuilder<unknown>; from?: Key | null; before?: Key | null };

const day = 86_400_000;

/** The parts of the index in which all matches are. No record is changed before it is added. */
function legsOf({ sort, holder, addedFrom, addedBefore }: ListQuestion, start = ""): Leg[] {
  if (sort === "name") return [{ index: "candidate_by_name", within: sql`true`, ...namesFrom(start) }];
  const index = holder === null ? `candidate_by_${sort}` : `candidate_by_holder_${sort}`;
  const within = hasHolder({ holder });
  if (sort === "added" || addedBefore === null) return [{ index, within, from: addedFrom, before: addedBefore }];
  // A walk from the newest change would pass all that were added since. The lag says how late a record may be changed.
  const dayAfter = addedBefore + day;
  return [
    { index, within, from: addedFrom, before: dayAfter },
    ...lags.map((lag) => ({
      index: "candidate_changed_late",
      within: sql`${within} and changed_at > added_at + ${sql.lit(day)} and ${sql.raw(changedWithin)} = ${sql.lit(lag)}`,
      from: dayAfter,
      before: addedBefore + lag * day,
    })),
  ];
}

type Walk = Leg & { upTo?: ListPosition | null; limit: number };

function alongIndex(engine: Engine, question: ListQuestion, { index, within, limit, ...ends }: Walk): FoundSelect {
  const { column } = sortColumns[question.sort];
  const { way } = orderOf(question);
  return sql`
    select seq, ${column} as sort_key, ${matchedColumns(question)} from ${foundAlong(engine, index)}
    where registry = ${question.registry} and ${within} and ${isBetween(question, ends)}
    order by ${column} ${way}, seq ${way} limit ${limit}`;
}

/** Each end has one condition: of two, the engines may begin at the wider one, and pass all rows up to the other. */
function isBetween(question: ListQuestion, { from, before, upTo = null }: Pick<Walk, "from" | "before" | "upTo">) {
  const { column } = sortColumns[question.sort];
  const isForwards = orderOf(question).sign > 0;
  const [first, last] = isForwards ? [question.after, upTo] : [upTo, question.after];
  const [low] = inRisingOrder(edgeAt(from), first).toReversed();
  const [high] = inRisingOrder(edgeAt(before), last);
  const isAbove =
    low?.seq === 0 ? sql`${column} >= ${low.key}` : low && sql`(${column}, seq) > (${low.key}, ${low.seq})`;
  const isBelow =
    high?.seq === 0 ? sql`${column} < ${high.key}` : high && sql`(${column}, seq) < (${high.key}, ${high.seq})`;
  return sql.join([isAbove ?? sql`true`, isBelow ?? sql`true`], sql` and `);
}

/** The position before all rows with this key: the first row is 1. */
const edgeAt = (key: Key | null = null): ListPosition | null => (key === null ? null : { key, seq: 0 });

const inRisingOrder = (...positions: (ListPosition | null)[]): ListPosition[] =>
  positions.filter((position) => position !== null).toSorted(comparePositions);

function isAfter(question: ListQuestion, key: RawBuilder<unknown>): RawBuilder<unknown> {
  const { after } = question;
  return after ? sql`and (${key}, seq) ${orderOf(question).beyond} (${after.key}, ${after.seq})` : sql``;
}
