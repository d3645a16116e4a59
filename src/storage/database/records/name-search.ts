import { type RawBuilder, sql } from "kysely";
import type { Approval } from "#core/records/candidate-record.ts";
import type { Engine } from "../database.ts";
import { foundBriefly } from "./found-along.ts";

const gramLength = 3;
const always = sql`true`;

const lengthOf = (text: string) => [...text].length;
const isShort = (word: string) => lengthOf(word) < gramLength;

/** The words of a folded search, each once. */
const wordsOf = (search: string): string[] => [...new Set(search.split(/[\s,;]+/).filter((word) => word !== ""))];

/** True if no word has three letters. There are no trigrams then, so the search means the beginning of the name. */
const isPrefixOnly = (search: string): boolean => wordsOf(search).every(isShort);

/** The name contains every word, in any order. A search word of two letters or fewer must begin a word of the name. */
export function nameMatches(engine: Engine, search: string): RawBuilder<unknown> {
  if (search === "") return always;
  if (isPrefixOnly(search)) return nameBegins(search);
  const holds = wordsOf(search).map((word) =>
    isShort(word) ? contains(engine, sql`' ' || name_folded`, ` ${word}`) : contains(engine, sql`name_folded`, word),
  );
  return sql`(${sql.join(holds, sql` and `)})`;
}

const contains = (engine: Engine, text: RawBuilder<unknown>, part: string) =>
  engine === "sqlite" ? sql`instr(${text}, ${part}) > 0` : sql`position(${part} in ${text}) > 0`;

function nameBegins(start: string): RawBuilder<unknown> {
  const { from, before } = namesFrom(start);
  return from === null ? always : sql`(name_folded >= ${from} and name_folded < ${before})`;
}

/** Where the names with this beginning are in the order of names. */
export const namesFrom = (start: string) =>
  start === "" ? { from: null, before: null } : { from: start, before: `${start}\u{10FFFF}` };

/** A part of the names that match. */
export type NamePart = {
  /** The beginning of the names, or "" if that is not one text. */
  start: string;
  /** The condition for the beginning of the names. */
  beginning: RawBuilder<unknown>;
  /** Terms that each name contains after its first letter; none if only the beginning is known. */
  terms: readonly string[];
  /** True for the names that begin with no word of the search. */
  isRest?: true;
};

/** More terms would not find fewer names. */
const maxTerms = 4;

/**
 * Splits the names that match into parts that do not overlap: names that begin with one of the words, and the rest. The
 * first letter of a name is in no trigram, so the word at the beginning is searched for without its first letter.
 */
export function nameParts(search: string): NamePart[] {
  if (search === "") return [];
  if (isPrefixOnly(search)) return [{ start: search, beginning: nameBegins(search), terms: [] }];
  const words = longestWords(search);
  const starts = words.filter((word) => !words.some((other) => word !== other && word.startsWith(other)));
  const parts = starts.map((start) => ({ start, beginning: nameBegins(start), terms: termsAfter(start, words) }));
  const noStart = sql`not (${sql.join(
    parts.map(({ beginning }) => beginning),
    sql` or `,
  )})`;
  return [...parts, { start: "", beginning: noStart, terms: termsNotAtStart(words), isRest: true }];
}

const longestWords = (search: string): string[] =>
  wordsOf(search)
    .toSorted((one, other) => lengthOf(other) - lengthOf(one))
    .slice(0, maxTerms);

/** A single word at the beginning is found by the name index. */
const termsAfter = (word: string, words: readonly string[]): string[] =>
  words.length === 1
    ? []
    : [...termsNotAtStart(words.filter((other) => !other.startsWith(word))), ...afterFirstLetter(word)];

const afterFirstLetter = (word: string) => (lengthOf(word) > gramLength ? [[...word].slice(1).join("")] : []);

/**
 * Returns lists of terms. Every name that matches contains all terms of at least one list, wherever its words are. Null
 * if a list would be empty, and for a single word. A long word is searched for without its first letter, so it is found
 * anywhere. Each shorter word may be at the beginning.
 */
export function termsAnywhere(search: string): string[][] | null {
  const words = longestWords(search);
  if (words.length < 2 || isPrefixOnly(search)) return null;
  const terms = words.flatMap(afterFirstLetter);
  const shorter = words.filter((word) => lengthOf(word) <= gramLength);
  const others = shorter.map((word) => [
    ...terms,
    ...termsNotAtStart(shorter.filter((other) => !other.startsWith(word))),
  ]);
  const alternatives = shorter.length === 0 ? [terms] : others;
  return alternatives.every((list) => list.length > 0) ? alternatives : null;
}

/** The terms after the first letter of a name if none of the words is at its beginning. */
const termsNotAtStart = (words: readonly string[]): string[] =>
  words.map((word) => (isShort(word) ? ` ${word}` : word)).filter((term) => !isShort(term));

type TermsInStates = {
  alternatives: readonly (readonly string[])[];
  approvals: readonly Approval[];
  hidden: readonly (0 | 1)[];
};

/** `from … where …`: records whose names have all terms of one list after the first letter, by the trigram index. */
export function rowsWithTerms(
  engine: Engine,
  { alternatives, ...states }: TermsInStates,
  hasRows: (seq: RawBuilder<unknown>) => RawBuilder<unknown>,
) {
  if (engine === "sqlite") {
    const match = `name_rest : (${alternatives.map(allOf).join(" OR ")}) ${stateTags(states)}`;
    const rows = sql`candidate_names where candidate_names match ${match}`;
    const found = sql`
      (select rowid as hit from ${rows} and ${hasRows(sql`candidate_names.rowid`)}) as hits
      cross join candidate indexed by candidate_briefly where candidate.seq = hits.hit`;
    return { found, rows };
  }
  const has = alternatives.map((terms) => sql`${searchTerms} @> ${[...new Set(terms.flatMap(trigramsOf))]}::text[]`);
  return { found: sql`${foundBriefly(engine)} where (${sql.join(has, sql` or `)}) ${inStates(states)}`, isBrief: true };
}

/** As in PostgreSQL's index. */
const searchTerms = sql`candidate_search_terms(name_folded, approval, hidden)`;

const allOf = (terms: readonly string[]) => `(${terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(" AND ")})`;

/** The trigrams, by code point, that the database stores for a name with this term. */
function trigramsOf(folded: string): string[] {
  const letters = [...folded];
  return letters.slice(gramLength - 1).map((_, at) => letters.slice(at, at + gramLength).join(""));
}

type States = Omit<TermsInStates, "alternatives">;

const approvalTags = ({ approvals }: States) => approvals.map((approval) => `a:${approval.slice(0, 1)}`);
const hiddenTags = ({ hidden }: States) => hidden.map((flag) => `h:${flag}`);

/** Limits PostgreSQL's search to these states, unless they are all. */
function inStates(states: States): RawBuilder<unknown> {
  const anyOf = (tags: string[]) => sql`and ${searchTerms} && ${tags}::text[]`;
  return sql`${states.approvals.length < 3 ? anyOf(approvalTags(states)) : sql``}
    ${states.hidden.length < 2 ? anyOf(hiddenTags(states)) : sql``}`;
}

/** Limits SQLite's full-text search to these states, unless they are all. */
function stateTags(states: States): string {
  const anyOf = (tags: string[]) => `AND state_tags : (${tags.map((tag) => `"${tag}"`).join(" OR ")})`;
  return `${states.approvals.length < 3 ? anyOf(approvalTags(states)) : ""}
    ${states.hidden.length < 2 ? anyOf(hiddenTags(states)) : ""}`;
}
