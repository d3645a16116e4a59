import { alsoGiven, commonestGiven, familyEnding, patronymic, surnames, vietnameseSurnames } from "./common-names.ts";
import { soundKeys } from "./sound.ts";
import { isListed, standardSpelling } from "./spelling-groups.ts";
import {
  abduls,
  beginsAnothersName,
  degrees,
  degreesWithDots,
  endsAnothersName,
  genderOf,
  muhammads,
  otherTitles,
  particles,
  particlesBetween,
  titlesAtTheBeginning,
  titlesOfLongNames,
  titlesOfMen,
  titlesOfWomen,
} from "./words-around-names.ts";

/** `abdul`: half of the name that it makes with the next word. `initial`: one letter. `name`: all others. */
type WordKind = "title" | "muhammad" | "particle" | "abdul" | "initial" | "name";

type WordFacts = Pick<NameWord, "marked" | "plain" | "kind" | "isAnothers" | "hasMarks">;

/** A word of a name, folded. What takes long is found out once, if somebody asks. */
export class NameWord {
  /** Small letters, with accents. */
  readonly marked: string;
  /** Without accents. */
  readonly plain: string;
  readonly kind: WordKind;
  /** True after "s/o", "bin" and the like: the name of somebody else. */
  readonly isAnothers: boolean;
  /** True if it was written with its accents, so that none are missing. */
  readonly hasMarks: boolean;
  #standard: { spelling: string | undefined } | undefined;
  #keys: readonly string[] | undefined;
  #isCommon: boolean | undefined;

  constructor({ marked, plain, kind, isAnothers, hasMarks }: WordFacts) {
    this.marked = marked;
    this.plain = plain;
    this.kind = kind;
    this.isAnothers = isAnothers;
    this.hasMarks = hasMarks;
  }

  /** The spelling that stands for all of this name, if it has several. */
  get standard(): string | undefined {
    return (this.#standard ??= { spelling: standardSpelling(this.plain) }).spelling;
  }

  /** How it sounds. */
  get keys(): readonly string[] {
    return (this.#keys ??= [this.plain, ...spokenForms(this.marked)].flatMap((form) => soundKeys(form)));
  }

  /** True for a word that many have as a family name or as a second name. */
  get isCommon(): boolean {
    return (this.#isCommon ??= familyEnding.test(this.plain) || this.isAfterFather || hasKey(commonKeys, this));
  }

  /** True for one of the commonest given names. */
  get isCommonest(): boolean {
    return isMyanmar.test(this.plain) || hasKey(commonestKeys, this);
  }

  /** True for a word that few have. */
  get tells(): boolean {
    return !this.isCommon && !this.isCommonest;
  }

  /** True for common words that are given names at the beginning of a name. "Syed" is a title there, but "Sayed" is none. */
  get isGivenFirst(): boolean {
    return hasKey(alsoGivenKeys, this) && (this.plain === "sayed" || this.standard !== "syed");
  }

  /** True for a name after the father, by its ending. */
  get isAfterFather(): boolean {
    return patronymic.test(this.plain);
  }
}

export const isName = ({ kind }: NameWord): boolean => kind === "name";
export const isCounted = ({ kind }: NameWord): boolean => kind === "name" || kind === "initial";

export const maxLetters = 200;

/** The words of a name. Null for what is too long to be one: it matches nothing. */
export function wordsOfName(text: string, maxWords = 12): NameWord[] | null {
  if (text.length > maxLetters) return null;
  const folded = foldText(text);
  if (folded.length > 2 * maxLetters) return null;
  const words = partsOf(inWrittenOrder(withoutDegrees(folded))).flatMap(splitWord);
  return words.length > maxWords ? null : classified(words);
}

/** Signs within a word, however they are typed, and signs that nobody sees. */
const unheard = /['’‘ʻʼʾʿ`´ʹ′＇\p{Cf}]/gu;

/** Vowel signs and joining signs of Arabic, which are seldom written. */
const arabicSigns = /[\u0640\u064B-\u0652\u0670ء]/gu;
const arabicLetters: Readonly<Record<string, string>> = Object.fromEntries(
  ["اأإآٱ", "يىیےئ", "وؤ", "هةہھۃۂ", "كک", "نں"].flatMap(([letter = "", ...others]) =>
    others.map((other) => [other, letter]),
  ),
);

const foldText = (text: string): string =>
  /^[ -~]*$/.test(text) ? text.replaceAll(/['`]/g, "").toLowerCase() : foldLetters(text);

const foldLetters = (text: string): string =>
  text
    .replaceAll(unheard, "")
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("i\u0307", "i")
    // Capitals do not show which i it is.
    .replaceAll("ı", "i")
    .replaceAll(arabicSigns, "")
    .replaceAll(/[أإآٱىیےئؤةکہھۃۂں]/gu, (letter) => arabicLetters[letter] ?? letter);

/** "Budi Santoso, S.H., M.Kom." is Budi Santoso. */
function withoutDegrees(text: string): string {
  const words = text.trim().split(/\s+|(?<=,)/);
  while (words.length > 2 && isDegree(words.at(-1) ?? "", words.at(-2) ?? "")) words.pop();
  return words.join(" ").replace(/,$/, "");
}

function isDegree(word: string, before: string): boolean {
  const letters = word.replaceAll(/[.,]/g, "");
  if (degrees.has(letters)) return true;
  return degreesWithDots.has(letters) && (before.endsWith(",") || /\p{L}\.\p{L}/u.test(word));
}

/** "Uddin, Rahim" is Rahim Uddin. */
const inWrittenOrder = (text: string): string =>
  /^([^,]*),([^,]*)$/.exec(text)?.slice(1).toReversed().join(" ") ?? text;

/** Ethiopian and other short forms with a slash: the slash ends them, as a dot does elsewhere. */
const shortForms: Readonly<Record<string, string>> = {
  a: "abdul ",
  f: "fikre ",
  g: "gebre ",
  h: "haile ",
  k: "kidane ",
  t: "tekle ",
  w: "welde ",
};

function partsOf(text: string): string[] {
  const spelt = text
    .replaceAll(/(?<!\p{L})(?:([sdwcfh])\s?\/\s?o|a\/[lp]|(?:son|daughter|wife)\s+of)(?!\p{L})/gu, " so ")
    .replaceAll(/(?<!\p{L})(?:w\/(?:ro|rt|t)|ወ\/ሮ|ወ\/ሪት|ዶ\/ር)(?!\p{L})/gu, " ")
    .replaceAll(/(?<!\p{L})([afghktw])\/(?=\p{L}{3})/gu, (_, letter: string) => shortForms[letter] ?? "")
    // Nepal: short for Bishwakarma, Khatri Chhetri
    .replace(/(?<!\p{L})(b|k)\.?\s?(k|c)\.?\s*$/u, "$1$2");
  return spelt
    .replaceAll(syllableOfMyanmar, " $&")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Myanmar writes no spaces, so each syllable is a word, as in Latin letters. */
const syllableOfMyanmar = /(?<!\u1039)[\u1000-\u102A\u103F](?![\u1039\u103A])/gu;
const isMyanmar = /\p{Script=Myanmar}/u;

/** Splits what is written as one word by some and as two by others, and is always two. */
function splitWord(word: string): string[] {
  if (isListed(word) || abduls.has(word)) return [word];
  const latin = /^abd[uaei]?(?:l|(?<article>[rsznmtd]|sh)(?=\k<article>))?(?<name>[a-z]{3,})$/.exec(word);
  if (latin?.groups?.["name"]) return ["abdul", latin.groups["name"]];
  const arabic = /^عبدال(?<name>.{3,})$/u.exec(word)?.groups?.["name"];
  if (arabic !== undefined) return ["عبد", arabic];
  const article = /^ال(?<name>.{3,})$/u.exec(word)?.groups?.["name"];
  if (article !== undefined && word !== "الله") return [article];
  const [, name, after] = /^([a-z]{4,})(bhai|ben|kumar)$/.exec(word) ?? [];
  return name !== undefined && after !== undefined ? [name, after] : [word];
}

function classified(words: readonly string[]): NameWord[] {
  const isAnothers = anothers(words);
  const all = words.map((marked, at) => ({ marked, isAnothers: isAnothers[at] ?? false }));
  const unmarked = all.filter(({ marked }) => !beginsAnothersName.has(marked) && !endsAnothersName.has(marked));
  // "So Ho" is a name.
  const named = unmarked.length > 0 ? unmarked : all;
  // Who is called only "Bin Ali" is nobody's son here.
  const own = named.some((word) => !word.isAnothers) ? named : named.map((word) => ({ ...word, isAnothers: false }));
  const plain = own.map(({ marked }) => withoutAccents(marked));
  const areMarked = own.map(({ marked }, at) => marked !== plain[at]);
  // Whoever writes "Lê Thị Anh" with accents does not mean Ánh.
  const isVietnamese = plain.some((word) => vietnameseSurnames.has(word)) && areMarked.includes(true);
  return own.map(
    (word, at) =>
      new NameWord({
        ...word,
        plain: plain[at] ?? "",
        kind: kindAt(plain, at),
        hasMarks: isVietnamese || areMarked[at] === true,
      }),
  );
}

function anothers(words: readonly string[]): boolean[] {
  const begins = words.findIndex((word) => beginsAnothersName.has(word));
  return words.map((_, at) => (begins !== -1 && at > begins) || endsAnothersName.has(words[at + 1] ?? ""));
}

const accents = /\p{Mn}/gu;

/** Marks are letters in other scripts than Latin. */
export const withoutAccents = (word: string): string =>
  /^[a-z0-9]*$/.test(word) || !/\p{Script=Latin}/u.test(word)
    ? word
    : word
        .normalize("NFD")
        .replaceAll(accents, "")
        .replaceAll(/[ıđøłßæœ]/g, (letter) => ownLetters[letter] ?? letter);

const ownLetters: Readonly<Record<string, string>> = { ı: "i", đ: "d", ø: "o", ł: "l", ß: "ss", æ: "ae", œ: "oe" };

/** What is written instead of letters with accents. */
const spoken: readonly (readonly [letter: string, letters: string])[] = [
  ["ö", "oe"],
  ["ü", "ue"],
  ["ä", "ae"],
  ["ş", "sh"],
  ["ç", "ch"],
  ["ñ", "ny"],
];

function spokenForms(marked: string): string[] {
  const form = spoken.reduce((word, [letter, letters]) => word.replaceAll(letter, letters), marked);
  return form === marked ? [] : [withoutAccents(form)];
}

/** True for what is a title wherever it stands. */
export const isTitle = (word: string): boolean =>
  !titlesAtTheBeginning.has(word) &&
  !titlesOfLongNames.has(word) &&
  (muhammads.has(word) || titlesOfMen.has(word) || titlesOfWomen.has(word) || otherTitles.has(word));

/** "Sai Kumar Reddy" is called Sai. */
const beforeFamily: ReadonlySet<string> = new Set(surnames);

function kindAt(words: readonly string[], at: number): WordKind {
  const word = words[at] ?? "";
  const isFirst = at === 0;
  const isLast = at === words.length - 1;
  if (titlesAtTheBeginning.has(word) && isFirst && !isLast && words[1] !== word) return "title";
  if (
    titlesOfLongNames.has(word) &&
    isFirst &&
    words.length > 2 &&
    !beforeFamily.has(words[1] ?? "") &&
    words[1] !== word
  )
    return "title";
  if (muhammads.has(word)) return words.slice(0, at).every(isTitle) ? "muhammad" : "name";
  if (isTitle(word)) return "title";
  if (abduls.has(word) && !isLast) return "abdul";
  if (particles.has(word) || (particlesBetween.has(word) && !isFirst && !isLast)) return "particle";
  return /^[a-z]$/.test(word) ? "initial" : "name";
}

const keysOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.map((word) => standardSpelling(word) ?? soundKeys(word)[0] ?? word));

const commonKeys = keysOf([...surnames, ...alsoGiven, ...vietnameseSurnames]);
const [alsoGivenKeys, commonestKeys] = [keysOf(alsoGiven), keysOf(commonestGiven)];

const hasKey = (keys: ReadonlySet<string>, { standard, keys: own }: NameWord) =>
  standard === undefined ? own.some((key) => keys.has(key)) : keys.has(standard);

/** Of whom the words beside the names speak; null if they do not say it, or speak of both. */
export function genderIn(words: readonly NameWord[]): "man" | "woman" | null {
  const named = new Set(
    words.filter(({ isAnothers }) => !isAnothers).map(({ plain, kind }) => genderOfWord(plain, kind)),
  );
  named.delete(null);
  const [only = null] = named;
  return named.size === 1 ? only : null;
}

function genderOfWord(plain: string, kind: WordKind) {
  if (kind === "muhammad") return "man";
  return kind === "name" && titlesOfLongNames.has(plain) ? null : genderOf(plain);
}
