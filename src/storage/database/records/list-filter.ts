import { type RawBuilder, sql } from "kysely";
import type { HolderState } from "#core/holders/binding.ts";
import { type Approval, approvals as everyApproval } from "#core/records/candidate-record.ts";
import type { Database, Engine } from "../database.ts";
import { countFound } from "../rows.ts";
import { nameMatches } from "./name-search.ts";

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
  /** The record matches if it has one of these hashes. */
  numbers: NumberHashes | null;
};

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
  numbers: null,
} as const satisfies Omit<ListFilter, "registry">;

export const inStates = (filter: ListFilter): RawBuilder<unknown> => sql`
  ${inPublicStates(filter)} and ${hasHolder(filter)}`;

const inPublicStates = ({ registry, approvals, hidden }: ListFilter) => sql`
  registry = ${registry} and approval in (${sql.join([...approvals])}) and hidden in (${sql.join([...hidden])})`;

export const hasHolder = ({ holder }: ListFilter): RawBuilder<unknown> =>
  holder === null ? sql`true` : sql`holder_state = ${holder}`;

export function addedInTime({ addedFrom, addedBefore }: ListFilter): RawBuilder<unknown> {
  const from = addedFrom === null ? sql`true` : sql`added_at >= ${addedFrom}`;
  return addedBefore === null ? from : sql`${from} and added_at < ${addedBefore}`;
}

const wasAddedBy = ({ addedBy }: ListFilter) => (addedBy === null ? sql`true` : sql`added_by = ${addedBy}`);

const isAssigned = ({ assignedTo }: ListFilter) => (assignedTo === null ? sql`true` : sql`assigned_to = ${assignedTo}`);

const lacksDocument = ({ missing }: ListFilter) =>
  missing === null ? sql`true` : sql`(document_kinds & ${sql.lit(missing)}) = 0`;

/** Rows of other tables by which a filter finds records. Each row has the seq of its record. */
const sideTableRows = {
  ends: ({ lastDays }: ListFilter) =>
    lastDays && sql`record_last_day where day between ${lastDays.from} and ${lastDays.to}`,
  noticed: ({ noticed, registry }: ListFilter) => (noticed ? sql`retention_notice where registry = ${registry}` : null),
} satisfies Record<string, (filter: ListFilter) => RawBuilder<unknown> | null>;

type SideTablePart = keyof typeof sideTableRows;
const sideTableParts = Object.keys(sideTableRows) as SideTablePart[];

const isInSideTable = (part: SideTablePart, filter: ListFilter) => {
  const rows = sideTableRows[part](filter);
  return rows ? sql`exists (select 1 from ${rows} and record_seq = seq)` : sql`true`;
};

export type SideTable = { part: SideTablePart; rows: RawBuilder<unknown>; size: number };

/** Returns the parts that the filter uses, each with its number of rows, or `atMost` if there are more. */
export async function countSideTables(
  { read }: Pick<Database, "read">,
  filter: ListFilter,
  atMost: number,
): Promise<SideTable[]> {
  const used = sideTableParts.flatMap((part) => {
    const rows = sideTableRows[part](filter);
    return rows ? [{ part, rows }] : [];
  });
  return Promise.all(
    used.map(async (one) => {
      const found = sql`select 1 from ${one.rows} limit ${atMost}`;
      return { ...one, size: await countFound(read, found) };
    }),
  );
}

/** The columns that `matches` reads. The index of every order has them. */
export const matchedColumns = sql`name_folded, added_at, added_by, document_kinds`;

/** All conditions of the filter except states, holder, numbers and assignee: `matchedColumns` lacks their columns. */
export const matches = (engine: Engine, filter: ListFilter): RawBuilder<unknown> => sql`
  ${nameMatches(engine, filter.search)} and ${addedInTime(filter)} and ${wasAddedBy(filter)} and ${lacksDocument(filter)}
    and ${isInSideTable("ends", filter)} and ${isInSideTable("noticed", filter)}`;

/** A query along one index that finds the matching records and few others. */
export type Narrowing = {
  /** The table, with the index to use: SQLite must be told the index. */
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  /** The conditions that the index does not cover. */
  rest: RawBuilder<unknown>;
  /** The number of rows that `where` finds, as far as they are counted. Omitted if it is not known. */
  size?: number;
};

/** True if no walk is tried: its indexes lack numbers, and the few records of an assignee have their own index. */
export const isNarrow = ({ numbers, assignedTo }: ListFilter): boolean => numbers !== null || assignedTo !== null;

export async function narrowingsOf(
  database: Database,
  filter: ListFilter,
  sideTables: readonly SideTable[],
): Promise<Narrowing[]> {
  const { engine, read } = database;
  const along = (index: string) => (engine === "sqlite" ? sql`candidate indexed by ${sql.ref(index)}` : sql`candidate`);
  if (filter.numbers) return [withNumbers(engine, filter, filter.numbers)];
  if (filter.assignedTo !== null) {
    const rest = sql`${inStates(filter)} and ${matches(engine, filter)}`;
    return [{ from: along("candidate_by_assignee"), where: isAssigned(filter), rest }];
  }
  const parts = {
    states: inPublicStates(filter),
    holder: hasHolder(filter),
    time: addedInTime(filter),
    adder: wasAddedBy(filter),
    missing: lacksDocument(filter),
    ends: isInSideTable("ends", filter),
    noticed: isInSideTable("noticed", filter),
    name: nameMatches(engine, filter.search),
  };
  const { states, holder, time, adder } = parts;
  /** All conditions except those that the narrowing itself covers. */
  const restWithout = (...seenTo: (keyof typeof parts)[]) => {
    const left = Object.entries(parts).filter(([part]) => !seenTo.some((one) => one === part));
    return sql.join(
      left.map(([, condition]) => condition),
      sql` and `,
    );
  };
  const narrowings: Narrowing[] = [];
  if (filter.holder !== null) {
    const rest = restWithout("states", "holder", "time");
    const where = sql`${states} and ${holder} and ${time}`;
    narrowings.push({ from: along("candidate_by_holder_added"), where, rest });
  }
  if (filter.addedBy !== null) {
    const rest = restWithout("adder", "time");
    narrowings.push({ from: along("candidate_by_adder"), where: sql`${adder} and ${time}`, rest });
  }
  if (filter.addedFrom !== null || filter.addedBefore !== null) {
    const rest = restWithout("states", "time");
    narrowings.push({ from: along("candidate_by_added"), where: sql`${states} and ${time}`, rest });
  }
  if (filter.missing !== null) {
    const kinds = await kindsLacking({ read }, filter.registry, filter.missing);
    const where = sql`${states} and document_kinds in (${sql.join(kinds)}) and ${time}`;
    const rest = restWithout("states", "missing", "time");
    const from = along("candidate_by_documents");
    narrowings.push({ from, where: kinds.length === 0 ? sql`false` : where, rest });
  }
  for (const { part, rows, size } of sideTables) {
    const where = sql`candidate.seq in (select record_seq from ${rows})`;
    narrowings.push({ from: along("candidate_briefly"), where, rest: restWithout(part), size });
  }
  return narrowings;
}

function withNumbers(engine: Engine, filter: ListFilter, numbers: NumberHashes): Narrowing {
  const found = Object.entries(numbers).map(
    ([column, hashes]) => sql`select seq from candidate where ${sql.ref(column)} in (${sql.join([...hashes])})`,
  );
  const from = engine === "sqlite" ? sql`candidate not indexed` : sql`candidate`;
  const rest = sql`${inStates(filter)} and ${matches(engine, filter)} and ${isAssigned(filter)}`;
  return { from, where: sql`candidate.seq in (${sql.join(found, sql` union `)})`, rest };
}

/** Returns the existing sets of document kinds that lack one kind: some dozens, found by jumps along the index. */
async function kindsLacking({ read }: Pick<Database, "read">, registry: string, missing: number): Promise<number[]> {
  const least = (where: RawBuilder<unknown>) =>
    sql`select min(document_kinds) from candidate where registry = ${registry} and ${where}`;
  const { rows } = await sql<{ kinds: number }>`
    with recursive sets (kinds) as (
      ${least(sql`true`)}
      union all select (${least(sql`document_kinds > sets.kinds`)}) from sets where kinds is not null
    ) select kinds from sets where (kinds & ${sql.lit(missing)}) = 0`.execute(read);
  return rows.map(({ kinds }) => kinds);
}

/** The accounts that added records, found by jumps along the index. */
export async function adders({ read }: Pick<Database, "read">): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive adders (id) as (
      select min(added_by) from candidate
      union all select (select min(added_by) from candidate where added_by > adders.id) from adders where id is not null
    ) select id from adders where id is not null`.execute(read);
  return rows.map(({ id }) => id);
}
