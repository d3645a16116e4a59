import { once } from "../once-per.ts";

/** No slips: words for a name and for a permit of any kind in other languages. "Prmt" may be a permit, or permanent. */
const spelt: ReadonlySet<string> = new Set(["nombre", "permis", "prmt"]);

/** English words that are often typed with a slip, and are near no other word of a heading. */
const oftenMistyped: readonly string[] =
  "medical village district passport address permanent middle passenger student maiden labour clearance insurance township seafarer biometrics vignette expiration residential caregiver housemaid employment residence nationality citizenship father fathers mother mothers surname candidate applicant worker permit number expiry expires expire validity mobile holder".split(
    " ",
  );

/** "pasport" and "adderss" as they are spelt, and "fthr" as the word that it stands for. */
export const asSpelt = (word: string): string => short.get(word) ?? withoutSlip(word);
const short: ReadonlyMap<string, string> = new Map([
  ["nm", "name"],
  ["nme", "name"],
  ["nms", "names"],
  ["1st", "first"],
]);
const withoutSlip = (word: string): string =>
  /^[a-z]{4,}$/.test(word) && !oftenMistyped.includes(word) && !spelt.has(word)
    ? (oftenMistyped.find((meant) => isSlipOf(word, meant)) ?? byConsonants(word) ?? word)
    : word;

/** "Other" is no "mother": a short word has its first letter. */
const isSlipOf = (word: string, meant: string) =>
  word.length > 4 && (word.length > 5 || word[0] === meant[0]) && isOneSlip(word, meant);

/** "permenant", "prmnt", "medikel": of a word, many know how the consonants sound, and few how often each stands there. */
const consonants = (word: string) =>
  word[0] +
  word
    .slice(1)
    .replaceAll(/[aeiou]/g, "")
    .replaceAll(/[kq]/g, "c")
    .replaceAll(/(.)\1+/g, "$1");
const words = once(() => new Map(oftenMistyped.map((word) => [consonants(word), word])));
const byConsonants = (word: string) =>
  word.length > 5 || !/[aeiou]/.test(word.slice(1)) ? words().get(consonants(word)) : undefined;

/** True if one letter is missing, doubled or another one, or if two neighbours are swapped. */
export function isOneSlip(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1) return false;
  let at = 0;
  while (at < meant.length && typed[at] === meant[at]) at += 1;
  const rest = (text: string, from: number) => text.slice(from);
  return (
    rest(typed, at + 1) === rest(meant, at + 1) ||
    rest(typed, at) === rest(meant, at + 1) ||
    rest(typed, at + 1) === rest(meant, at) ||
    (typed[at] === meant[at + 1] && typed[at + 1] === meant[at] && rest(typed, at + 2) === rest(meant, at + 2))
  );
}
