/** It is the word for a name, and no number. */
const spanishName = "nombre";

/** English words that are often typed with a slip, and are near no other word of a heading. */
const oftenMistyped: readonly string[] =
  "medical village district passport address permanent nationality citizenship father fathers mother mothers surname candidate applicant worker permit number expiry expires expire validity mobile holder".split(
    " ",
  );

/** "pasport" and "adderss" as they are spelt. */
export const asSpelt = (word: string): string =>
  /^[a-z]{5,}$/.test(word) && !oftenMistyped.includes(word) && word !== spanishName
    ? (oftenMistyped.find((meant) => isSlipOf(word, meant)) ?? word)
    : word;

/** "Other" is no "mother": a short word has its first letter. */
const isSlipOf = (word: string, meant: string) =>
  (isOneSlip(word, meant) && (word.length > 5 || word[0] === meant[0])) ||
  (word.length > 5 && consonants(word) === consonants(meant));

/** "permenant": of a long word, many know the consonants. */
const consonants = (word: string) => word[0] + word.slice(1).replaceAll(/[aeiou]/g, "");

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
