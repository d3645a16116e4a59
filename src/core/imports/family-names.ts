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

/**
 * How much oftener two columns have a part of a name in common in the same row than a row further, as the columns of a
 * person and a parent have.
 */
export function kinship(samples: Samples, one: number, other: number): number {
  const [first, second] = [one, other].map((at) => samples.map((cells) => wordsIn(cells[at])));
  if (!first || !second) return 0;
  const without = usualWords([...first, ...second]);
  const areKin = (words: string[], others: string[]) =>
    words.join(" ") !== others.join(" ") && words.some((word) => !without.has(word) && others.includes(word));
  const shareAt = (step: number) =>
    shareOf(
      first.map((words, at) => [words, second[(at + step) % second.length] ?? []]),
      areKin,
    );
  return shareAt(0) - shareAt(1);
}

/** In Arabic and Ethiopian names the second part is what the father is called. */
const isNamedAfter = (samples: Samples, name: number, father: number): number =>
  shareOf(
    samples.map((cells) => [wordsIn(cells[name]), wordsIn(cells[father])]),
    ([, second], [first]) => second !== undefined && second === first,
  );

const isOthers = (heading: string) =>
  (tellsOther(heading) && !hasPerson(heading)) ||
  someoneElse.test(heading.toLowerCase()) ||
  otherPersons.test(heading.toLowerCase());

const [areKin, margin, areNamedAfter] = [0.35, 0.2, 0.8];

/**
 * Without a heading for the name of a person, that is the column whose people share a name with their parents. Without one
 * for the father, it is the column with the second name of each person. Nobody can tell of two such columns.
 */
export function withFamilyNames(
  columns: Columns,
  { headings, samples }: Told,
  isOpen: (at: number) => boolean,
): Columns {
  const isLeft = (at: number) => columns[at] === null && textsIn(samples, at).length >= fewest;
  const left = [...headings.keys()].filter(isLeft);
  const best = (among: readonly number[], least: number, scoreOf: (at: number) => number) => {
    const [[at, score] = [-1, 0], [, next] = [-1, 0]] = among
      .map((column) => [column, scoreOf(column)] as const)
      .toSorted(([, one], [, another]) => another - one);
    const isTheirs = isOpen(at) && headings[at]?.own !== "" && !isOthers(headings[at]?.whole ?? "");
    return isTheirs && score >= least && score - next >= margin ? at : -1;
  };
  const names = left.filter((at) => areNames(textsIn(samples, at)));
  const [father, mother, name] = (["fatherName", "motherName", "name"] as const).map((field) => columns.indexOf(field));
  const parent = father === -1 ? (mother ?? -1) : (father ?? -1);
  if (!hasColumnFor(columns, "name") && parent !== -1) {
    const found = best(names, areKin, (at) => kinship(samples, at, parent));
    return found === -1 ? columns : columns.with(found, "name");
  }
  if (name !== undefined && name !== -1 && !hasColumnFor(columns, "fatherName")) {
    const found = best(left, areNamedAfter, (at) => isNamedAfter(samples, name, at));
    return found === -1 ? columns : columns.with(found, "fatherName");
  }
  return columns;
}
