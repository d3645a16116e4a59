import { type RawBuilder, sql } from "kysely";
import { recordColumns, type RecordRow, type RecordState } from "./records.ts";
import type { Database, Engine } from "../database.ts";
import { countFound } from "../rows.ts";
import {
  addedInTime,
  hasHolder,
  isNarrow,
  type ListFilter,
  matchedColumns,
  matches,
  meets,
  nameNarrowing,
  nameNarrowings,
  type Narrowing,
  narrowingsOf,
  inSideTables,
} from "./list-filter.ts";
import { nameParts } from "./name-search.ts";

export const listSorts = ["name", "added", "changed"] as const;
export type ListSort = (typeof listSorts)[number];

/** Where a page ended: the sort key of its last row, and the row. */
export type ListPosition = { key: string | number; seq: number };

export type ListQuestion = ListFilter & {
  sort: ListSort;
  /** True to read from the end of the list to its beginning. */
  isBackwards?: boolean;
  after: ListPosition | null;
  /** Rows after this position are left out. */
  until?: ListPosition | null;
  /** How many rows the page has, at most. */
  limit: number;
  /** How many of all matching rows are counted, at most. */
  countTo: number;
};
type ListedRow = RecordRow & { sort_key: string | number };
type Listed = { rows: ListedRow[]; count: number };

/** How many rows a walk along an index may visit, in about 5 ms. After that the records are searched for instead. */
const walkBudgets: Record<Engine, number> = { sqlite: 20_000, postgres: 8000 };

/** All rows of a narrowing with fewer rows than this are read, without a walk. PostgreSQL reads wide rows for some. */
const smallBelow: Record<Engine, number> = { sqlite: 12_000, postgres: 5000 };

/** So many rows of another table are enough to count a thousand records, unless other conditions exclude most of them. */
const partOfSideTable = 3000;

const ascending = { way: sql`asc`, beyond: sql`>`, before: sql`<`, sign: 1 };
const descending = { way: sql`desc`, beyond: sql`<`, before: sql`>`, sign: -1 };

const sortColumns = {
  name: { column: sql.ref("name_folded"), forwards: ascending, backwards: descending },
  added: { column: sql.ref("added_at"), forwards: descending, backwards: ascending },
  changed: { column: sql.ref("changed_at"), forwards: descending, backwards: ascending },
};

const orderOf = ({ sort, isBackwards = false }: Pick<ListQuestion, "sort" | "isBackwards">) =>
  sortColumns[sort][isBackwards ? "backwards" : "forwards"];

type Page = Omit<ListQuestion, "countTo">;

/** Returns one page of the staff list. */
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
export async function listAndCountRows(
  database: Database,
  question: ListQuestion,
  budget: number = walkBudgets[database.engine],
): Promise<Listed> {
  const { limit, countTo } = question;
  const few = Math.min(smallBelow[database.engine], budget);
  const { size, narrowings } = await narrowestOf(database, question, few);
  if (size === 0) return { rows: [], count: 0 };
  if (size < few) return searchBy(database, question, narrowings);
  const walkBudget = isFarAway(question) ? budget * 40 : budget;
  const walkedRows =
    (await pageByWalks(database, question, walkBudget)) ?? (await namesInParts(database, question, budget));
  // To find names costs most, so they are not found twice.
  if (!walkedRows && question.search !== "") return searchBy(database, question, narrowings);
  const rows = walkedRows ?? (await searchBy(database, { ...question, countTo: 0 }, narrowings)).rows;
  if (rows.length < limit && !question.after) return { rows, count: Math.min(rows.length, countTo) };
  // To find all rows of another table takes long, and some of them are mostly enough.
  const part = inSideTables(database.engine, question, partOfSideTable).slice(0, 1);
  const count = await countIn(database, question, part);
  return { rows, count: count < countTo ? await countIn(database, question, narrowings) : count };
}

const countIn = async ({ engine, read }: Database, question: ListQuestion, narrowings: readonly Narrowing[]) =>
  narrowings.length === 0 ? 0 : countFound(read, matching(engine, { ...question, limit: 0 }, narrowings));

/** True if the matches stand together far from the beginning: most records are changed soon after they are added. */
const isFarAway = ({ sort, addedFrom, addedBefore }: ListQuestion) =>
  sort === "changed" && addedFrom === null && addedBefore !== null;

/** The narrowings by which the fewest rows are found, and how many these are, up to the limit. */
async function narrowestOf(database: Database, question: ListQuestion, limit: number) {
  const { engine, read } = database;
  const byName = nameNarrowings(engine, question);
  const ways = (await narrowingsOf(database, question)).map((narrowing) => [narrowing]);
  const [first = []] = ways;
  if (isNarrow(question)) return { size: 1, narrowings: first };
  if (!mayVisitNonMatching(question)) return { size: limit, narrowings: first };
  // PostgreSQL cannot stop early when it counts names.
  const sized = engine === "sqlite" && byName.length > 0 ? [...ways, byName] : ways;
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
  return { size: limit, narrowings: byName.length > 0 ? byName : first };
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
        select seq, sort_key from matching where true ${betweenPositions(question, sql`sort_key`)}
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
  const selects = narrowings.map(
    (narrowing) => sql`
      select seq, ${sortColumns[question.sort].column} as sort_key
      from ${narrowing.found} and ${meets(engine, question, narrowing)}`,
  );
  return sql`${sql.join(selects, sql` union all `)} ${question.limit === 0 ? sql`limit ${question.countTo}` : sql``}`;
}

/** In the order of names, names that begin with the same word are adjacent, so a walk begins there. */
async function namesInParts(database: Database, question: ListQuestion, budget: number): Promise<ListedRow[] | null> {
  if (question.search === "" || question.sort !== "name") return null;
  let page: ListedRow[] = [];
  for (const part of nameParts(question.search)) {
    const found =
      (part.isRest ? null : await pageByWalks(database, question, budget, part.beginning)) ??
      (await searchBy(database, { ...question, countTo: 0 }, [nameNarrowing(database.engine, question, part)])).rows;
    page = [...page, ...found].toSorted(inOrder(question)).slice(0, question.limit);
  }
  return page;
}

/** True if a walk may pass rows that do not match. */
const mayVisitNonMatching = ({
  search,
  addedBy,
  missing,
  lastDays,
  noticed,
  addedFrom,
  addedBefore,
  holder,
  sort,
}: ListQuestion): boolean =>
  search !== "" ||
  noticed ||
  addedBy !== null ||
  (missing ?? lastDays) !== null ||
  (sort === "name" && holder !== null) ||
  (sort !== "added" && (addedFrom ?? addedBefore) !== null);

/** Fills the page by a walk for each state; null if one used up its budget. A walk ends where the page ends so far. */
async function pageByWalks(
  database: Database,
  question: ListQuestion,
  budget: number,
  where = sql`true`,
): Promise<ListedRow[] | null> {
  const { limit } = question;
  if (limit === 0) return [];
  if (!mayVisitNonMatching(question)) return walked(database, question, budget);
  let page: ListedRow[] = [];
  for (const inState of stateByState(question)) {
    const last = page.at(limit - 1);
    const upToLast = { ...inState, until: last ? { key: last.sort_key, seq: last.seq } : null };
    const found = await walked(database, upToLast, budget, where);
    if (found.length < limit && (await isBudgetSpent(database, upToLast, budget, where))) return null;
    page = [...page, ...found].toSorted(inOrder(question)).slice(0, limit);
  }
  return page;
}

/** Splits the question by state, approved first: most records are approved and shown, and most walks end there. */
const stateByState = (question: ListQuestion): ListQuestion[] =>
  question.approvals
    .toSorted((one, other) => Number(other === "approved") - Number(one === "approved"))
    .flatMap((approval) => question.hidden.map((flag) => ({ ...question, approvals: [approval], hidden: [flag] })));

/** True if there are at least as many rows as a walk may visit. */
async function isBudgetSpent(
  { engine, read }: Database,
  question: ListQuestion,
  budget: number,
  where = sql`true`,
): Promise<boolean> {
  const visited = inEachState(
    question,
    (state) => sql`${alongIndex(engine, question, { state, where, limit: 1 })} offset ${budget - 1}`,
  );
  return (await countFound(read, sql`${visited} limit 1`)) > 0;
}

/** Compares like both engines: names by their bytes. */
const inOrder =
  (question: ListQuestion) =>
  (one: ListedRow, other: ListedRow): number => {
    const order = compareKeys(one.sort_key, other.sort_key) || one.seq - other.seq;
    return order * orderOf(question).sign;
  };

const compareKeys = (one: string | number, other: string | number): number =>
  typeof one === "string" ? Buffer.compare(Buffer.from(one), Buffer.from(String(other))) : one - Number(other);

/** A select of (seq, sort_key). */
type FoundSelect = RawBuilder<unknown>;

const listedColumns = sql.join(recordColumns.map((column) => sql.ref(`candidate.${column}`)));

async function walked({ engine, read }: Database, question: ListQuestion, budget: number, where = sql`true`) {
  const { way } = orderOf(question);
  const { rows } = await sql<ListedRow>`
    with found as materialized (
      ${walk(engine, question, budget, where)} order by sort_key ${way}, seq ${way} limit ${question.limit}
    )
    select ${listedColumns}, found.sort_key from found cross join candidate where candidate.seq = found.seq
    order by found.sort_key ${way}, found.seq ${way}`.execute(read);
  return rows;
}

/** Walks along the index of the wanted order, in each wanted state, up to the budget. */
export function walk(engine: Engine, question: ListQuestion, budget: number, where = sql`true`): FoundSelect {
  const { limit } = question;
  const passed = mayVisitNonMatching(question) ? budget : limit;
  return inEachState(question, (state) => {
    const rows = alongIndex(engine, question, { state, where, limit: passed });
    return sql`select seq, sort_key from (${rows}) as passed where ${matches(engine, question)} limit ${limit}`;
  });
}

// In a compound select, order and limit need a subselect.
const inEachState = ({ approvals, hidden }: ListQuestion, select: (state: RecordState) => FoundSelect): FoundSelect =>
  sql.join(
    approvals.flatMap((approval) =>
      hidden.map((flag) => sql`select seq, sort_key from (${select({ approval, hidden: flag })}) as one_state`),
    ),
    sql` union all `,
  );

type Walk = { state: RecordState; where: RawBuilder<unknown>; limit: number };

function alongIndex(engine: Engine, question: ListQuestion, { state, where, limit }: Walk): FoundSelect {
  const { sort } = question;
  const { column } = sortColumns[sort];
  const { way } = orderOf(question);
  return sql`
    select seq, ${column} as sort_key, ${matchedColumns} from ${recordAlong(engine, question)}
    where registry = ${question.registry} and approval = ${state.approval} and hidden = ${state.hidden}
      and ${hasHolder(question)} and ${where} and ${isWalkedTime(question)} ${betweenPositions(question, column)}
    order by ${column} ${way}, seq ${way} limit ${limit}`;
}

/** The part of an order by time in which all matches are: a record is changed when it is added, or later. */
const isWalkedTime = (question: ListQuestion) => {
  if (question.sort === "changed" && question.addedFrom !== null) return sql`changed_at >= ${question.addedFrom}`;
  return question.sort === "added" ? addedInTime(question) : sql`true`;
};

/** SQLite must be told which index to walk. PostgreSQL finds it by the order. */
const recordAlong = (engine: Engine, { sort, holder }: ListQuestion) => {
  const index = holder === null || sort === "name" ? `candidate_by_${sort}` : `candidate_by_holder_${sort}`;
  return engine === "sqlite" ? sql`candidate indexed by ${sql.ref(index)}` : sql`candidate`;
};

function betweenPositions(question: ListQuestion, key: RawBuilder<unknown>): RawBuilder<unknown> {
  const { after, until } = question;
  const { beyond, before } = orderOf(question);
  const isAfter = after ? sql`and (${key}, seq) ${beyond} (${after.key}, ${after.seq})` : sql``;
  const isBefore = until ? sql`and (${key}, seq) ${before} (${until.key}, ${until.seq})` : sql``;
  return sql`${isAfter} ${isBefore}`;
}
