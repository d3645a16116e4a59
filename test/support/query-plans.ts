import { sql } from "kysely";
import type { Portal } from "#operations/portal.ts";
import { watchQueries } from "#storage/database/query-times.ts";

/** Longer texts are cut where they are noted. */
const longestText = 999;

type Planned = { text: string; plan: string[] };

/** How SQLite goes about what it is asked from now on. Nothing on PostgreSQL, which knows how much there is of what. */
export function watchPlans({ database }: Portal) {
  const texts = new Set<string>();
  const watching = watchQueries(({ engine, text }) => {
    // Another portal of this process may be on the other engine.
    if (engine === "sqlite" && database.engine === engine && text.length <= longestText) texts.add(text);
  });

  async function planOf(text: string): Promise<string[]> {
    const explained = sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(database.read);
    // The log of lookups is in another file.
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

/**
 * SQLite has no statistics: it takes the records of a registry for few, and would rather read all of them than look some up. A least value
 * is the first of an index.
 */
export async function refuseWalks(plans: ReturnType<typeof watchPlans>): Promise<void> {
  const planned = await plans(explained);
  for (const { text } of planned) explained.add(text);
  const walks = planned.filter(
    ({ text, plan }) =>
      !text.includes("min(") && plan.some((step) => /^SEARCH candidate .*\(registry=\?\)$/.test(step)),
  );
  if (walks.length > 0) throw new Error(`Reads all records of a registry: ${walks.map(({ text }) => text).join("; ")}`);
}
