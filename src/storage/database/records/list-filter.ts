import { type RawBuilder, sql } from "kysely";
import type { HolderState } from "#core/holders/binding.ts";
import { type Approval, approvals as everyApproval } from "#core/records/candidate-record.ts";
import type { PublicState } from "#core/records/public-state.ts";
import type { Database, Engine, Reader } from "../database.ts";
import { rowsExpected } from "../rows.ts";
import { foundAlong, foundBriefly, isBrief } from "./found-along.ts";
import { nameMatches, type NamePart, nameParts, rowsWithTerms, termsAnywhere } from "./name-search.ts";

export type ListFilter = {
  registry: string;
  approvals: readonly Approval[];
  hidden: readonly (0 | 1)[];
  /** Folded words of a name, or "" for every name. */
  search: string;
  addedBy: string | null;
  assignedTo: string | null;
  /** Matches records added at or after this time. */
  addedFrom: number | null;
  /** Matches records added before this time. */
  addedBefore: number | null;
  /** The bit of a kind of document that the record lacks. */
  missing: number | null;
  /** The period in which a document of the record ends, including both days. */
  lastDays: { from: string; to: string } | null;
  /** True to match only records that will be deleted. */
  noticed: boolean;
  /** Whether the record's holder has the page, or a card for it. */
  holder: HolderState | null;
  /** What the record has of the operator's own fields. */
  own: readonly OwnCondition[];
  /** The record matches if it has one of these hashes. */
  numbers: NumberHashes | null;
  /** See `sidesToRead`. */
  sidesToRead?: ReadonlyMap<string, number>;
};

/** A record meets the condition if it has one of these hashes for the field: of a value, or of none, under each secret. */
export type OwnCondition = { field: string; hashes: readonly Uint8Array[] };

/** Hashes of a number or of its last four characters, under each secret. */
export type NumberHashes = Partial<Record<NumberColumn, readonly Uint8Array[]>>;
type NumberColumn = "passport_index" | "ircc_index" | "passport_last_four" | "ircc_last_four";

export const everyRecord = {
  approvals: everyApproval,
  hidden: [0, 1],
  search: "",
  addedBy: null,
  assignedTo: null,
  addedFrom: null,
  addedBefore: null,
  missing: null,
  lastDays: null,
  noticed: false,
  holder: null,
  own: [],
  numbers: null,
} as const satisfies Omit<ListFilter, "registry">;

const isInStates = ({ approvals, hidden }: ListFilter) =>
  approvals.length === everyApproval.length && hidden.length === everyRecord.hidden.length
    ? sql`true`
    : sql`approval in (${sql.join([...approvals])}) and hidden in (${sql.join([...hidden])})`;

export const hasHolder = ({ holder }: Pick<ListFilter, "holder">): RawBuilder<unknown> =>
  holder === null ? sql`true` : sql`holder_state = ${holder}`;

function addedInTime({ addedFrom, addedBefore }: Pick<ListFilter, "addedFrom" | "addedBefore">): RawBuilder<unknown> {
  const from = addedFrom === null ? sql`true` : sql`added_at >= ${addedFrom}`;
  return addedBefore === null ? from : sql`${from} and added_at < ${addedBefore}`;
}

const wasAddedBy = ({ addedBy }: ListFilter) => (addedBy === null ? sql`true` : sql`added_by = ${addedBy}`);

const isAssigned = ({ assignedTo }: ListFilter) => (assignedTo === null ? sql`true` : sql`assigned_to = ${assignedTo}`);

const lacksDocument = ({ missing }: ListFilter) =>
  missing === null ? sql`true` : sql`(document_kinds & ${sql.lit(missing)}) = 0`;

/** Rows of other tables by which a filter finds records. Each row has the seq of its record. */
type SideTable = {
  name: string;
  rows: RawBuilder<unknown>;
  /** True if their index gives them in the order of seq. */
  inOrder?: boolean;
};

const sideTablesOf = ({ lastDays, noticed, own, registry }: ListFilter): SideTable[] => [
  ...own.map(({ field, hashes }) => ({
    name: `own ${field}`,
    rows: sql`own_value where field = ${field} and hash in (${sql.join([...hashes])})`,
    inOrder: hashes.length === 1,
  })),
  ...(lastDays
    ? [{ name: "ends", rows: sql`record_last_day where day between ${lastDays.from} and ${lastDays.to}` }]
    : []),
  ...(noticed ? [{ name: "noticed", rows: sql`retention_notice where registry = ${registry}` }] : []),
];

type InSideTables = { except?: readonly string[] | undefined; seq?: RawBuilder<unknown>; found?: RawBuilder<unknown> };

/**
 * True if the record has a row in each of the other tables. `found` are the records that are asked about. If these are few, each is
 * looked up there. Otherwise all rows are read, and those that are fewer, records or rows, are kept in memory.
 */
export const isInSideTables = (filter: ListFilter, { except = [], seq = sql`seq`, found }: InSideTables) => {
  const conditions = sideTablesOf(filter)
    .filter(({ name }) => !except.includes(name))
    .map(({ name, rows }) => {
      // Without the offset, PostgreSQL may read all rows of the other table first.
      const isThere = sql`exists (select 1 from ${rows} and record_seq = ${seq} limit 1 offset 0)`;
      const size = filter.sidesToRead?.get(name);
      if (!found || size === undefined) return isThere;
      const count = sql`(select count(*) from ${found})`;
      // Without "is true" and the limit, PostgreSQL may look all rows up, or compare each with each: it expects few records or too many.
      const ofFound = sql`${rows} and (record_seq in (select seq from ${found} limit ${sql.lit(size)})) is true`;
      return sql`case when ${count} <= ${sql.lit(Math.round(size / readPerLookup))} then ${isThere}
        when ${count} <= ${sql.lit(size)} then ${seq} in (select record_seq from ${ofFound})
        else ${seq} in (select record_seq from ${rows}) end`;
    });
  return sql.join([sql`true`, ...conditions], sql` and `);
};

/** PostgreSQL reads so many rows of another table in the time in which it looks one record up there. */
const readPerLookup = 20;

/** More rows would take longer to read than a page may. */
const mostReadAtOnce = 100_000;

/** How many rows PostgreSQL expects of each other table, if it may read them at once. */
export async function sidesToRead(
  { engine, read }: Database,
  filter: ListFilter,
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  const sides = engine === "sqlite" ? [] : sideTablesOf(filter);
  if (sides.length === 0) return sizes;
  const most = Math.min(mostReadAtOnce, await mostInMemory(read));
  for (const { name, rows } of sides) {
    const size = await rowsExpected(read, sql`select 1 from ${rows}`);
    if (size < most) sizes.set(name, size);
  }
  return sizes;
}

/** How many numbers fit into the memory that a query may use. PostgreSQL would read more than these again for each record. */
async function mostInMemory(reader: Reader): Promise<number> {
  const memory = sql<{ rows: number }>`select pg_size_bytes(current_setting('work_mem')) / 32 as rows`;
  return (await memory.execute(reader)).rows[0]?.rows ?? 0;
}

export const withoutSideTables = <Filter extends ListFilter>(filter: Filter): Filter => ({
  ...filter,
  own: [],
  lastDays: null,
  noticed: false,
});

/** The columns that `matches` reads. The index of every order has them. */
export const matchedColumns = ({ holder }: ListFilter): RawBuilder<unknown> =>
  sql`approval, hidden, name_folded, added_at, added_by, document_kinds ${holder === null ? sql`` : sql`, holder_state`}`;

/** All conditions of the filter except registry, numbers and assignee: `matchedColumns` lacks their columns. */
export const matches = (engine: Engine, filter: ListFilter, except?: readonly string[]): RawBuilder<unknown> => sql`
  ${isInStates(filter)} and ${hasHolder(filter)} and ${addedInTime(filter)} and ${wasAddedBy(filter)}
    and ${lacksDocument(filter)} and ${nameMatches(engine, filter.search)}
    and ${isInSideTables(filter, { except })}`;

/** A query along one index that finds the matching records and few others. */
export type Narrowing = {
  /** The records, as `from … where …`. SQLite must be told the index. */
  found: RawBuilder<unknown>;
  /** The rows by which the records are found, if they are in another table. */
  rows?: RawBuilder<unknown>;
  /** The names of those conditions: they are not checked again. */
  tables?: readonly string[];
  /** True if the rows have no `changed_at`. */
  isBrief?: boolean;
};

/** True if no walk is tried: its indexes lack numbers, and the few records of an assignee have their own index. */
export const isNarrow = ({ numbers, assignedTo }: ListFilter): boolean => numbers !== null || assignedTo !== null;

const along = (engine: Engine, index: string, where: RawBuilder<unknown>): Narrowing => ({
  found: sql`${foundAlong(engine, index)} where ${where}`,
  isBrief: isBrief(engine, index),
});

/** A narrowing for each condition that has an index, names apart. If all have many rows, the first is the best. */
export async function narrowingsOf(database: Database, filter: ListFilter): Promise<Narrowing[]> {
  const { engine } = database;
  if (filter.numbers) return [withNumbers(engine, filter.numbers)];
  if (filter.assignedTo !== null) return [along(engine, "candidate_by_assignee", isAssigned(filter))];
  const time = addedInTime(filter);
  const inTime = sql`registry = ${filter.registry} and ${time}`;
  const narrowings: Narrowing[] = [];
  if (!maySelectShown(filter))
    narrowings.push(along(engine, "candidate_not_shown", sql`${inTime} and ${isInStates(filter)} and ${isNotShown}`));
  if (filter.addedBy !== null)
    narrowings.push(along(engine, "candidate_by_adder", sql`${wasAddedBy(filter)} and ${time}`));
  if (filter.holder !== null)
    narrowings.push(along(engine, "candidate_by_holder_added", sql`${inTime} and ${hasHolder(filter)}`));
  if ((filter.addedFrom ?? filter.addedBefore) !== null) narrowings.push(along(engine, "candidate_by_added", inTime));
  if (filter.missing !== null) {
    const kinds = await kindsLacking(database, filter.registry, filter.missing);
    const isOneOf = kinds.length === 0 ? sql`false` : sql`document_kinds in (${sql.join(kinds)})`;
    narrowings.push(along(engine, "candidate_by_documents", sql`${inTime} and ${isOneOf}`));
  }
  return [...narrowings, ...inSideTables(engine, filter)];
}

const maySelectShown = ({ approvals, hidden }: ListFilter) => approvals.includes("approved") && hidden.includes(0);

/** As in the index: SQLite uses it only for a query with the same condition. */
const isNotShown = sql`(approval <> 'approved' or hidden = 1)`;

export type NotShown = Exclude<PublicState, "shown">;

/** `from … where …`: the records that are not shown for one reason. Those that wait or were returned are in the order of adding. */
export const notShownAs = (engine: Engine, registry: string, state: NotShown): RawBuilder<unknown> => {
  const isInState = state === "hidden" ? sql`hidden = 1` : sql`hidden = 0 and approval = ${state}`;
  return along(engine, "candidate_not_shown", sql`registry = ${registry} and ${isInState} and ${isNotShown}`).found;
};

/** All records, for a filter without another narrowing. */
export const inOrderOfAdding = (engine: Engine, { registry }: ListFilter): Narrowing =>
  along(engine, "candidate_by_added", sql`registry = ${registry}`);

/** Narrowings by the other tables, or by some rows of them. */
export const inSideTables = (engine: Engine, filter: ListFilter, atMost?: number): Narrowing[] =>
  sideTablesOf(filter).map(({ name, rows: all }) =>
    withRows(engine, atMost === undefined ? all : sql`${all} limit ${atMost}`, [name]),
  );

/**
 * A narrowing by all other tables at once whose index has the order of seq. Null if there are not several. Their rows are
 * compared in that order, which costs a tenth of looking each record of one of them up in the others. Others, such as those
 * of a period of last days, would all have to be sorted first.
 */
export function inEverySideTable(engine: Engine, filter: ListFilter): Narrowing | null {
  const tables = sideTablesOf(filter).filter(({ inOrder }) => inOrder);
  if (tables.length < 2) return null;
  const selects = tables.map(({ rows }) => sql`select record_seq from ${rows}`);
  return withRows(
    engine,
    sql`(${sql.join(selects, sql` intersect `)}) as every`,
    tables.map(({ name }) => name),
  );
}

function withRows(engine: Engine, rows: RawBuilder<unknown>, tables: readonly string[]): Narrowing {
  const seqs = sql`(select record_seq from ${rows})`;
  // PostgreSQL finds each record of an array by its key. With a subselect, it may read the index of all records.
  const isOne = engine === "sqlite" ? sql`in ${seqs}` : sql`= any (array${seqs})`;
  return { ...along(engine, "candidate_briefly", sql`candidate.seq ${isOne}`), rows, tables };
}

/** All conditions of the filter except numbers, and except those that the narrowing has checked. */
export const meets = (engine: Engine, filter: ListFilter, { tables }: Narrowing): RawBuilder<unknown> =>
  sql`registry = ${filter.registry} and ${isAssigned(filter)} and ${matches(engine, filter, tables)}`;

/** The narrowings that together find each record with a name that matches, once; none without a search. */
export function nameNarrowings(engine: Engine, filter: ListFilter): Narrowing[] {
  const alternatives = termsAnywhere(filter.search);
  if (alternatives) return [withTerms(engine, filter, alternatives)];
  return nameParts(filter.search).map((part) => nameNarrowing(engine, filter, part));
}

export function nameNarrowing(engine: Engine, filter: ListFilter, { beginning, terms }: NamePart): Narrowing {
  if (terms.length === 0)
    return along(engine, "candidate_by_name", sql`registry = ${filter.registry} and ${beginning}`);
  const narrowing = withTerms(engine, filter, [terms]);
  return { ...narrowing, found: sql`${narrowing.found} and ${beginning}` };
}

/** SQLite looks into the other tables before it reads a record. */
const withTerms = (engine: Engine, filter: ListFilter, alternatives: readonly (readonly string[])[]): Narrowing =>
  rowsWithTerms(engine, { ...filter, alternatives }, (seq) => isInSideTables(filter, { seq }));

function withNumbers(engine: Engine, numbers: NumberHashes): Narrowing {
  const selects = Object.entries(numbers).map(
    ([column, hashes]) => sql`select seq from candidate where ${sql.ref(column)} in (${sql.join([...hashes])})`,
  );
  const from = engine === "sqlite" ? sql`candidate not indexed` : sql`candidate`;
  return { found: sql`${from} where candidate.seq in (${sql.join(selects, sql` union `)})` };
}

/** Returns the existing sets of document kinds that lack one kind. */
const kindsLacking = async (database: Database, registry: string, missing: number): Promise<number[]> =>
  (await kindSets(database, registry)).filter((kinds) => (kinds & missing) === 0);

/** The existing sets of document kinds: some dozens, found by jumps along the index. */
export async function kindSets({ engine, read }: Database, registry: string): Promise<number[]> {
  const least = (where: RawBuilder<unknown>) =>
    sql`select min(document_kinds) from ${foundBriefly(engine)} where registry = ${registry} and ${where}`;
  const { rows } = await sql<{ kinds: number }>`
    with recursive sets (kinds) as (
      ${least(sql`true`)}
      union all select (${least(sql`document_kinds > sets.kinds`)}) from sets where kinds is not null
    ) select kinds from sets where kinds is not null`.execute(read);
  return rows.map(({ kinds }) => kinds);
}

/** The accounts that added records, found by jumps along the index. */
export async function adders({ engine, read }: Database): Promise<string[]> {
  const records = foundBriefly(engine);
  const { rows } = await sql<{ id: string }>`
    with recursive adders (id) as (
      select min(added_by) from ${records}
      union all select (select min(added_by) from ${records} where added_by > adders.id) from adders where id is not null
    ) select id from adders where id is not null`.execute(read);
  return rows.map(({ id }) => id);
}
