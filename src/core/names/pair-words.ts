import { genderIn, isCounted, isName, type NameWord } from "./name-words.ts";
import { isJoined, isMisspelt, isShortFor, sameLetters, soundsAlike } from "./same-word.ts";

/** The words of the name that were typed, and how. `whole` lacks those of which one side has only an initial. */
export type Pairs = { whole: ReadonlySet<NameWord>; typedAs: ReadonlyMap<NameWord, NameWord> };

/** More words than these that are written differently are another name: nothing more is tried. */
const mostOddWords = 4;

/** Null if a typed word is none of the name. */
export function pairsOf(typed: readonly NameWord[], known: readonly NameWord[]): Pairs | null {
  const pairing = new Pairing(typed, known);
  for (const isSame of [sameLetters, soundsAlike]) pairing.pair(isSame);
  if (pairing.left.filter(isCounted).length > mostOddWords) return null;
  pairing.pairJoined();
  pairing.pair(isMisspelt);
  pairing.pair(isShortFor);
  const whole = new Set(pairing.typedAs.keys());
  pairing.pairInitials();
  if (pairing.left.some((word) => !mayBeTyped(word, word === typed[0], known)) || saysAnother(typed, known))
    return null;
  return { whole, typedAs: pairing.typedAs };
}

/** Titles and particles may be typed, or not. So may a father's name that the record does not have. */
function mayBeTyped(
  { kind, isAnothers, isAfterFather, plain, standard }: NameWord,
  isFirst: boolean,
  known: readonly NameWord[],
): boolean {
  if (isAfterFather) return !known.some((word) => word.isAfterFather);
  if (isAnothers) return !known.some((word) => word.isAnothers);
  if (kind === "initial") return plain === "m" && known.some((word) => word.kind === "muhammad");
  if (isFirst && (standard === "sheikh" || standard === "syed")) return true;
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

  /** An initial stands for a word, on either side. */
  pairInitials(): void {
    this.pair((word, other) => hasOneInitial(word, other) && word.plain[0] === other.plain[0]);
    for (const word of this.left.filter(isName)) {
      const runs = runsOf(this.#known, (other) => this.#mayBe(word, other));
      for (const part of runs.find((run) => word.plain === initialsOf(run)) ?? []) this.#take(word, part);
    }
  }

  /** A father's name is no name of the person. */
  #mayBe(word: NameWord, other: NameWord): boolean {
    if (this.typedAs.has(other)) return false;
    if (other.isAnothers || !word.isAnothers) return true;
    // "Ahmad bin Ismail" may be Ahmad Ismail in the record.
    return !this.#known.some(({ isAnothers }) => isAnothers) && other !== this.#known.find(isName);
  }

  #take(word: NameWord, other: NameWord): void {
    this.#used.add(word);
    this.typedAs.set(other, word);
  }
}

/** A family name that many have is not what an initial stands for: another one may be in the name. */
const hasOneInitial = (typed: NameWord, known: NameWord) =>
  typed.kind === "initial" ? known.kind !== "initial" : known.kind === "initial" && !typed.isCommon;

const initialsOf = (words: readonly NameWord[]) => words.map(({ plain }) => plain[0]).join("");

/** Every two or three neighbours that are all free. */
const runsOf = (words: readonly NameWord[], isFree: (word: NameWord) => boolean): NameWord[][] =>
  words
    .flatMap((_, at) => [words.slice(at, at + 2), words.slice(at, at + 3)])
    .filter((run, place) => run.length === 2 + (place % 2) && run.every(isFree));
