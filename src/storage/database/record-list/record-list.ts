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
  limit: number;
  isCount: boolean;
};
type ListedRow = RecordRow & { sort_key: string | number };

export const everyState = { approvals: everyApproval, hidden: [0, 1] } as const;

/** How many rows a walk along an index may visit, in about 5 ms, before the name is searched for instead. */
const walkBudgets: Record<Engine, number> = { sqlite: 20_000, postgres: 8000 };

const ascending = { way: sql`asc`, beyond: sql`>`, sign: 1 };
const descending = { way: sql`desc`, beyond: sql`<`, sign: -1 };

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
  const walked = await rowsOf(database, question, walk(engine, question, budget));
  if (question.search === "") return walked;
  const edge = walked.length < question.limit ? null : await edgeOfWalk(database, question, budget);
  const isWhole = edge !== null && !isBeyond(question.sort, walked.at(-1), edge);
  return isWhole ? walked : rowsOf(database, question, searched(engine, question));
}

/**
 * How far all walks have come. Behind the end of the shortest walk, rows of its state may be missing. `unbounded` when every walk
 * has reached the end of its state.
 */
async function edgeOfWalk(database: Database, question: ListQuestion, budget: number) {
  const lastPassed = inEachState(question, (state) => {
    const rows = alongIndex(database.engine, question, { along: question.sort, state, where: sql`true`, limit: 1 });
    return sql`${rows} offset ${budget - 1}`;
  });
  const nearest = merged(lastPassed, { ...question, limit: 1 });
  const { rows } = await sql<{ seq: number; sort_key: string | number }>`${nearest}`.execute(database.read);
  const [edge] = rows;
  return edge ? { key: edge.sort_key, seq: edge.seq } : "unbounded";
}

function isBeyond(sort: SortOrder, row: ListedRow | undefined, edge: ListPosition | "unbounded"): boolean {
  if (!row || edge === "unbounded") return false;
  const order = compareKeys(row.sort_key, edge.key) || row.seq - edge.seq;
  return order * sortOrders[sort].sign > 0;
}

/** As both engines compare: names by their bytes. */
function compareKeys(one: string | number, other: string | number): number {
  return typeof one === "string" ? Buffer.compare(Buffer.from(one), Buffer.from(String(other))) : one - Number(other);
}

/** How many rows match, or `atMost` when there are more. */
export async function countListed(database: Database, filter: ListFilter, atMost: number): Promise<number> {
  // Names are spread evenly over time, so a walk finds enough rows of a common one soon.
  const question: ListQuestion = { ...filter, sort: "added", after: null, limit: atMost, isCount: true };
  const { engine } = database;
  if (filter.addedBy !== null) return countOf(database, ownRows(engine, question));
  const walked = await countOf(database, walk(engine, question, walkBudgets[engine]));
  const isWhole = filter.search === "" || walked >= atMost;
  return isWhole ? walked : countOf(database, searched(engine, question));
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
      and ${where} ${afterPosition(question)}
    ${limit === null ? sql`` : sql`order by ${column} ${way}, seq ${way} limit ${limit}`}`;
}

/** SQLite is told which index to walk. PostgreSQL finds it by the order. */
const recordAlong = (engine: Engine, sort: SortOrder) =>
  engine === "sqlite" ? sql`candidate indexed by ${sql.ref(sortOrders[sort].index)}` : sql`candidate`;

function further(engine: Engine, question: ListQuestion): Found {
  return sql`
    select seq, ${sortOrders[question.sort].column} as sort_key from ${rowsWithTermFurtherOn(engine, question)}
      and ${inFilter(question)} and not (${nameBegins(question.search)}) ${afterPosition(question)}`;
}

/** The records that one person added. */
function ownRows(engine: Engine, question: ListQuestion): Found {
  const { column, way } = sortOrders[question.sort];
  return sql`
    select seq, ${column} as sort_key from candidate
    where added_by = ${question.addedBy} and ${inFilter(question)} and ${nameMatches(engine, question.search)}
      ${afterPosition(question)}
    order by ${column} ${way}, seq ${way} limit ${question.limit}`;
}

const inFilter = ({ registry, approvals, hidden }: ListQuestion) => sql`
  registry = ${registry} and approval in (${sql.join([...approvals])}) and hidden in (${sql.join([...hidden])})`;

function afterPosition({ sort, after }: ListQuestion): RawBuilder<unknown> {
  if (after === null) return sql``;
  const { column, beyond } = sortOrders[sort];
  return sql`and (${column}, candidate.seq) ${beyond} (${after.key}, ${after.seq})`;
}
