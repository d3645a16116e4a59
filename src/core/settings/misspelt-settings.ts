export type Misspelt = { name: string; meant: string };

/**
 * Names in the environment that look like one of ours. Others belong to other programs. A name whose correct form is set
 * too may be meant for something else.
 */
export const misspeltAmong = (given: readonly string[], ours: readonly string[]): Misspelt[] =>
  given.flatMap((name) => {
    if (ours.includes(name)) return [];
    const meant = ours.find((known) => looksLike(name, known));
    return meant === undefined || given.includes(meant) ? [] : [{ name, meant }];
  });

export const asSentence = ({ name, meant }: Misspelt): string =>
  `${name} is no setting and has no effect: did you mean ${meant}?`;

const lettersOf = (name: string) => name.toUpperCase().replaceAll(/[^A-Z]/g, "");

/** How many letters may be wrong, missing, added or exchanged with the next. Short names have many neighbours. */
const mostWrong = (letters: number) => (letters < 6 ? 0 : letters < 10 ? 1 : letters < 13 ? 2 : 3);

function looksLike(name: string, known: string): boolean {
  const [given, wanted] = [lettersOf(name), lettersOf(known)];
  const most = mostWrong(wanted.length);
  return Math.abs(given.length - wanted.length) <= most && distance(given, wanted) <= most;
}

/** How many letters have to be changed, after Damerau and Levenshtein. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isExchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isExchanged && row > 1 && column > 1 ? (before[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    [before, last] = [last, next];
  }
  return last[other.length] ?? 0;
}
