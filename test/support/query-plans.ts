import { type RawBuilder, sql } from "kysely";
import type { Portal } from "#operations/portal/portal.ts";
import { watchQueries } from "#storage/database/query-times.ts";

/** Longer query texts were truncated before the watcher received them. */
const maxTextLength = 999;

type Planned = { text: string; plan: string[] };

/**
 * Records the queries on SQLite from now on. The returned function reads the plan of each. PostgreSQL is not watched:
 * its planner has statistics.
 */
export function watchPlans({ database }: Portal) {
  const texts = new Set<string>();
  const watching = watchQueries(({ engine, text }) => {
    // Another portal of this process may use the other engine.
    if (engine === "sqlite" && database.engine === engine && text.length <= maxTextLength) texts.add(text);
  });

  async function planOf(text: string): Promise<string[]> {
    const explained = sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(database.read);
    // Queries of the lookup log cannot be explained here: its tables are in another file.
    return explained.then(
      ({ rows }) => rows.map(({ detail }) => detail),
      () => [],
    );
  }

  return async (exceptFor: ReadonlySet<string> = new Set()): Promise<Planned[]> => {
    watching[Symbol.dispose]();
    const asked = [...texts.difference(exceptFor)];
    return Promise.all(asked.map(async (text) => ({ text, plan: await planOf(text) })));
  };
}

const explained = new Set<string>();

/** A walk in an order ends at its limit, and so does a count: it passes no records but those in other states. */
const boundedWalk =
  /indexed by "candidate_by_(?:name|added|changed)"\s+where registry = \?(?:\s+and\s+(?:true|(?:registry|approval|hidden) (?:=|in) [(?, )]+?))*(?:\s+order by "\w+" \w+, seq \w+)?\s+limit \?/g;

/**
 * Fails if a query reads all records of a registry. SQLite has no statistics and assumes that a registry has few
 * records, so it prefers to read all of them. A query for min() is allowed: it reads only the first entry of an index.
 */
export async function refuseSlowPlans(plans: ReturnType<typeof watchPlans>): Promise<void> {
  const planned = await plans(explained);
  for (const { text } of planned) explained.add(text);
  const walks = planned.filter(
    ({ text, plan }) =>
      !text.includes("min(") &&
      plan.filter((step) => /^SEARCH candidate .*\(registry=\?\)$/.test(step)).length >
        (text.match(boundedWalk)?.length ?? 0),
  );
  if (walks.length > 0) throw new Error(`Reads all records of a registry: ${walks.map(({ text }) => text).join("; ")}`);
}

/** Returns the engine's query plan. PostgreSQL would scan a table with so few rows, so sequential scans are off. */
export async function explainedPlan(
  { database }: Pick<Portal, "database">,
  select: RawBuilder<unknown>,
): Promise<string> {
  const rows = await database.write(async (writer) => {
    if (database.engine === "postgres") await sql`set local enable_seqscan = off`.execute(writer);
    const explain = database.engine === "sqlite" ? sql`explain query plan ${select}` : sql`explain ${select}`;
    return (await explain.execute(writer)).rows;
  });
  return rows.map((row) => Object.values(row as object).join(" ")).join("\n");
}
