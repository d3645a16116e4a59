import { frequentGiven, oftenLeftOut, vietnameseSurnames } from "./common-surnames.ts";
import { genderIn, maxLetters, NameWord, wordsOfName } from "./name-words.ts";
import { isSlip, isSlipOfSound, soundKeys } from "./sound.ts";

/**
 * True if a visitor who typed `given` knows the person called `name`, as people write names: decision 0112. Every typed word
 * must be a word of the name, the given name among them, and at least two words that are not titles, or the only one.
 */
export function nameMatches(given: string, name: string): boolean {
  const typed = wordsOfName(given);
  const known = wordsOfRecord(name);
  if (!typed?.some(isName) || !known) return false;
  return isWrittenAlike(typed, known) || isEnough(known, pairsOf(typed, known));
}

/** What the office wrote may have more words than anybody types. */
const wordsOfRecord = (name: string) => wordsOfName(name, Infinity);

/** True if every typed word is, apart from accents, a word of the name, and the name matches: what opens a holder's page. */
export function nameMatchesExactly(given: string, name: string): boolean {
  const known = wordsOfRecord(name);
  const isKnown = (word: NameWord) => known?.some((one) => sameLetters(word, one)) ?? false;
  return (wordsOfName(given)?.every(isKnown) ?? false) && nameMatches(given, name);
}

/**
 * Returns the same text for names that open the same records: for the same words in another order, with a title, or in
 * another spelling.
 */
export function guessedName(name: string): string {
  const words = wordsOfName(name);
  // It opens nothing.
  if (!words) return name.slice(0, maxLetters);
  const hasTelling = words.some((word) => isName(word) && !word.isCommon);
  const counting = words.filter((word) => !hasTelling || isCounted(word) || word.kind === "abdul");
  const keys = (isAnothers: boolean) => {
    const all = counting.filter((word) => word.isAnothers === isAnothers).map(keyOf);
    const different = new Set(all);
    // "Win Win" opens more than "Win".
    return (different.size === 1 ? all : [...different].toSorted()).join(" ");
  };
  return [keys(false), keys(true)].filter(Boolean).join(" / ");
}

const keyOf = ({ plain, standard }: NameWord): string => soundKeys(standard ?? plain)[0] ?? plain;

const isName = ({ kind }: NameWord) => kind === "name";
const isCounted = ({ kind }: NameWord) => kind === "name" || kind === "initial";

/** True for the same words, even if nothing in them tells people apart: nobody could write such a name better. */
function isWrittenAlike(typed: readonly NameWord[], known: readonly NameWord[]): boolean {
  const hasAll = (some: readonly NameWord[], all: readonly NameWord[]) =>
    some.every((word) => all.some((other) => word.isAnothers === other.isAnothers && sameLetters(word, other)));
  return hasAll(typed, known) && hasAll(known, typed) && typed.length >= known.length;
}

/** Accents are folded where one of the words has none: "Hưng" is "Hung", but not "Hùng". */
function sameLetters(one: NameWord, other: NameWord): boolean {
  if (one.plain !== other.plain) return false;
  if (one.marked === one.plain || other.marked === other.plain) return true;
  return one.marked === other.marked || tonesLast(one.marked) === tonesLast(other.marked);
}

/** "Hoà" is "Hòa": in Vietnam, the tone of a syllable may stand on either vowel. */
function tonesLast(word: string): string {
  const letters = word.normalize("NFD");
  return letters.replaceAll(tone, "") + (letters.match(tone)?.join("") ?? "");
}
const tone = /[\u0300\u0301\u0303\u0309\u0323]/g;

const areBothMarked = (one: NameWord, other: NameWord) => one.marked !== one.plain && other.marked !== other.plain;

/** Two spellings of one name, or two words that sound alike. */
function soundsAlike(one: NameWord, other: NameWord): boolean {
  if (areBothMarked(one, other)) return false;
  if (one.standard !== undefined && other.standard !== undefined) return one.standard === other.standard;
  return shareKey(one.keys, other.keys) || isWithArticle(one, other) || isWithArticle(other, one);
}

/** "Elsayed" is "Sayed", and "Elmansouri" is "Mansouri", but "Elmira" is not "Almira". */
const isWithArticle = (one: NameWord, other: NameWord) =>
  /^[ae]l[^aeiouy]/.test(one.plain) &&
  (other.plain.length >= 6 || other.isCommon) &&
  shareKey(soundKeys(one.plain.slice(2)), other.keys);

const shareKey = (keys: readonly string[], others: readonly string[]) => keys.some((key) => others.includes(key));

const isMisspelt = (one: NameWord, other: NameWord) =>
  isName(one) &&
  isName(other) &&
  !areBothMarked(one, other) &&
  (one.standard === undefined || other.standard === undefined) &&
  (isSlip(one.plain, other.plain) || isSlipOfSound(one.keys[0] ?? "", other.keys[0] ?? ""));

/** The words of the name that were typed, and how. `whole` lacks those of which one side has only an initial. */
type Pairs = { whole: ReadonlySet<NameWord>; typedAs: ReadonlyMap<NameWord, NameWord> };

/** More words than these that are written differently are another name: nothing more is tried. */
const mostOddWords = 4;

/** Null if a typed word is none of the name. */
function pairsOf(typed: readonly NameWord[], known: readonly NameWord[]): Pairs | null {
  const pairing = new Pairing(typed, known);
  for (const isSame of [sameLetters, soundsAlike]) pairing.pair(isSame);
  if (pairing.left.filter(isCounted).length > mostOddWords) return null;
  pairing.pairJoined();
  pairing.pair(isMisspelt);
  const whole = new Set(pairing.typedAs.keys());
  pairing.pairInitials();
  if (pairing.left.some((word) => !mayBeTyped(word, known)) || saysAnother(typed, known)) return null;
  return { whole, typedAs: pairing.typedAs };
}

/** Titles and particles may be typed, or not. So may a father's name that the record does not have. */
function mayBeTyped({ kind, isAnothers, isAfterFather, plain }: NameWord, known: readonly NameWord[]): boolean {
  if (isAfterFather) return !known.some((word) => word.isAfterFather);
  if (isAnothers) return !known.some((word) => word.isAnothers);
  if (kind === "initial") return plain === "m" && known.some((word) => word.kind === "muhammad");
  // "Mohammed" is a title in India, but a name in Ethiopia.
  return kind !== "name" && plain !== "mohammed";
}

function saysAnother(typed: readonly NameWord[], known: readonly NameWord[]): boolean {
  const [one, other] = [genderIn(typed), genderIn(known)];
  return one !== null && other !== null && one !== other;
}

class Pairing {
  /** For each word of the name that was typed, the typed word. */
  readonly typedAs = new Map<NameWord, NameWord>();
  readonly #typed: readonly NameWord[];
  readonly #known: readonly NameWord[];
  readonly #used = new Set<NameWord>();

  constructor(typed: readonly NameWord[], known: readonly NameWord[]) {
    this.#typed = typed;
    this.#known = known;
  }

  /** The typed words that are no words of the name so far. */
  get left(): NameWord[] {
    return this.#typed.filter((word) => !this.#used.has(word));
  }

  pair(isSame: (one: NameWord, other: NameWord) => boolean): void {
    for (const word of this.left) {
      const found = this.#known.find((other) => this.#mayBe(word, other) && isSame(word, other));
      if (found) this.#take(word, found);
    }
  }

  /** "Rahimuddin" is "Rahim Uddin", on either side. */
  pairJoined(): void {
    for (const word of this.left.filter(isName)) {
      const runs = runsOf(this.#known, (other) => this.#mayBe(word, other));
      for (const part of runs.find((run) => isJoined(word, run)) ?? []) this.#take(word, part);
    }
    for (const other of this.#known.filter((one) => isName(one) && !this.typedAs.has(one))) {
      const runs = runsOf(this.#typed, (word) => !this.#used.has(word) && this.#mayBe(word, other));
      for (const part of runs.find((run) => isJoined(other, run)) ?? []) this.#take(part, other);
    }
  }

  /** An initial stands for a word that begins with it, on either side. */
  pairInitials(): void {
    this.pair((word, other) => hasOneInitial(word, other) && word.plain[0] === other.plain[0]);
  }

  /** A father's name is no name of the person. */
  #mayBe(word: NameWord, other: NameWord): boolean {
    return !this.typedAs.has(other) && (other.isAnothers || !word.isAnothers);
  }

  #take(word: NameWord, other: NameWord): void {
    this.#used.add(word);
    this.typedAs.set(other, word);
  }
}

/** A family name that many have is not what an initial stands for: another one may be in the name. */
const hasOneInitial = (typed: NameWord, known: NameWord) =>
  typed.kind === "initial" ? known.kind !== "initial" : known.kind === "initial" && !typed.isCommon;

/** Every two or three neighbours that are all free. */
const runsOf = (words: readonly NameWord[], isFree: (word: NameWord) => boolean): NameWord[][] =>
  words
    .flatMap((_, at) => [words.slice(at, at + 2), words.slice(at, at + 3)])
    .filter((run, place) => run.length === 2 + (place % 2) && run.every(isFree));

function isJoined(word: NameWord, run: readonly NameWord[]): boolean {
  const joined = run.map(({ plain }) => plain).join("");
  if (Math.abs(joined.length - word.plain.length) > 3 || joined[0] !== word.plain[0]) return false;
  const marked = run.map((part) => part.marked).join("");
  const other = new NameWord({ kind: "name", isAnothers: word.isAnothers, plain: joined, marked });
  return sameLetters(word, other) || soundsAlike(word, other) || isMisspelt(word, other);
}

/** True if the words of the name that were typed are enough to know the person by. */
function isEnough(known: readonly NameWord[], pairs: Pairs | null): boolean {
  if (!pairs) return false;
  const names = known.filter((word) => isName(word) && !word.isAnothers);
  const given = givenNamesIn(names, known);
  const isKnown =
    given.length === 0 ? isOnlyCommonKnown(names, known, pairs) : given.some((word) => knows(word, known, pairs));
  return isKnown && worthOf(known, pairs) >= Math.min(2, mostWorth(known));
}

/** A common word after "Abdul" tells something only together with it. */
const knows = (word: NameWord, known: readonly NameWord[], { whole }: Pairs) => {
  const before = known[known.indexOf(word) - 1];
  return whole.has(word) && (before?.kind !== "abdul" || !word.isCommon || whole.has(before));
};

/** If all words are common: the first and another one, and for a single one its titles. */
function isOnlyCommonKnown(names: readonly NameWord[], known: readonly NameWord[], { whole }: Pairs): boolean {
  const [first] = names;
  if (!first || !whole.has(first)) return false;
  if (names.length > 1) return names.filter((word) => whole.has(word)).length > 1;
  return known.every((word) => whole.has(word) || word.kind === "particle");
}

/**
 * The words of which one must be typed: the given name, and the next one if the first is often left out. A sister shares
 * the other words. None if all are common.
 */
function givenNamesIn(names: readonly NameWord[], known: readonly NameWord[]): NameWord[] {
  const [first, ...others] = names;
  if (!first) return [];
  if (vietnameseSurnames.has(first.plain) && others.length > 0) return others.slice(-1);
  const own = afterHouseName(names);
  const isTelling = (word: NameWord, at: number) =>
    !word.isCommon || (at === 0 && word.isGivenFirst) || known[known.indexOf(word) - 1]?.kind === "abdul";
  const at = own.findIndex(isTelling);
  const [given, next] = at === -1 ? [] : own.slice(at);
  if (!given) return [];
  return next && oftenLeftOut.has(given.plain) && !next.isCommon ? [given, next] : [given];
}

/** In Sri Lanka, the name of the house ("Kuruppuarachchige") comes first and is often left out. */
function afterHouseName(names: readonly NameWord[]): readonly NameWord[] {
  const at = names.slice(0, -1).findLastIndex(({ plain }) => /...[aeiu]ge$/.test(plain));
  return names.slice(at + 1);
}

/** How many words of the name were typed. Initials count only beside a name that few have. */
function worthOf(known: readonly NameWord[], { whole, typedAs }: Pairs): number {
  const wholes = known.filter((word) => whole.has(word) && (isCounted(word) || isHalfOfKnown(word, known, whole)));
  const isRare = wholes.some((word) => isName(word) && !word.isCommon && !frequentGiven.has(word.plain));
  // "Win Win" is somebody else than "Win Moe Win".
  const isOneTwice =
    new Set(wholes.map(({ plain }) => plain)).size === 1 && wholes.length < known.filter(isCounted).length;
  if (isOneTwice && wholes.length > 1) return 1;
  if (wholes.length > 1 || !isRare) return wholes.length;
  const initials = [...typedAs].filter(([word]) => !whole.has(word) && isCounted(word));
  return wholes.length + initials.filter((both) => !both.some(({ isCommon }) => isCommon)).length;
}

/** "Abdul" and the word after it are two words, but no more than that without the other. */
const isHalfOfKnown = (word: NameWord, known: readonly NameWord[], whole: ReadonlySet<NameWord>) => {
  const next = known[known.indexOf(word) + 1];
  return word.kind === "abdul" && next !== undefined && whole.has(next);
};

const mostWorth = (known: readonly NameWord[]) =>
  known.filter((word) => isCounted(word) || word.kind === "abdul").length;
