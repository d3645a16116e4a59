export type Named = {
  names: readonly string[];
  /** Other words for it, and for what is in it. */
  words: string;
  /** True if it comes after others that fit as well. */
  isSecond?: boolean;
};

/** What it costs that a typed word fits a word of an entry only in this way. The cheapest entry is the first answer. */
const costs = { whole: 0, otherName: 1, beginning: 2, ending: 3, part: 4, second: 5, typo: 6, missing: 1000 };

/**
 * Returns the entries that the typed words name, best first. Misspelt words are recognised only if no entry has all words
 * as typed; entries that have some of the words are returned only if none has all.
 */
export function bestMatches<T extends Named>(entries: readonly T[], typed: string): T[] {
  const all = wordsOf(typed);
  if (all.length === 0) return [...entries];
  const meant = all.filter((word) => !fillers.has(word));
  const wanted = meant.length > 0 ? meant : all;
  const found = (fit: Fit, mostMissing: number) =>
    entries
      .map((entry) => ({ entry, cost: costOf(wanted, entry, fit) }))
      .filter(({ cost }) => cost < costs.missing * (mostMissing + 1))
      .toSorted((one, other) => one.cost - other.cost)
      .map(({ entry }) => entry);
  const asTyped = found(fitAsTyped, 0);
  if (asTyped.length > 0) return asTyped;
  const misspelt = found(fitMisspelt, 0);
  return misspelt.length > 0 ? misspelt : found(fitWhole, wanted.length - 1);
}

/** Words that a question has and that name nothing. */
const fillers = new Set(
  "a an the to of in on for from how do does i can me we is are what where when why who please show see go open page কীভাবে কিভাবে কী কি কোথায় আমি আমরা করব করবো করতে করা করুন চাই যায় একটি পাতা দেখুন দেখাও দেখব খুলুন"
    .normalize("NFKC")
    .split(" "),
);

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Returns what it costs that the typed word is this word. */
type Fit = (typed: string, word: string) => number;

function costOf(wanted: readonly string[], { names, words, isSecond = false }: Named, fit: Fit): number {
  const cheapest = (typed: string, among: readonly string[]) =>
    Math.min(costs.missing, ...among.map((word) => fit(typed, word)));
  const others = wordsOf(`${names.join(" ")} ${words}`);
  const inOthers = wanted.map((typed) => Math.min(costs.missing, cheapest(typed, others) + costs.otherName));
  const byName = names.map((name) => {
    const own = wordsOf(name);
    const sum = wanted.reduce((cost, typed, at) => cost + Math.min(cheapest(typed, own), inOthers[at] ?? 0), 0);
    // Of two names that fit equally well, the shorter one says less that was not asked for.
    return sum + own.length / 10;
  });
  return Math.min(...byName) + (isSecond ? costs.second : 0);
}

/** "delet", "deletes" and "elete" fit "delete". */
function fitAsTyped(typed: string, word: string): number {
  if (word === typed) return costs.whole;
  if (word.startsWith(typed)) return costs.beginning;
  if (differsInEnding(typed, word)) return costs.ending;
  return typed.length >= 4 && word.includes(typed) ? costs.part : costs.missing;
}

/** A few letters that begin a word say too little where other words fit nothing. */
const fitWhole: Fit = (typed, word) =>
  word === typed || differsInEnding(typed, word) ? fitAsTyped(typed, word) : costs.missing;

/** Of four to seven letters one may be wrong, of more two. */
function fitMisspelt(typed: string, word: string): number {
  const most = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2;
  if (most > 0 && word.length >= typed.length - most && distanceToBeginning(typed, word) <= most) return costs.typo;
  return fitAsTyped(typed, word);
}

/** True for "fees" and "fee", "deleting" and "delete", "দূতাবাসের" and "দূতাবাস". */
function differsInEnding(typed: string, word: string): boolean {
  let shared = 0;
  while (shared < word.length && typed[shared] === word[shared]) shared += 1;
  const isStem = shared === word.length && shared >= 3;
  return (isStem || shared >= 4) && Math.max(typed.length, word.length) - shared <= 3;
}

/**
 * Returns how many letters of the typed word were left out, added, exchanged, or swapped with their neighbour. The other word may
 * go on after it, because one finds while one types.
 */
function distanceToBeginning(typed: string, word: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: word.length + 1 }, (_, at) => at);
  for (let i = 1; i <= typed.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= word.length; j += 1) {
      const change = typed[i - 1] === word[j - 1] ? 0 : 1;
      const isSwap = i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1];
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + change,
        isSwap ? at(beforeLast, j - 2) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, row];
  }
  return Math.min(...last.slice(Math.max(0, typed.length - 2)));
}

const at = (row: readonly number[], place: number): number => row[place] ?? Infinity;
