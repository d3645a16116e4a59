import { type RawBuilder, sql } from "kysely";
import { recordColumns, type RecordRow, type RecordState } from "./records.ts";
import type { Database, Engine } from "../database.ts";
import { countFound } from "../rows.ts";
import {
  addedInTime,
  type SideTable,
  countSideTables,
  hasHolder,
  inStates,
  isNarrow,
  type ListFilter,
  matchedColumns,
  matches,
  type Narrowing,
  narrowingsOf,
} from "./list-filter.ts";
import { type NamePart, nameParts, rowsWithTerms, termsAnywhere } from "./name-search.ts";

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
  limit: number;
  isCount: boolean;
};
type ListedRow = RecordRow & { sort_key: string | number };

/** How many rows a walk along an index may visit, in about 5 ms. After that the records are searched for instead. */
const walkBudgets: Record<Engine, number> = { sqlite: 20_000, postgres: 8000 };

/** If every narrowing has at least this many rows, the index of names is used. */
const narrowingLimit = 5000;

const ascending = { way: sql`asc`, beyond: sql`>`, before: sql`<`, sign: 1 };
const descending = { way: sql`desc`, beyond: sql`<`, before: sql`>`, sign: -1 };

const sortColumns = {
  name: { column: sql.ref("name_folded"), forwards: ascending, backwards: descending },
  added: { column: sql.ref("added_at"), forwards: descending, backwards: ascending },
  changed: { column: sql.ref("changed_at"), forwards: descending, backwards: ascending },
};

const orderOf = ({ sort, isBackwards = false }: Pick<ListQuestion, "sort" | "isBackwards">) =>
  sortColumns[sort][isBackwards ? "backwards" : "forwards"];

/**
 * Returns one page of the staff list.
 *
 * The query planners choose badly for a million names, so this code chooses the strategy. A walk along the index of the
 * wanted order finds common records quickly. Only if a bounded walk does not fill the page, all matching records are
 * searched for: they are few then.
 */
export async function listRecordRows(
  database: Database,
  page: Omit<ListQuestion, "isCount">,
  budget: number = walkBudgets[database.engine],
): Promise<ListedRow[]> {
  const question = { ...page, isCount: false };
  const sideTables = await countSideTables(database, question, narrowingLimit);
  const isFewer = isNarrow(question) || areFew(sideTables, budget);
  const walked = isFewer ? null : await pageByWalks(database, question, budget);
  if (walked) return walked;
  const narrowest = await narrowestOf(database, question, sideTables);
  if (narrowest) return rowsOf(database, question, narrowed(database.engine, question, narrowest));
  return question.sort === "name"
    ? namesInParts(database, question, budget)
    : rowsOf(database, question, named(database.engine, question));
}

/** True if a walk might pass more records than another table has rows for the filter. */
const areFew = (sideTables: readonly SideTable[], budget: number): boolean =>
  sideTables.some(({ size }) => size < Math.min(narrowingLimit, budget));

/** In the order of names, names that begin with the same word are adjacent, so a walk begins there. */
async function namesInParts(database: Database, question: ListQuestion, budget: number): Promise<ListedRow[]> {
  let page: ListedRow[] = [];
  for (const part of nameParts(question.search)) {
    const found =
      (await partByWalk(database, question, part, budget)) ??
      (await rowsOf(database, question, merged(ofPart(database.engine, question, part), question)));
    page = [...page, ...found].toSorted(inOrder(question)).slice(0, question.limit);
  }
  return page;
}

async function partByWalk(database: Database, question: ListQuestion, { beginning, isRest }: NamePart, budget: number) {
  if (isRest) return null;
  const found = await rowsOf(database, question, walk(database.engine, question, budget, beginning));
  return found.length < question.limit && (await isBudgetSpent(database, question, budget, beginning)) ? null : found;
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
  sort,
}: ListQuestion): boolean =>
  search !== "" ||
  noticed ||
  addedBy !== null ||
  (missing ?? lastDays) !== null ||
  (sort !== "added" && (addedFrom ?? addedBefore) !== null);

/** Fills the page by a walk for each state; null if one used up its budget. A walk ends where the page ends so far. */
async function pageByWalks(database: Database, question: ListQuestion, budget: number): Promise<ListedRow[] | null> {
  if (!mayVisitNonMatching(question)) return rowsOf(database, question, walk(database.engine, question, budget));
  const { limit } = question;
  let page: ListedRow[] = [];
  for (const inState of stateByState(question)) {
    const last = page.at(limit - 1);
    const upToLast = { ...inState, until: last ? { key: last.sort_key, seq: last.seq } : null };
    const found = await rowsOf(database, upToLast, walk(database.engine, upToLast, budget));
    if (found.length < limit && (await isBudgetSpent(database, upToLast, budget))) return null;
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
  database: Database,
  question: ListQuestion,
  budget: number,
  where = sql`true`,
): Promise<boolean> {
  const visited = inEachState(question, (state) => {
    const rows = alongIndex(database.engine, question, { along: question.sort, state, where, limit: 1 });
    return sql`${rows} offset ${budget - 1}`;
  });
  return (await countFound(database.read, merged(visited, { ...question, limit: 1 }))) > 0;
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

/** Returns the number of rows that match, or `atMost` if there are more. */
export async function countListed(database: Database, filter: ListFilter, atMost: number): Promise<number> {
  // Names are spread evenly over time, so a walk quickly finds enough rows with a common name.
  const question: ListQuestion = { ...filter, sort: "added", after: null, limit: atMost, isCount: true };
  const { engine } = database;
  const budget = walkBudgets[engine];
  const sideTables = await countSideTables(database, filter, narrowingLimit);
  const isFewer = isNarrow(filter) || areFew(sideTables, budget);
  if (isFewer) return countFound(database.read, await searched(database, question, sideTables));
  let count = 0;
  for (const inState of stateByState(question)) {
    count += await countFound(database.read, walk(engine, { ...inState, limit: atMost - count }, budget));
    if (count >= atMost) return count;
    const isCut = mayVisitNonMatching(inState) && (await isBudgetSpent(database, inState, budget));
    if (isCut) return countFound(database.read, await searched(database, question, sideTables));
  }
  return count;
}

/** A select of (seq, sort_key), in order, no longer than the limit. */
type FoundSelect = RawBuilder<unknown>;

async function rowsOf({ read }: Database, question: ListQuestion, found: FoundSelect): Promise<ListedRow[]> {
  const columns = sql.join(recordColumns.map((column) => sql.ref(`candidate.${column}`)));
  const { way } = orderOf(question);
  const { rows } = await sql<ListedRow>`
    with found as materialized (${found})
    select ${columns}, found.sort_key from found cross join candidate where candidate.seq = found.seq
    order by found.sort_key ${way}, found.seq ${way}`.execute(read);
  return rows;
}

/** Merges several selects into one, cut to the limit. Counting needs no order. */
function merged(selects: readonly FoundSelect[], question: ListQuestion): FoundSelect {
  const { way } = orderOf(question);
  return sql`
    select seq, sort_key from (${sql.join(selects, sql` union all `)}) as selects
    ${question.isCount ? sql`` : sql`order by sort_key ${way}, seq ${way}`} limit ${question.limit}`;
}

/** Walks along the index of the wanted order, in each wanted state, up to the budget. */
export function walk(engine: Engine, question: ListQuestion, budget: number, where = sql`true`): FoundSelect {
  const { sort, limit } = question;
  const passed = mayVisitNonMatching(question) ? budget : limit;
  const walks = inEachState(question, (state) => {
    const rows = alongIndex(engine, question, { along: sort, state, where, limit: passed });
    return sql`select seq, sort_key from (${rows}) as passed where ${matches(engine, question)} limit ${limit}`;
  });
  return merged(walks, question);
}

/** Finds all records that match, by the narrowing with the fewest rows, or by the index of names. */
async function searched(
  database: Database,
  question: ListQuestion,
  sideTables: readonly SideTable[],
): Promise<FoundSelect> {
  const narrowest = await narrowestOf(database, question, sideTables);
  return narrowest ? narrowed(database.engine, question, narrowest) : named(database.engine, question);
}

/** The narrowing with the fewest rows; null if the index of names is better. */
async function narrowestOf(
  database: Database,
  question: ListQuestion,
  sideTables: readonly SideTable[],
): Promise<Narrowing | null> {
  const sized: { narrowing: Narrowing; size: number }[] = [];
  for (const narrowing of await narrowingsOf(database, question, sideTables)) {
    const { from, where } = narrowing;
    const few = sql`select 1 from ${from} where ${where} limit ${narrowingLimit}`;
    const size = narrowing.size ?? (await countFound(database.read, few));
    sized.push({ narrowing, size });
  }
  const [least] = sized.toSorted((one, other) => one.size - other.size);
  const isBest = isNarrow(question) || question.search === "" || (least?.size ?? 0) < narrowingLimit;
  return least && isBest ? least.narrowing : null;
}

/** All records of one narrowing that match. `offset 0` prevents PostgreSQL from walking along the order instead. */
export function narrowed(engine: Engine, question: ListQuestion, { from, where, rest }: Narrowing): FoundSelect {
  const { column } = sortColumns[question.sort];
  const rows = sql`
    select seq, ${column} as sort_key from ${from}
    where ${where} and ${rest} ${betweenPositions(question)}
    ${engine === "postgres" ? sql`offset 0` : sql``}`;
  return merged([rows], question);
}

/** All records whose name matches, whichever word it begins with. */
export function named(engine: Engine, question: ListQuestion): FoundSelect {
  const alternatives = termsAnywhere(question.search);
  if (alternatives) return merged([withTerms(engine, question, alternatives)], question);
  const found = nameParts(question.search).flatMap((part) => ofPart(engine, question, part));
  return merged(found, question);
}

function ofPart(engine: Engine, question: ListQuestion, part: NamePart): FoundSelect[] {
  if (part.terms.length > 0) return [withTerms(engine, question, [part.terms], part.beginning)];
  const where = sql`${part.beginning} and ${matches(engine, question)}`;
  // In the order of names, the first names that begin with the search are enough. Another order needs all of them.
  const limit = question.sort === "name" ? question.limit : null;
  return inEachState(question, (state) => alongIndex(engine, question, { along: "name", state, where, limit }));
}

type Terms = readonly (readonly string[])[];

function withTerms(engine: Engine, question: ListQuestion, alternatives: Terms, where = sql`true`): FoundSelect {
  return sql`
    select seq, ${sortColumns[question.sort].column} as sort_key
    from ${rowsWithTerms(engine, { ...question, alternatives })}
      and ${inStates(question)} and ${where} and ${matches(engine, question)} ${betweenPositions(question)}`;
}

// In a compound select, order and limit need a subselect.
const inEachState = ({ approvals, hidden }: ListQuestion, select: (state: RecordState) => FoundSelect): FoundSelect[] =>
  approvals.flatMap((approval) =>
    hidden.map((flag) => sql`select seq, sort_key from (${select({ approval, hidden: flag })}) as one_state`),
  );

type Walk = { along: ListSort; state: RecordState; where: RawBuilder<unknown>; limit: number | null };

function alongIndex(engine: Engine, question: ListQuestion, { along, state, where, limit }: Walk): FoundSelect {
  const { column } = sortColumns[along];
  const { way } = orderOf({ ...question, sort: along });
  return sql`
    select seq, ${sortColumns[question.sort].column} as sort_key, ${matchedColumns} from ${recordAlong(engine, along, question)}
    where registry = ${question.registry} and approval = ${state.approval} and hidden = ${state.hidden}
      and ${hasHolder(question)} and ${where} ${along === "added" ? sql`and ${addedInTime(question)}` : sql``} ${betweenPositions(question)}
    ${limit === null ? sql`` : sql`order by ${column} ${way}, seq ${way} limit ${limit}`}`;
}

/** SQLite must be told which index to walk. PostgreSQL finds it by the order. */
const recordAlong = (engine: Engine, sort: ListSort, { holder }: ListFilter) => {
  const index = holder === null ? `candidate_by_${sort}` : `candidate_by_holder_${sort}`;
  return engine === "sqlite" ? sql`candidate indexed by ${sql.ref(index)}` : sql`candidate`;
};

function betweenPositions(question: ListQuestion): RawBuilder<unknown> {
  const { sort, after, until } = question;
  const { column } = sortColumns[sort];
  const { beyond, before } = orderOf(question);
  const isAfter = after ? sql`and (${column}, candidate.seq) ${beyond} (${after.key}, ${after.seq})` : sql``;
  const isBefore = until ? sql`and (${column}, candidate.seq) ${before} (${until.key}, ${until.seq})` : sql``;
  return sql`${isAfter} ${isBefore}`;
}
