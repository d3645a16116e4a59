import type { FieldProblem } from "../errors.ts";
import { commonPhrases, commonWords, walks } from "./common-passwords.ts";

/** Both limits count characters as people see them, after NFKC. */
const minPasswordLength = 12;
const maxPasswordLength = 128;
/** A longer text is refused before its characters are counted, because counting could take too long. */
const maxTypedLength = 1000;

/** The future owner of the password. Others know the name and address, so these are no secret. */
export type PasswordOwner = { email: string; name: string };

/** Returns why this cannot be a password. Null if it can. */
export function passwordProblem(password: string, owner: PasswordOwner): FieldProblem | null {
  if (password.length > maxTypedLength) return "password-long";
  const characters = [...password.normalize("NFKC")];
  if (characters.length > maxPasswordLength) return "password-long";
  if (!password.isWellFormed() || password.includes("\0")) return "not-text";
  const folded = characters.join("").toLowerCase();
  if (characters.length < minPasswordLength) return problemOfShortPassword(folded, owner);
  if (isPersonal(folded, owner)) return "password-personal";
  return isCommon(folded) ? "password-common" : null;
}

/**
 * Returns the problem of a password that is too short. Also tells if a longer password of this kind would be refused as
 * well.
 */
function problemOfShortPassword(folded: string, owner: PasswordOwner): FieldProblem {
  if (folded.length < tellingLength) return "password-short";
  if (isPersonal(folded, owner)) return "password-short-personal";
  return isOnLists(folded) ? "password-short-common" : "password-short";
}

function isCommon(folded: string): boolean {
  return new Set(folded).size <= 4 || isRepetition(folded) || isWalk(folded) || isOnLists(folded);
}

const isOnLists = (folded: string) => [folded, plain(folded)].some(isCommonText);

/** True for a text such as "abc123abc123abc123": repeating a part makes no password stronger. */
function isRepetition(text: string): boolean {
  return (text + text).indexOf(text, 1) < minPasswordLength;
}

const minWalk = 4;
const enoughBesides = 4;
const allWalks = walks.flatMap((walk) => [walk, [...walk].toReversed().join("")]);

/** True if almost every character belongs to a walk along a keyboard row or a known sequence. */
function isWalk(text: string): boolean {
  let besides = 0;
  for (let at = 0; at < text.length;) {
    const steps = longestWalkAt(text, at);
    if (steps === 0) besides += 1;
    at += Math.max(steps, 1);
  }
  return besides < enoughBesides;
}

function longestWalkAt(text: string, at: number): number {
  let steps = 0;
  while (at + steps < text.length && allWalks.some((walk) => walk.includes(text.slice(at, at + steps + 1)))) steps += 1;
  return steps >= minWalk ? steps : 0;
}

const maxWords = 2;

/** True for a phrase of the list, or for at most two words of the list, with any digits and signs around them. */
function isCommonText(text: string): boolean {
  const letters = text.replaceAll(digitsAndSigns, "");
  return commonPhrases.has(letters) || isMadeOfWords(letters, maxWords);
}

function isMadeOfWords(letters: string, atMost: number): boolean {
  if (letters === "") return true;
  if (atMost === 0) return false;
  return Array.from({ length: letters.length }, (_, at) => at + 1).some(
    (end) => commonWords.has(letters.slice(0, end)) && isMadeOfWords(letters.slice(end), atMost - 1),
  );
}

/** Signs that are often typed instead of a letter. */
const lookAlikes = Object.entries({ a: "@4", e: "3", i: "1!", o: "0", s: "$5", t: "7" });
const letterFor = (sign: string) => lookAlikes.find(([, signs]) => signs.includes(sign))?.[0] ?? sign;

const digitsAndSigns = /[\s!-@[-`{-~]/g;
const edges = /^[\s!-@[-`{-~]+|[\s!-@[-`{-~]+$/g;

/** Turns "p@ssw0rd2026" into "password". */
const plain = (text: string) => text.replaceAll(edges, "").replaceAll(/[@431!0$57]/g, letterFor);

const tellingLength = 4;
const enoughOfOnesOwn = 6;

/** True if almost nothing is left after removing the parts of the address and the name. */
function isPersonal(folded: string, { email, name }: PasswordOwner): boolean {
  const known = [
    email,
    ...email.split("@"),
    ...email.split(/[@.+_-]/),
    ...name.split(/\s+/),
    name.replaceAll(/\s+/g, ""),
  ]
    .map((part) => part.normalize("NFKC").toLowerCase())
    .filter((part) => part.length >= tellingLength)
    .toSorted((a, b) => b.length - a.length);
  if (!known.some((part) => folded.includes(part))) return false;
  const rest = known.reduce((text, part) => text.replaceAll(part, ""), folded);
  return rest.replaceAll(/[^\p{L}\p{N}]/gu, "").length < enoughOfOnesOwn;
}
