import type { DocumentKind } from "../records/document-kinds.ts";
import { readFileName } from "../records/document-file-name.ts";
import { kindsWithLastDay, lastDayField, type LastDayField } from "../records/last-days.ts";
import { once } from "../once-per.ts";
import { withoutMarks, withPlain } from "./alike-letters.ts";
import { asSpelt } from "./as-spelt.ts";
import { betweenScripts, folded, foldedSet, holds, remembering, spacedOut, wordsOf } from "./heading-words.ts";
import { endWords, paperWords } from "./headings.ts";
import { writesNoSpaces } from "./languages.ts";
import { passportWords } from "./more-headings.ts";

/** Also without accents, as many type. */
const ends = once(() => [...new Set(folded(endWords)().flatMap(withPlain))]);

/** An approval is the paper, where a heading also says of what. */
const approvals = folded(
  "appr apprvl authorization authorisation approval approved অনুমোদন मंजूरी अनुमोदन स्वीकृति منظوری موافقة الموافقة".split(
    " ",
  ),
);
const ofVisa = folded(["visa", ...(paperWords.visaPaper ?? []), "ভিসা"]);
/** The longest first: a labour card is no other card. */
const papers = once(() =>
  Object.entries(paperWords)
    .flatMap(([kind, words]) =>
      folded(words)()
        .flatMap(withPlain)
        .map((name) => [kind as DocumentKind, name] as const),
    )
    .toSorted(([, one], [, other]) => other.length - one.length),
);

function papersIn(text: string): DocumentKind[] {
  let rest = text;
  return papers().flatMap(([kind, name]) => {
    const spaced = writesNoSpaces.test(name) ? name : ` ${name} `;
    if (!rest.includes(spaced)) return [];
    rest = rest.replaceAll(spaced, " | ");
    return [kind];
  });
}

const wordsOfEnd = foldedSet([...endWords, "date", "dt"]);
/** True for a word that says that a day is the last one. */
export const isOfEnd = (word: string): boolean => wordsOfEnd.has(word);

const isOtherPermit = / (?:residence|residency|resident|entry|study|student) permit /;
/** Before "permit", these say that it is one to work. */
const ofWork = foldedSet(
  "w wrk wk work working labour labor employment emp job worker open closed bridging lmia lmra sawp pgwp bowp sowp c18 canada canadian valid current new of the on for no".split(
    " ",
  ),
);
/** "Mining permit": of a word that is not known, nobody can tell what it permits. */
const isUnknownPermit = (words: readonly string[]): boolean => {
  const before = words[words.indexOf("permit") - 1] ?? "";
  // "E." may be an entry or employment. Of "d.o.e." each letter is a word of an end.
  return before !== "" && !ofWork.has(before) && (before.length === 1 || !isOfEnd(before));
};
/** Below "Valid till", "Flight date" is still the day of the flight. */
const isFlightDay = / flight (?:date|dt|day) /;
const ofPassport = foldedSet(passportWords);
const isVisaToStay = / (?:residence|residency|resident) visa /;

/** In Urdu an end, in Arabic a stamp. Only Urdu has these letters. */
const endOrStamp = "ختم";
const isOfUrdu = (heading: string) => /[ٹڈڑںےہھگچپیکۓ]/u.test(heading) && !/(?<!\p{L})ال/u.test(heading);

/** True if the words of a heading say that a day is the last one. */
function sayEnd(heading: string, text: string): boolean {
  const rest = text.replaceAll(sonOrDaughter, " ");
  return (
    ends().some((word) => word !== endOrStamp && holds(rest, word)) || (isOfUrdu(heading) && holds(rest, endOrStamp))
  );
}
/** "S/D of" is no "s/d", which is Indonesian for "until". */
const sonOrDaughter = / (?:s d|d s) (?=of? )/gu;

/** The last day that a heading is about. */
export function lastDayIn(heading: string, words: readonly string[]): LastDayField | undefined {
  const text = spacedOut(words.map(withoutMarks));
  if (!sayEnd(heading, text)) return undefined;
  // "V. Exp" is that of the visa, and "V.C. Exp" is not.
  if (words[0] === "v" && words.slice(1).every((word) => isOfEnd(word))) return lastDayField("visaPaper");
  const byWord = papersIn(text);
  if (approvals().some((word) => holds(text, word)) && ofVisa().some((word) => holds(text, word)))
    return lastDayField("visaApproval");
  const kinds = new Set([
    ...readFileName(heading.replaceAll(betweenScripts, " "), kindsWithLastDay).kinds,
    ...readFileName(words.join(" "), kindsWithLastDay).kinds,
    ...byWord,
  ]);
  // "Labour approval" is what it approves.
  if (kinds.size > 1) kinds.delete("visaApproval");
  // "Residence permit" and "Study permit" are papers of their own, although a permit alone is that to work.
  if (isOtherPermit.test(text) || isUnknownPermit(words)) kinds.delete("workPermit");
  if (isVisaToStay.test(text)) kinds.delete("idCard");
  if (isFlightDay.test(text)) kinds.delete("ticket");
  // "Biometric passport" is no paper with fingerprints.
  if (words.some((word) => ofPassport.has(word))) kinds.delete("fingerprint");
  const [kind, second] = kinds;
  return kind && second === undefined ? lastDayField(kind) : undefined;
}

/** True for the heading of a last day, even if it does not say of what. */
export const saysEnd: (heading: string) => boolean = remembering((heading) =>
  sayEnd(heading, spacedOut(wordsOf(heading).map(asSpelt))),
);
