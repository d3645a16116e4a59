import { inLatinDigits } from "../latin-digits.ts";
import { readFileName } from "../records/document-file-name.ts";
import type { DocumentKind } from "../records/document-kinds.ts";
import { canonicalNumber } from "../records/numbers.ts";

/** What the place of a file in an archive says: which document it is, and whose it may be. */
export type UploadName = {
  /** Null where no kind is named, or several. */
  kind: DocumentKind | null;
  /** Numbers that it may mean. Only one that a row of the table has is taken. */
  numbers: string[];
};

/** What archivers and file managers add by themselves. */
export const isLitter = (path: string): boolean =>
  path.endsWith("/") || /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(path);

const partsRead = 4;

/** The nearest part that names a kind says it: "A1234567/visa/1.jpg". */
export function readUploadName(path: string): UploadName {
  const parts = path
    .split("/")
    .slice(-partsRead)
    .toReversed()
    .map((part) => readFileName(part));
  const kinds = parts.find((part) => part.kinds.length > 0)?.kinds ?? [];
  return {
    kind: kinds.length === 1 ? (kinds[0] ?? null) : null,
    numbers: [...new Set(parts.flatMap(({ rest }) => rest.flatMap(numbersIn)))],
  };
}

/** Long words are names of people; short ones may be the letters of a number. */
const mayBeOfNumber = (word: string) => /\d/.test(word) || word.length <= 3;

/** A number that is complete in itself, whatever short names stand beside it. */
const isComplete = (word: string) => /^[a-z]{1,3}\d{6,}$/i.test(word);

const isPlace = (word = "") => /^\d{1,2}$/.test(word);

/**
 * Numbers that a text may mean. A number is never cut out of a longer one, which may be somebody else's: words that may belong together
 * stay together, but for the place of a page at the end.
 */
function numbersIn(text: string): string[] {
  const words = inLatinDigits(text.normalize("NFKC")).split(/[^\p{L}\p{M}\p{Nd}]+/u);
  const runs: string[][] = [[]];
  for (const word of words) {
    if (word !== "" && mayBeOfNumber(word)) runs.at(-1)?.push(word);
    else runs.push([]);
  }
  const meant = runs.flatMap((run) => [
    run.join(""),
    ...(run.length === 2 && isPlace(run[1]) ? [run[0] ?? ""] : []),
    ...run.filter(isComplete),
  ]);
  const numbers = meant.map(canonicalNumber).filter((number) => number !== null);
  return numbers.filter((number) => /(?:\d.*){4}/.test(number));
}

/** What the numbers of a path mean. More than one thing: nobody can tell which. */
export const meantBy = <Wanted>({ numbers }: UploadName, find: (number: string) => Iterable<Wanted>): Set<Wanted> =>
  new Set(numbers.flatMap((number) => [...find(number)]));
