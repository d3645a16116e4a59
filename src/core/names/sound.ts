/** How words sound, whatever their letters. Nothing here depends on a language or a locale. */

const vowels = "aeiouy";
const isVowel = (letter: string | undefined) => letter !== undefined && vowels.includes(letter);
const isLatin = (word: string) => /^[a-z]+$/.test(word);

const isOneSyllable = (word: string) => /^[^aeiouy]*[aeiouy]*[^aeiouy]*$/.test(word);

/**
 * Keys of a folded word: two words sound alike if they have a key in common. Words of one syllable, and what has digits,
 * only sound like themselves. There is a second key where "kh" or "x" may be an h.
 */
export function soundKeys(word: string): readonly string[] {
  if (/\p{N}/u.test(word)) return [word];
  if (!isLatin(word)) return [otherScript(word)];
  if (isOneSyllable(word)) return [word];
  const keys = [latinKey(word, "k")];
  if (/kh|x/.test(word)) keys.push(latinKey(word, "h"));
  return keys;
}

/** By their first letter, the letters that begin another consonant than the letter itself. Longer ones come first. */
const clusters: Readonly<Record<string, readonly (readonly [letters: string, sound: string])[]>> = {
  b: [["bh", "v"]],
  c: [
    ["ch", "c"],
    ["ck", "k"],
  ],
  d: [
    ["dj", "j"],
    ["dz", "j"],
    ["dh", "d"],
  ],
  g: [["gh", "g"]],
  j: [["jh", "j"]],
  k: [
    ["kh", "x"],
    ["ks", "x"],
  ],
  p: [["ph", "f"]],
  s: [
    ["sch", "s"],
    ["sh", "s"],
  ],
  t: [["th", "t"]],
  z: [["zh", "j"]],
};

const same: Readonly<Record<string, string>> = { q: "k", w: "v", b: "v", z: "j" };

/** Beginnings and endings that are one sound, whatever their letters: Morocco, Ethiopia, India, Uzbekistan. */
const likeOthers = (word: string) =>
  word
    .replace(/^ou(?=[aeiy])/, "w")
    .replace(/^wold/, "weld")
    .replace(/[ei]nd(?:er|ra)$/, "indr")
    .replace(/ulloh$/, "ulla");

function latinKey(spelt: string, x: "k" | "h"): string {
  const word = likeOthers(spelt);
  let key = "";
  let at = 0;
  while (at < word.length) {
    const start = at;
    at = endOfVowels(word, at);
    const sound = at > start ? vowelSound(word.slice(start, at), at === word.length) : "";
    if (sound === "") at = start;
    const [letters, consonant] = sound === "" ? consonantAt(word, at, x) : ["", sound];
    at += letters.length;
    if (!key.endsWith(consonant)) key += consonant;
  }
  return key.endsWith("j") && word.endsWith("z") ? `${key.slice(0, -1)}s` : key;
}

/** Where the vowels end that begin here. A y before a vowel at the beginning, and a w before a vowel, are consonants. */
function endOfVowels(word: string, from: number): number {
  let at = from;
  if (at === 0 && word[0] === "y" && isVowel(word[1])) return at;
  while (isVowel(word[at]) || (at > from && word[at] === "w" && !isVowel(word[at + 1]))) at += 1;
  return at;
}

function vowelSound(letters: string, isLast: boolean): string {
  if (letters.length === 1) return letters === "y" ? "i" : letters;
  const plain = letters
    .replaceAll("w", "u")
    .replaceAll("y", "i")
    .replaceAll(/ee|ii/g, "i")
    .replaceAll(/oo|ou|oe|uu/g, "u")
    .replaceAll("aa", "a");
  if (isLast && /^(?:ie|ei|ii)$/.test(plain)) return "i";
  return plain
    .replaceAll(/[ae]i|ae/g, "E")
    .replaceAll(/a[uo]/g, "O")
    .replaceAll(/(.)\1+/g, "$1");
}

function consonantAt(word: string, at: number, x: "k" | "h"): readonly [letters: string, sound: string] {
  const letter = word[at] ?? "";
  const cluster = clusters[letter]?.find(([letters]) => word.startsWith(letters, at));
  if (cluster) return cluster[1] === "x" ? [cluster[0], cluster[0] === "kh" ? x : "k"] : cluster;
  if (letter === "x") return [letter, x];
  if (letter === "c") return [letter, "eiy".includes(word[at + 1] ?? "-") ? "s" : "k"];
  // An h is heard before a vowel and after one, but not at the end.
  if (letter === "h") return [letter, at > 0 && (at === word.length - 1 || !isVowel(word[at - 1])) ? "" : "h"];
  return [letter, same[letter] ?? letter];
}

/** Letters of other scripts that sound like another one. What is not here is kept: vowels tell people apart. */
const alike: ReadonlyMap<string, string> = new Map(
  [
    // Bangla
    "িী ুূ নণ সশষ জয রড়ঢ় তৎ ংঙ",
    // Devanagari
    "िी ुू नण सशष बव लळ ंँ",
    // Cyrillic
    "иіїый еєёэ гґ уў кқ гғ хҳ",
  ]
    .flatMap((line) => line.split(" "))
    .flatMap((letters) => [...letters.normalize("NFC")].map((letter) => [letter, letters.slice(0, 1)] as const)),
);
const silent = /[ঁঃ়़ःʼьъ]/gu;

function otherScript(word: string): string {
  const said = word.replaceAll(silent, "").replaceAll(/[नमणङञ]्(?=\p{L})/gu, "ं");
  return [...said]
    .map((letter) => alike.get(letter) ?? letter)
    .join("")
    .replaceAll(/(.)্?\1/gu, "$1");
}

/** True if two words differ by one slip that two people's names do not differ by. */
export const isSlip = (one: string, other: string): boolean =>
  !/\p{N}/u.test(one) && differAtOnePlace(one, other, isSlipOfLetters);

/** The same of the keys of two words: a vowel that is easily taken for another one. */
export const isSlipOfSound = (one: string, other: string): boolean => differAtOnePlace(one, other, isOtherVowel);

type Difference = { few: string; many: string; long: string; at: number };

function differAtOnePlace(one: string, other: string, isSlight: (difference: Difference) => boolean): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < 5 || long.length - short.length > 1 || short[0] !== long[0]) return false;
  let start = 1;
  while (start < short.length && short[start] === long[start]) start += 1;
  let end = 0;
  while (end < short.length - start && short[short.length - 1 - end] === long[long.length - 1 - end]) end += 1;
  // The first and the last letter are the same.
  if (end === 0) return false;
  const [few, many] = [short.slice(start, short.length - end), long.slice(start, long.length - end)];
  return many.length <= 2 && isSlight({ few, many, long, at: start });
}

function isSlipOfLetters({ few, many, long, at }: Difference): boolean {
  if (few === "") return isLeftOut(long, at);
  if (long.length < 6) return false;
  return many.length === 2 ? few === `${many[1]}${many[0]}` : /^(?:sz|zs)$/.test(few + many);
}

/** Consonants tell brothers apart (Harjinder, Harinder), so only vowels, doubles and what is hardly heard are left out. */
const isLeftOut = (long: string, at: number) =>
  long.length >= 8 && ("aeiouyhrln".includes(long[at] ?? "-") || long[at] === long[at - 1]);

/** From how many sounds on two vowels are easily taken for each other: sisters are called Elena and Elina. */
const nearFrom: Readonly<Record<string, number>> = { ou: 5, ei: 6, ao: 7, ae: 7 };

const isOtherVowel = ({ few, many, long }: Difference) =>
  long.length >= (nearFrom[few + many] ?? nearFrom[many + few] ?? Infinity);
