import { fillers, frequentGiven, oftenLeftOut, vietnameseSurnames } from "./common-names.ts";
import { isCounted, isName, type NameWord } from "./name-words.ts";
import type { Pairs } from "./pair-words.ts";
import { isMuhammadInFull } from "./words-around-names.ts";

/** True if the words of the name that were typed are enough to know the person by. */
export function isEnough(known: readonly NameWord[], pairs: Pairs | null): boolean {
  if (!pairs) return false;
  const all = namesIn(known);
  const names = withoutHouseName(all);
  const agreed = names.filter((word) => knows(word, known, pairs));
  const [only, ...others] = names;
  if (only && others.length === 0) return agreed.length === 1 && isOnlyNameEnough(only, known, pairs);
  const given = givenNamesIn(names, known);
  if (!isGivenKnown(given, names, agreed, pairs)) return false;
  if (agreed.length > 1 && isInFull(names, agreed, pairs))
    return hasTelling(names) ? hasTelling(agreed) : areOthersKnown(known, all, names, pairs);
  // "José García" is too many people to be José Luis García Hernández.
  // "Siti Rahman" has as little of Siti Nurhaliza binti Rahman.
  const isLeftOut = (word: NameWord) => given.length > 1 && word === given[0];
  const tells = (word: NameWord) => word.tells || (given.includes(word) && !word.isCommonest);
  const isTelling = agreed.some((word) => tells(word) && !isLeftOut(word));
  return isTelling ? worthOf(known, pairs) > 1 : differentIn(agreed) > 2;
}

/** The names of the person. Where none is rare, "Muhammad" in full is one: Ibrahim Ali is the father of Muhammad Ibrahim Ali. */
function namesIn(known: readonly NameWord[]): readonly NameWord[] {
  const names = known.filter((word) => isName(word) && !word.isAnothers);
  const muhammad = known.find(({ kind, plain }) => kind === "muhammad" && isMuhammadInFull(plain));
  return muhammad && names.length > 1 && !hasTelling(names) ? [muhammad, ...names] : names;
}

const differentIn = (words: readonly NameWord[]) => new Set(words.map(({ plain }) => plain)).size;

/** A common word after "Abdul" tells something only together with it. */
function knows(word: NameWord, known: readonly NameWord[], { whole }: Pairs): boolean {
  const before = known[known.indexOf(word) - 1];
  return whole.has(word) && (before?.kind !== "abdul" || !word.isCommon || whole.has(before));
}

/** Beside a single name, initials and the father's name must be typed; titles, too, if many have it. */
function isOnlyNameEnough(only: NameWord, known: readonly NameWord[], { whole, typedAs }: Pairs): boolean {
  if (!only.tells) return known.every((word) => whole.has(word) || word.kind === "particle");
  const isFree = (word: NameWord) => !isCounted(word) && word.kind !== "abdul";
  return whole.size > 1 || known.every((word) => typedAs.has(word) || isFree(word));
}

const isFiller = ({ standard, plain }: NameWord) => fillers.has(standard ?? plain);

/** True if all names of the person are known, apart from those in the middle that many leave out. */
function isInFull(names: readonly NameWord[], agreed: readonly NameWord[], { typedAs }: Pairs): boolean {
  const missing = names.filter((word) => !agreed.includes(word) && !typedAs.has(word));
  return missing.every((word) => word.isAfterFather || (isFiller(word) && word !== names.at(-1)));
}

const hasTelling = (words: readonly NameWord[]) => words.some(({ tells }) => tells);

/**
 * Where none of the names tells people apart, what is written before and between them counts: "Văn" and "Thị", as half of
 * Vietnam is called Nguyễn Minh, and one of the initials or names of the house of a Sunil Perera.
 */
function areOthersKnown(
  known: readonly NameWord[],
  all: readonly NameWord[],
  names: readonly NameWord[],
  { typedAs }: Pairs,
): boolean {
  const middle = known.filter(
    ({ plain }) => vietnameseSurnames.has(names[0]?.plain ?? "") && /^(?:van|thi)$/.test(plain),
  );
  const before = known.filter((word) => word.kind === "initial" || (all.includes(word) && !names.includes(word)));
  return middle.every((word) => typedAs.has(word)) && (before.length === 0 || before.some((word) => typedAs.has(word)));
}

function isGivenKnown(
  given: readonly NameWord[],
  names: readonly NameWord[],
  agreed: readonly NameWord[],
  { typedAs }: Pairs,
): boolean {
  if (given.some((word) => agreed.includes(word))) return true;
  if (given.length === 0) return names[0] !== undefined && agreed.includes(names[0]);
  // "P. Anthony Fernando" leaves the name of the house short, and "M. Ali Sahinoglu" a name that very many have.
  const [first] = given;
  if (!first || !typedAs.has(first) || agreed.length < Math.max(2, names.length - 1)) return false;
  return first.plain.length >= 9 || (!first.tells && hasTelling(agreed));
}

/**
 * The words of which one must be typed: the given name, and the next one if the first is often left out. A sister shares
 * the other words. None if all are common family names.
 */
function givenNamesIn(names: readonly NameWord[], known: readonly NameWord[]): NameWord[] {
  const [first, ...others] = names;
  if (!first) return [];
  if (vietnameseSurnames.has(first.plain) && others.length > 0) return others.slice(-1);
  const last = names.at(-1);
  // "Gautam Dinesh Patel" is called Gautam, which is a family name of others. In "Patel Jignesh Kumar" it is one.
  const isFamily = last?.isCommon === true && !last.isAfterFather && !isFiller(last);
  const isBeforeFamily = names.length > 2 && isFamily && !isFiller(first);
  const isGiven = (word: NameWord, at: number) =>
    !word.isCommon ||
    (at === 0 && isBeforeFamily) ||
    (at === 0 && word.isGivenFirst) ||
    known[known.indexOf(word) - 1]?.kind === "abdul";
  const at = first.kind === "muhammad" ? 0 : names.findIndex(isGiven);
  const [given, next] = at === -1 ? [] : names.slice(at);
  if (!given) return [];
  return next && oftenLeftOut.has(given.plain) && !next.isCommon ? [given, next] : [given];
}

/** In Sri Lanka, the name of the house ("Kuruppuarachchige") comes first and is often left out. */
function withoutHouseName(names: readonly NameWord[]): readonly NameWord[] {
  const at = names.slice(0, -1).findLastIndex(({ plain }) => /(?:...[aeiu]ge|kulasuriya|arachchi)$/.test(plain));
  return names.slice(at + 1);
}

/** How many words of the name were typed. Initials count only beside a name that few have. */
function worthOf(known: readonly NameWord[], { whole, typedAs }: Pairs): number {
  const wholes = known.filter((word) => whole.has(word) && (isCounted(word) || isHalfOfKnown(word, known, whole)));
  // "Win Win" is somebody else than "Win Moe Win".
  if (wholes.length > 1 && differentIn(wholes) === 1) return 1;
  if (wholes.length > 1 || !wholes.some((word) => isName(word) && word.tells && !frequentGiven.has(word.plain)))
    return wholes.length;
  const initials = [...typedAs].filter(([word]) => !whole.has(word) && isCounted(word));
  return wholes.length + initials.filter((both) => !both.some(({ isCommon }) => isCommon)).length;
}

/** "Abdul" and the word after it are two words, but no more than that without the other. */
const isHalfOfKnown = (word: NameWord, known: readonly NameWord[], whole: ReadonlySet<NameWord>) => {
  const next = known[known.indexOf(word) + 1];
  return word.kind === "abdul" && next !== undefined && whole.has(next);
};
