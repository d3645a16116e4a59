import { inLatinDigits } from "../latin-digits.ts";
import { readFileName } from "../records/document-file-name.ts";
import { type AnyKind, anyKinds, type OwnPaper } from "../own-fields/own-paper.ts";
import { canonicalNumber, recordNumber } from "../records/numbers.ts";

/** What the path of a file in an archive tells: the kind of document, and the numbers of its possible owners. */
export type UploadName = {
  /** Null if the path names no kind, or several. */
  kind: AnyKind | null;
  /** The numbers that the path may contain. Only a number that a row of the table has is used. */
  numbers: string[];
  parts: readonly PartOfPath[];
};

/** A part of a path: the number that a folder is as a whole, and the numbers that its name may contain. */
type PartOfPath = { whole: string | null; pieces: string[] };

/** True for files that archivers and file managers add on their own. */
export const isArchiverJunk = (path: string): boolean =>
  path.endsWith("/") || /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(path);

const partsRead = 4;

/** Reads a path such as "A1234567/visa/1.jpg". The part nearest to the file that names a kind decides the kind. */
export function readUploadName(path: string, papers: readonly OwnPaper[] = []): UploadName {
  const [file = "", ...folders] = path.split("/").slice(-partsRead).toReversed();
  const read = [file, ...folders].map((part) => readFileName(part, anyKinds(papers), papers));
  const kinds = read.find((part) => part.kinds.length > 0)?.kinds ?? [];
  const parts = read.map(({ rest }, at) => ({
    whole: at === 0 ? null : recordNumber(folders[at - 1] ?? ""),
    pieces: rest.flatMap(numbersIn),
  }));
  return {
    kind: kinds.length === 1 ? (kinds[0] ?? null) : null,
    numbers: [...new Set(parts.flatMap(({ whole, pieces }) => (whole === null ? pieces : [whole, ...pieces])))],
    parts,
  };
}

/**
 * True for words that may be part of a number. Long words without digits are names of people; short ones may be the letters
 * of a number.
 */
const mayBeOfNumber = (word: string) => /\d/.test(word) || word.length <= 3;

/** True for a word that is a complete number, even if short names are next to it. */
const isComplete = (word: string) => /^[a-z]{1,3}\d{6,}$/i.test(word);

const isPlace = (word = "") => /^\d{1,2}$/.test(word);

/**
 * Returns the numbers that a text may contain. Never cuts a number out of a longer one, which may belong to somebody else:
 * adjacent words that may belong together stay together. Only a page number at the end is split off.
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

/**
 * Returns everything that the numbers of a path may refer to. If there are several results, nobody can tell which is right.
 * A folder that is a number as a whole is not taken apart: "PP123456" is no passport photo of 123456.
 */
export const meantBy = <Wanted>({ parts }: UploadName, find: (number: string) => Iterable<Wanted>): Set<Wanted> =>
  new Set(
    parts.flatMap(({ whole, pieces }) => {
      const found = whole === null ? [] : [...find(whole)];
      return found.length > 0 ? found : pieces.flatMap((number) => [...find(number)]);
    }),
  );
