import { between, pick, type Random } from "#demo/random.ts";

const longest = 65_536;

const numbers = ["0", "-1", "1", "00", "0.5", "255", "256", "65536", "1048577", "2147483648", "4294967296", "9007199254740993", "99999999999999999999", "1e308", "-1e308", "1e-7", "NaN"]; // prettier-ignore
const pieces = ["\0", "\t", "\n", "\r\n", "\n\n", " ", '"', "'", "<", ">", "&", "=", ";", ",", "~", ".", "-", "--", "+", "/", "\\", "%", "%00", "(", "]", "{", "}", "{}", "[]", "null", "true", '""', "__proto__", "\x1d", "\x1e", "\x7f", "\x80", "\xff", "\xff\xff\xff\xff", "\xed\xa0\x80", "\xe2\x80\xa8", "\xef\xbb\xbf", "\xe0\xa6\xad"]; // prettier-ignore

type Change = (text: string, other: string, random: Random) => string;

/** A place in the text, and one after it: near it most often. */
function rangeIn(text: string, random: Random): [from: number, to: number] {
  const from = between(0, text.length, random);
  return [from, Math.min(text.length, from + Math.floor(text.length ** random()))];
}

const replaced = (text: string, from: number, to: number, by: string) => text.slice(0, from) + by + text.slice(to);

const changes: readonly Change[] = [
  (text, _, random) => replaced(text, ...rangeIn(text, random), ""),
  (text, _, random) => {
    const at = between(0, text.length - 1, random);
    return replaced(text, at, at + 1, String.fromCharCode(text.charCodeAt(at) ^ (1 << between(0, 7, random))));
  },
  (text, _, random) => {
    const at = between(0, text.length, random);
    return replaced(text, at, at + between(0, 1, random), pick(pieces, random));
  },
  (text, _, random) => {
    const [from, to] = rangeIn(text, random);
    const times = pick([2, 2, 3, 20, 1000], random);
    return replaced(text, from, to, text.slice(from, to).repeat(Math.min(times, longest / (to - from + 1))));
  },
  (text, _, random) => {
    const found = [...text.matchAll(/\d+/g)];
    if (found.length === 0) return text;
    const { index, 0: number } = pick(found, random);
    return replaced(text, index, index + number.length, pick(numbers, random));
  },
  (text, other, random) => replaced(text, ...rangeIn(text, random), other.slice(...rangeIn(other, random))),
  (text, _, random) => {
    const [from, to] = rangeIn(text, random);
    const at = between(0, text.length, random);
    return replaced(text, at, at, text.slice(from, to));
  },
];

/** Changes an input in one to six places. `other` is an input to take parts from. */
export function mutated(input: string, other: string, random: Random): string {
  let text = input;
  for (let left = between(1, 6, random); left > 0; left -= 1) text = pick(changes, random)(text, other, random);
  return text.slice(0, longest);
}

/** Leaves parts out while the input still fails in the same way, and for a minute at most: an input may take a second. */
export async function shortestInput(failing: string, failsSame: (input: string) => Promise<boolean>): Promise<string> {
  const until = performance.now() + 60_000;
  let short = failing;
  for (let size = Math.ceil(short.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < short.length && performance.now() < until;) {
      const without = replaced(short, at, at + size, "");
      if (await failsSame(without)) short = without;
      else at += size;
    }
  }
  return short;
}
