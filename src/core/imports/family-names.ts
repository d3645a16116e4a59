import { saidIn } from "./cell-text.ts";
import { type Columns, type Heading, hasColumnFor } from "./import-fields.ts";
import { otherPersons, someoneElse } from "./more-headings.ts";
import { areNames, textsIn } from "./presumed-columns.ts";
import { hasPerson } from "./presume-heading.ts";
import { tellsOther } from "./recognise-heading.ts";
import type { Cell } from "./table.ts";

type Samples = readonly (readonly Cell[])[];
type Told = { headings: readonly Heading[]; samples: Samples };

const wordsIn = (cell: Cell | undefined) =>
  saidIn(cell)
    .toLowerCase()
    .match(/[\p{L}\p{M}]{2,}/gu) ?? [];

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

/** The share of rows in which two columns have a part of a name in common, as those of a person and a parent have. */
function kinship(samples: Samples, one: number, other: number): number {
  const pairs = samples.map((cells) => [wordsIn(cells[one]), wordsIn(cells[other])] as const);
  const without = usualWords(pairs.flat());
  return shareOf(
    pairs,
    (words, others) =>
      words.join(" ") !== others.join(" ") && words.some((word) => !without.has(word) && others.includes(word)),
  );
}

/** In Arabic and Ethiopian names the second part is what the father is called. */
const isNamedAfter = (samples: Samples, name: number, father: number): boolean =>
  shareOf(
    samples.map((cells) => [wordsIn(cells[name]), wordsIn(cells[father])]),
    ([, second], [first]) => second !== undefined && second === first,
  ) >= areNamedAfter;

const isOthers = (heading: string) =>
  (tellsOther(heading) && !hasPerson(heading)) ||
  someoneElse.test(heading.toLowerCase()) ||
  otherPersons.test(heading.toLowerCase());

const [areKin, margin, areNamedAfter] = [0.35, 0.2, 0.8];

/** The column that is kin to the father's, if no other column is nearly so. The only one of names is so beside the father. */
function personOf(samples: Samples, parent: number, names: readonly number[]): number | undefined {
  const [only = -1, ...others] = names;
  if (others.length === 0 && Math.abs(only - parent) === 1) return only;
  const [[at, score] = [-1, 0], [, next] = [-1, 0]] = names
    .map((column) => [column, kinship(samples, column, parent)] as const)
    .toSorted(([, one], [, another]) => another - one);
  return score >= areKin && score - next >= margin ? at : undefined;
}

type Left = { names: readonly number[]; left: readonly number[] };

/**
 * The only column with the second name of each person. Or else the one before the mother, if it is kin to the person, or the
 * only one of names and between the two.
 */
function fatherOf(samples: Samples, name: number, mother: number, { names, left }: Left): number | undefined {
  const [father, ...others] = left.filter((at) => isNamedAfter(samples, name, at));
  if (others.length > 0) return undefined;
  const isOnly = (at: number) => names.length === 1 && at === name + 1;
  const before = names.find((at) => at > name && at === mother - 1);
  const isFather = before !== undefined && (isOnly(before) || kinship(samples, before, name) >= areKin);
  return father ?? (isFather ? before : undefined);
}

/**
 * Without a heading for the name of a person, that is the column whose people share a name with their parents, or the only
 * one of people. Without one for the father, whom the names of people tell.
 */
export function withFamilyNames(
  columns: Columns,
  { headings, samples }: Told,
  isOpen: (at: number) => boolean,
): Columns {
  const left = [...headings.keys()].filter((at) => columns[at] === null && textsIn(samples, at).length >= fewest);
  const names = left.filter((at) => areNames(textsIn(samples, at)));
  const isTheirs = (at: number) => isOpen(at) && headings[at]?.own !== "" && !isOthers(headings[at]?.whole ?? "");
  const withField = (field: "name" | "fatherName", at: number | undefined) =>
    at !== undefined && isTheirs(at) ? columns.with(at, field) : columns;
  const [father = -1, mother = -1, name = -1] = (["fatherName", "motherName", "name"] as const).map((field) =>
    columns.indexOf(field),
  );
  if (!hasColumnFor(columns, "name"))
    return father === -1 ? columns : withField("name", personOf(samples, father, names));
  if (hasColumnFor(columns, "fatherName") || name === -1) return columns;
  return withField("fatherName", fatherOf(samples, name, mother, { names, left }));
}
