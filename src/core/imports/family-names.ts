import { saidIn } from "./cell-text.ts";
import { type Columns, type Heading, hasColumnFor } from "./import-fields.ts";
import { namesSomebodyElse } from "./more-headings.ts";
import { areNames, textsIn } from "./presumed-columns.ts";
import { hasPerson } from "./presume-heading.ts";
import { tellsOther } from "./recognise-heading.ts";
import type { Cell } from "./table.ts";

type Samples = readonly (readonly Cell[])[];
type Told = { headings: readonly Heading[]; samples: Samples };

const mostWords = 10;
const wordsIn = (cell: Cell | undefined) =>
  (
    saidIn(cell)
      .toLowerCase()
      .match(/[\p{L}\p{M}]{2,}/gu) ?? []
  ).slice(0, mostWords);

/** Fewer rows share names by chance. */
const fewest = 5;

/** The share of rows in which `isOf` is true of the words of two columns. */
function shareOf(pairs: readonly (readonly [string[], string[]])[], isOf: (one: string[], other: string[]) => boolean) {
  const both = pairs.filter(([one, other]) => one.length > 0 && other.length > 0);
  return both.length < fewest ? 0 : both.filter(([one, other]) => isOf(one, other)).length / both.length;
}

const usual = 0.3;

/** What so many people of a table are called says nothing of their families: "Singh". */
function usualWords(columns: readonly string[][]): ReadonlySet<string> {
  const cells = columns.filter((words) => words.length > 0);
  const counted = Map.groupBy(
    cells.flatMap((words) => [...new Set(words)]),
    (word) => word,
  );
  return new Set([...counted].filter(([, all]) => all.length > usual * cells.length).map(([word]) => word));
}

/**
 * The share of rows in which two columns have a part of a name in common, as those of a person and a parent have. 0 if the
 * names of different rows have as much in common.
 */
function kinship(samples: Samples, one: number, other: number): number {
  const [first, second] = [one, other].map((at) => samples.map((cells) => wordsIn(cells[at])));
  if (!first || !second) return 0;
  const without = usualWords([...first, ...second]);
  const areKin = (words: string[], others: string[]) =>
    words.join(" ") !== others.join(" ") && words.some((word) => !without.has(word) && others.includes(word));
  const [share = 0, ...byChance] = samples.map((_, step) =>
    shareOf(
      first.map((words, at) => [words, second[(at + step) % second.length] ?? []]),
      areKin,
    ),
  );
  const rows = samples.length;
  const chance =
    Math.max(
      1,
      byChance.reduce((sum, shared) => sum + shared, 0),
    ) / rows;
  return share - chance >= 3 * Math.sqrt((chance * (1 - chance)) / rows) ? share : 0;
}

/** In Arabic and Ethiopian names the second part is what the father is called. His own name has more: a surname has not. */
function isNamedAfter(samples: Samples, name: number, father: number): boolean {
  const pairs = samples.map((cells) => [wordsIn(cells[name]), wordsIn(cells[father])] as const);
  return (
    shareOf(pairs, ([, second], [first]) => second !== undefined && second === first) >= areNamedAfter &&
    shareOf(pairs, (words, others) => others.some((word) => !words.includes(word))) >= haveMore
  );
}

const isOthers = (heading: string) => (tellsOther(heading) && !hasPerson(heading)) || namesSomebodyElse(heading);

const [areKin, margin, areNamedAfter, haveMore] = [0.35, 0.2, 0.8, 0.5];

/** The column before the father's that is kin to it, if no other column is nearly so. */
function personOf(samples: Samples, parent: number, names: readonly number[]): number | undefined {
  const [[at, score] = [-1, 0], [, next] = [-1, 0]] = names
    .map((column) => [column, kinship(samples, column, parent)] as const)
    .toSorted(([, one], [, another]) => another - one);
  return at < parent && score >= areKin && score - next >= margin ? at : undefined;
}

/** The only column with the second name of each person. */
function fatherOf(samples: Samples, name: number, left: readonly number[]): number | undefined {
  const [father, ...others] = left.filter((at) => isNamedAfter(samples, name, at));
  return others.length > 0 ? undefined : father;
}

/**
 * Without a heading for the name of a person, that is the column whose people share a name with their fathers. Without one
 * for the father, that is the column after whom people are named. Where a column stands tells nothing: a husband or an
 * agent may stand there.
 */
export function withFamilyNames(
  columns: Columns,
  { headings, samples }: Told,
  isOpen: (at: number) => boolean,
): Columns {
  const left = [...headings.keys()].filter((at) => columns[at] === null && textsIn(samples, at).length >= fewest);
  const isTheirs = (at: number) => isOpen(at) && headings[at]?.own !== "" && !isOthers(headings[at]?.whole ?? "");
  const withField = (field: "name" | "fatherName", at: number | undefined) =>
    at !== undefined && isTheirs(at) ? columns.with(at, field) : columns;
  const [father, name] = [columns.indexOf("fatherName"), columns.indexOf("name")];
  if (!hasColumnFor(columns, "name")) {
    const names = left.filter((at) => areNames(textsIn(samples, at)));
    return father === -1 ? columns : withField("name", personOf(samples, father, names));
  }
  if (hasColumnFor(columns, "fatherName") || name === -1) return columns;
  return withField("fatherName", fatherOf(samples, name, left));
}
