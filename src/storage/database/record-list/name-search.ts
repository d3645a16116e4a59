import { type RawBuilder, sql } from "kysely";
import type { Approval } from "#core/records/candidate-record.ts";
import type { Engine } from "../database.ts";

const gramLength = 3;

/** Under three letters there are no trigrams, so such a search means the beginning of the name. */
export const isPrefixOnly = (search: string): boolean => [...search].length < gramLength;

export function nameMatches(engine: Engine, search: string): RawBuilder<unknown> {
  if (isPrefixOnly(search)) return nameBegins(search);
  return engine === "sqlite" ? sql`instr(name_folded, ${search}) > 0` : sql`position(${search} in name_folded) > 0`;
}

export function nameBegins(search: string): RawBuilder<unknown> {
  if (search === "") return sql`true`;
  return sql`(name_folded >= ${search} and name_folded < ${`${search}\u{10FFFF}`})`;
}

type TermInStates = { search: string; approvals: readonly Approval[]; hidden: readonly (0 | 1)[] };

/** `from … where …`: records with the term after the first letter of their name, by the trigram index. */
export function rowsWithTermFurtherOn(engine: Engine, { search, ...states }: TermInStates): RawBuilder<unknown> {
  if (engine === "sqlite") {
    const match = `name_rest : "${search.replaceAll('"', '""')}" ${stateTags(states)}`;
    return sql`
      (select rowid as hit from candidate_names where candidate_names match ${match}) as hits
      cross join candidate indexed by candidate_briefly where candidate.seq = hits.hit`;
  }
  return sql`
    candidate where search_terms @> ${trigramsOf(search)}::text[] ${inStates(states)}
      and position(${search} in name_folded) > 0`;
}

/** The trigrams, by code point, that the database has for a name with this term. */
function trigramsOf(folded: string): string[] {
  const letters = [...folded];
  const trigrams = letters.slice(gramLength - 1).map((_, at) => letters.slice(at, at + gramLength).join(""));
  return [...new Set(trigrams)];
}

type States = Omit<TermInStates, "search">;

const approvalTags = ({ approvals }: States) => approvals.map((approval) => `a:${approval.slice(0, 1)}`);
const hiddenTags = ({ hidden }: States) => hidden.map((flag) => `h:${flag}`);

/** Limits PostgreSQL's search to these states, unless they are all. */
function inStates(states: States): RawBuilder<unknown> {
  const anyOf = (tags: string[]) => sql`and search_terms && ${tags}::text[]`;
  return sql`${states.approvals.length < 3 ? anyOf(approvalTags(states)) : sql``}
    ${states.hidden.length < 2 ? anyOf(hiddenTags(states)) : sql``}`;
}

/** The same for SQLite's full-text search. */
function stateTags(states: States): string {
  const anyOf = (tags: string[]) => `AND state_tags : (${tags.map((tag) => `"${tag}"`).join(" OR ")})`;
  return `${states.approvals.length < 3 ? anyOf(approvalTags(states)) : ""}
    ${states.hidden.length < 2 ? anyOf(hiddenTags(states)) : ""}`;
}
