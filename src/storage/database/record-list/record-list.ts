import { type RawBuilder, sql } from "kysely";
import { type Approval, approvals as everyApproval } from "#core/records/candidate-record.ts";
import { recordColumns, type RecordRow } from "../records.ts";
import type { Database, Engine } from "../database.ts";
import { isPrefixOnly, nameBegins, nameMatches, rowsWithTermFurtherOn } from "./name-search.ts";

export const listSorts = ["name", "added", "changed"] as const;
export type ListSort = (typeof listSorts)[number];

/** Where a page ended: the sort key of its last row, and the row. */
export type ListPosition = { key: string | number; seq: number };

export type ListFilter = {
  registry: string;
  approvals: readonly Approval[];
  hidden: readonly (0 | 1)[];
  addedBy: string | null;
  /** A folded part of the name, or "" for every name. Under three letters it is where the name begins. */
  search: string;
};

export type ListQuestion = ListFilter & {
  sort: SortOrder;
  after: ListPosition | null;
  /** Rows behind it are not wanted. */
  until?: ListPosition | null;
  limit: number;
  isCount: boolean;
};
type ListedRow = RecordRow & { sort_key: string | number };

export const everyState = { approvals: everyApproval, hidden: [0, 1] } as const;

/** How many rows a walk along an index may visit, in about 5 ms, before the name is searched for instead. */
const walkBudgets: Record<Engine, number> = { sqlite: 20_000, postgres: 8000 };

const ascending = { way: sql`asc`, beyond: sql`>`, before: sql`<`, sign: 1 };
const descending = { way: sql`desc`, beyond: sql`<`, before: sql`>`, sign: -1 };

const sortOrders = {
  name: { column: sql.ref("name_folded"), index: "candidate_by_name", ...ascending },
  added: { column: sql.ref("added_at"), index: "candidate_by_added", ...descending },
  changed: { column: sql.ref("changed_at"), index: "candidate_by_changed", ...descending },
  /** The order in which records are approved. */
  oldest: { column: sql.ref("added_at"), index: "candidate_by_added", ...ascending },
};

type SortOrder = keyof typeof sortOrders;

/**
 * One page of the staff list.
 *
 * The query planners choose badly for a million names, so the strategy is ours. A walk along the index of the wanted order finds
 * common terms soon. Only when a bounded walk does not fill the page, all records with the name are searched: they are few then.
 */
export async function listRecordRows(
  database: Database,
  page: Omit<ListQuestion, "isCount">,
  budget: number = walkBudgets[database.engine],
): Promise<ListedRow[]> {
  const { engine } = database;
  const question = { ...page, isCount: false };
  if (question.addedBy !== null) return rowsOf(database, question, ownRows(engine, question));
  if (question.search === "") return rowsOf(database, question, walk(engine, question, budget));
  return (await pageByWalks(database, question, budget)) ?? rowsOf(database, question, searched(engine, question));
}

/** The page by one walk for each state, or null if a walk ended at its budget. A walk ends where the page does so far. */
async function pageByWalks(database: Database, question: ListQuestion, budget: number): Promise<ListedRow[] | null> {
  const { limit } = question;
  let page: ListedRow[] = [];
  for (const inState of stateByState(question)) {
    const last = page.at(limit - 1);
    const asked = { ...inState, until: last ? { key: last.sort_key, seq: last.seq } : null };
    const found = await rowsOf(database, asked, walk(database.engine, asked, budget));
    if (found.length < limit && (await isBudgetSpent(database, asked, budget))) return null;
    page = [...page, ...found].toSorted(inOrder(question)).slice(0, limit);
  }
  return page;
}

/** The same question for each state alone. Most records are approved and shown, and most walks end with these. */
const stateByState = (question: ListQuestion): ListQuestion[] =>
  question.approvals
    .toSorted((one, other) => Number(other === "approved") - Number(one === "approved"))
    .flatMap((approval) => question.hidden.map((flag) => ({ ...question, approvals: [approval], hidden: [flag] })));

/** Whether there are as many rows as a walk may visit. */
async function isBudgetSpent(database: Database, question: ListQuestion, budget: number): Promise<boolean> {
  const visited = inEachState(question, (state) => {
    const rows = alongIndex(database.engine, question, { along: question.sort, state, where: sql`true`, limit: 1 });
    return sql`${rows} offset ${budget - 1}`;
  });
  return (await countOf(database, merged(visited, { ...question, limit: 1 }))) > 0;
}

/** As both engines compare: names by their bytes. */
const inOrder =
  ({ sort }: ListQuestion) =>
  (one: ListedRow, other: ListedRow): number => {
    const order = compareKeys(one.sort_key, other.sort_key) || one.seq - other.seq;
    return order * sortOrders[sort].sign;
  };

const compareKeys = (one: string | number, other: string | number): number =>
  typeof one === "string" ? Buffer.compare(Buffer.from(one), Buffer.from(String(other))) : one - Number(other);

/** How many rows match, or `atMost` when there are more. */
export async function countListed(database: Database, filter: ListFilter, atMost: number): Promise<number> {
  // Names are spread evenly over time, so a walk finds enough rows of a common one soon.
  const question: ListQuestion = { ...filter, sort: "added", after: null, limit: atMost, isCount: true };
  const { engine } = database;
  if (filter.addedBy !== null) return countOf(database, ownRows(engine, question));
  const budget = walkBudgets[engine];
  let count = 0;
  for (const inState of stateByState(question)) {
    count += await countOf(database, walk(engine, { ...inState, limit: atMost - count }, budget));
    if (count >= atMost) return count;
    const isCut = filter.search !== "" && (await isBudgetSpent(database, inState, budget));
    if (isCut) return countOf(database, searched(engine, question));
  }
  return count;
}

/** A select of (seq, sort_key), in order, no longer than the limit. */
type Found = RawBuilder<unknown>;

async function rowsOf({ read }: Database, { sort }: ListQuestion, found: Found): Promise<ListedRow[]> {
  const columns = sql.join(recordColumns.map((column) => sql.ref(`candidate.${column}`)));
  const { way } = sortOrders[sort];
  const { rows } = await sql<ListedRow>`
    with found as materialized (${found})
    select ${columns}, found.sort_key from found cross join candidate where candidate.seq = found.seq
    order by found.sort_key ${way}, found.seq ${way}`.execute(read);
  return rows;
}

async function countOf({ read }: Database, found: Found): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from (${found}) as found`.execute(read);
  return Number(rows[0]?.total);
}

/** Several selects as one, cut to the limit. Counting needs no order. */
function merged(selects: readonly Found[], { sort, limit, isCount }: ListQuestion): Found {
  const { way } = sortOrders[sort];
  return sql`
    select seq, sort_key from (${sql.join(selects, sql` union all `)}) as selects
    ${isCount ? sql`` : sql`order by sort_key ${way}, seq ${way}`} limit ${limit}`;
}

/** Walks along the index of the wanted order, in each wanted state, up to the budget. */
export function walk(engine: Engine, question: ListQuestion, budget: number): Found {
  const { search, sort, limit } = question;
  const passed = search === "" ? limit : budget;
  const walks = inEachState(question, (state) => {
    const rows = alongIndex(engine, question, { along: sort, state, where: sql`true`, limit: passed });
    return sql`select seq, sort_key from (${rows}) as passed where ${nameMatches(engine, search)} limit ${limit}`;
  });
  return merged(walks, question);
}

/** All records whose name contains the term: at its beginning, or further on. */
export function searched(engine: Engine, question: ListQuestion): Found {
  const { search, sort } = question;
  const where = nameBegins(search);
  // Ordered by name, the first that begin with the term are enough. Another order needs all of them.
  const limit = sort === "name" ? question.limit : null;
  const beginning = inEachState(question, (state) =>
    alongIndex(engine, question, { along: "name", state, where, limit }),
  );
  return merged(isPrefixOnly(search) ? beginning : [...beginning, further(engine, question)], question);
}

type State = { approval: Approval; hidden: 0 | 1 };

// In a compound select, order and limit need a subselect.
const inEachState = ({ approvals, hidden }: ListQuestion, select: (state: State) => Found): Found[] =>
  approvals.flatMap((approval) =>
    hidden.map((flag) => sql`select seq, sort_key from (${select({ approval, hidden: flag })}) as one_state`),
  );

type Walk = { along: SortOrder; state: State; where: RawBuilder<unknown>; limit: number | null };

function alongIndex(engine: Engine, question: ListQuestion, { along, state, where, limit }: Walk): Found {
  const { column, way } = sortOrders[along];
  const { column: sortKey } = sortOrders[question.sort];
  return sql`
    select seq, ${sortKey} as sort_key, name_folded from ${recordAlong(engine, along)}
    where registry = ${question.registry} and approval = ${state.approval} and hidden = ${state.hidden}
      and ${where} ${betweenPositions(question)}
    ${limit === null ? sql`` : sql`order by ${column} ${way}, seq ${way} limit ${limit}`}`;
}

/** SQLite is told which index to walk. PostgreSQL finds it by the order. */
const recordAlong = (engine: Engine, sort: SortOrder) =>
  engine === "sqlite" ? sql`candidate indexed by ${sql.ref(sortOrders[sort].index)}` : sql`candidate`;

function further(engine: Engine, question: ListQuestion): Found {
  return sql`
    select seq, ${sortOrders[question.sort].column} as sort_key from ${rowsWithTermFurtherOn(engine, question)}
      and ${inFilter(question)} and not (${nameBegins(question.search)}) ${betweenPositions(question)}`;
}

/** The records that one person added. */
function ownRows(engine: Engine, question: ListQuestion): Found {
  const { column, way } = sortOrders[question.sort];
  return sql`
    select seq, ${column} as sort_key from candidate
    where added_by = ${question.addedBy} and ${inFilter(question)} and ${nameMatches(engine, question.search)}
      ${betweenPositions(question)}
    order by ${column} ${way}, seq ${way} limit ${question.limit}`;
}

const inFilter = ({ registry, approvals, hidden }: ListQuestion) => sql`
  registry = ${registry} and approval in (${sql.join([...approvals])}) and hidden in (${sql.join([...hidden])})`;

function betweenPositions({ sort, after, until }: ListQuestion): RawBuilder<unknown> {
  const { column, beyond, before } = sortOrders[sort];
  const isAfter = after ? sql`and (${column}, candidate.seq) ${beyond} (${after.key}, ${after.seq})` : sql``;
  const isBefore = until ? sql`and (${column}, candidate.seq) ${before} (${until.key}, ${until.seq})` : sql``;
  return sql`${isAfter} ${isBefore}`;
}
