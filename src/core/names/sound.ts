/** How words sound, whatever their letters. Nothing here depends on a language or a locale. */

const vowels = "aeiouy";
const isVowel = (letter: string | undefined) => letter !== undefined && vowels.includes(letter);
const isLatin = (word: string) => /^[a-z]+$/.test(word);

const isOneSyllable = (word: string) => /^[^aeiouy]*[aeiouy]*[^aeiouy]*$/.test(word);

/**
 * Keys of a folded word: two words sound alike if they have a key in common. Words of one syllable, and what has digits,
 * only sound like themselves. There are further keys where letters have two sounds: "kh" or "x" may be an h, v may be b or w,
 * "ou" may be "u" or "au", and "zh" may be an l.
 */
export function soundKeys(word: string): readonly string[] {
  if (!isLatin(word)) return [/\p{N}/u.test(word) ? word : otherScript(word)];
  const whole = word.replace(/^([^aeiouy]+y?)ine$/, "$1aing");
  if (isOneSyllable(whole)) return [rewriteSyllable(whole)];
  const said = rewriteWord(word);
  const keys = [latinKey(said, "k")];
  if (/kh|x/.test(said)) keys.push(latinKey(said, "h"));
  if (said.includes("v")) keys.push(latinKey(said.replaceAll("v", "w"), "k"));
  if (said.includes("ou")) keys.push(latinKey(said.replaceAll("ou", "au"), "k"));
  if (said.includes("zh")) keys.push(latinKey(said.replaceAll("zh", "l"), "k"));
  return keys;
}

type Rewritings = readonly (readonly [letters: RegExp, sound: string])[];

/** Most words have nothing to rewrite, which is asked first. */
function rewriter(rewritings: Rewritings): (word: string) => string {
  const any = new RegExp(rewritings.map(([{ source }]) => source).join("|"));
  const rewrite = (word: string, [letters, sound]: Rewritings[number]) => word.replace(letters, sound);
  return (word) => (any.test(word) ? rewritings.reduce(rewrite, word) : word);
}

/** In a word of one syllable every letter counts: only usual spellings of one sound are the same, most of them of Myanmar. */
const rewriteSyllable = rewriter([
  [/([^aeiouy])\1/g, "$1"],
  [/ee|ii|(?<=[^aeiouy])y(?![aeiou])/g, "i"],
  [/oo|uu|ou(?!ng)/g, "u"],
  [/aa/g, "a"],
  [/iy(?=[aeou])/g, "i"],
  [/^([kp])h/, "$1"],
  [/^ts/, "s"],
  [/^h(?=[tlmns])/, ""],
  [/(?:ou|aw)ng$/, "aung"],
  [/(?:ay|ey|ei|ae|aye|eye)$/, "e"],
  [/(?:ar|ah)$/, "a"],
  [/(?:oe|oh|ow)$/, "o"],
  [/or$/, "aw"],
  [/(?<=[st])ue$/, "u"],
  [/a[iy]ne?$/, "ein"],
]);

/** By their first letter, the letters that begin another consonant than the letter itself. Longer ones come first. */
const clusters: Readonly<Record<string, readonly (readonly [letters: string, sound: string])[]>> = {
  b: [["bh", "b"]],
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
  k: [["kh", "kh"]],
  p: [["ph", "f"]],
  s: [
    ["sch", "s"],
    ["sh", "s"],
  ],
  t: [
    ["th", "t"],
    ["tch", "c"],
    ["tj", "c"],
    ["ts", "s"],
  ],
  z: [["zh", "j"]],
};

const same: Readonly<Record<string, string>> = { q: "k", v: "b", z: "j" };

/** Letters that are one sound together: Morocco, Ethiopia, India, Sri Lanka, Uzbekistan, Ukraine. */
const rewriteWord = rewriter([
  [/ou(?=[aeiy])/g, "w"],
  [/^ye/, "e"],
  [/^i(?=[aeou])/, "y"],
  [/^e(?=[^aeiouy].{2})/, "i"],
  [/^o(?=[^aeiouy].{2})/, "u"],
  [/(?<=.)ye(?=va?$)/, "e"],
  [/chr/, "kr"],
  [/^ju(?=[ls])/, "yu"],
  [/^hr/, "gr"],
  [/^wo(?=[ln]d)/, "we"],
  [/[ei]nd(?:er|ra)$/, "indr"],
  [/ulloh$/, "ulla"],
  [/sin(?:gh?|h)[aei]$/, "singa"],
  [/(?<=w[ae]rdh?[ae]n|r[ae]th?n|nay[ae]k|sek[ae]r)e$/, "a"],
  [/(?<=.[^i]a[nm])e$/, ""],
  [/nium$/, "niam"],
  [/(?<=narayan|nivas)a$/, ""],
  [/(?<=...)aye$/, "ay"],
  [/que$/, "k"],
  [/ette?$/, "et"],
]);

/** In short words, s and sh before a vowel tell people apart: Saji, Shaji; Sameer, Shameer. But Sohel is Shohel. */
const isShHeard = (word: string, at: number) =>
  /^sh[aeiuy]/.test(word.slice(at, at + 3)) && word.replaceAll(/(.)\1/g, "$1").length < 8;

function latinKey(word: string, x: "k" | "h"): string {
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
  if (key.length >= 8) key = key.slice(0, 2) + key.slice(2, -1).replaceAll("e", "a") + key.slice(-1);
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
  // But "Nuriye" is not "Nuri".
  if (isLast && /^(?:ie|ei|ee|ii|i?y)$/.test(letters)) return "i";
  return plain
    .replaceAll(/[ae]i|ae/g, "E")
    .replaceAll(/a[uo]/g, "O")
    .replaceAll(/(.)\1+/g, "$1");
}

function consonantAt(word: string, at: number, x: "k" | "h"): readonly [letters: string, sound: string] {
  const letter = word[at] ?? "";
  const cluster = clusters[letter]?.find(([letters]) => word.startsWith(letters, at));
  if (letter === "s" && cluster && isShHeard(word, at)) return [cluster[0], "S"];
  if (cluster) return cluster[1] === "kh" ? [cluster[0], x] : cluster;
  if (letter === "x") return [letter, x === "k" ? "ks" : x];
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
    // Tamil, Sinhala
    "னநண ரற லள නණ ලළ සශෂ",
    // Cyrillic
    "иіїый еєёэ гґ уў кқ гғ хҳ",
    // Ethiopic
    "ሀሐኀሃሓኃ ሰሠ ሱሡ ሲሢ ሳሣ ስሥ አዐኣዓ እዕ ጸፀ",
    // Chinese
    "张張 刘劉 陈陳 杨楊 赵趙 黄黃 吴吳 孙孫 马馬 罗羅 郑鄭 谢謝 韩韓 冯馮 邓鄧 许許 萧蕭 叶葉 卢盧 钟鍾鐘 华華 国國 丽麗 红紅 伟偉 军軍 兰蘭 强強 东東 龙龍 云雲 义義 凤鳳 庆慶 荣榮 宝寶 学學",
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
  if (isLatin(long) && isOneSyllable(long)) return false;
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
  if (many.length === 2) return long.length >= 6 && few === `${many[1]}${many[0]}`;
  if (!/^(?:sz|zs)$/.test(few + many)) return false;
  // Naseem and Nazeem are two names, but Rizna is Risna.
  return long.length >= 8 || !isVowel(long[at + 1]) || !isVowel(long[at - 1]);
}

/** Consonants tell brothers apart (Harjinder, Harinder), so only vowels, doubles and what is hardly heard are left out. */
const isLeftOut = (long: string, at: number) =>
  long.length >= 8 && (isLoneVowel(long, at) || "hr".includes(long[at] ?? "-") || long[at] === long[at - 1]);

/** Victoriano and Victorino are brothers. */
const isLoneVowel = (word: string, at: number) => isVowel(word[at]) && !isVowel(word[at - 1]) && !isVowel(word[at + 1]);

/** From how many sounds on two vowels are easily taken for each other: sisters are called Elena and Elina. */
const nearFrom: Readonly<Record<string, number>> = { ou: 5, ei: 6, ao: 7, ae: 7, Ee: 6 };

const isOtherVowel = ({ few, many, long, at }: Difference) =>
  few === ""
    ? long.length >= 8 && isLoneVowel(long, at)
    : long.length >= (nearFrom[few + many] ?? nearFrom[many + few] ?? Infinity);
