import { inLatinDigits } from "../latin-digits.ts";
import { isLastDayField } from "../records/last-days.ts";
import { remembering, wordsOf } from "./heading-words.ts";
import { isOfEnd, saysEnd } from "./last-day-heading.ts";
import { namesSomebodyElse } from "./more-headings.ts";
import { isIgnored, recognise } from "./recognise-heading.ts";

const between = /\s*[&+/,(–—-]+\s*|\s+(?:and|with|dan|et|y|e|si|i|và|ও|और|एवं|र|اور|و)\s+/giu;
const ofPlace = /^(?:place of issue|issue place|issuing place|issued (?:by|at|in|from)|place|poi|p\.o\.i)[\s.)]*$/iu;
const ofIssue = /^(?:date of issue|issue date|issue|doi|d\.o\.i|issued(?: on)?)[\s.)]*$/iu;

/** What a heading says besides the number of a passport: "Passport No. & Date of Expiry", "Passport No. / Issued by". */
export const saidBesideNumber: (heading: string) => "day" | "place" | undefined = remembering(besideNumber);

function besideNumber(heading: string): "day" | "place" | undefined {
  if (namesSomebodyElse(heading)) return undefined;
  const isLastDay = (rest: string) => saysEnd(rest) && saysNothingElse(rest) && !isLastDayField(recognise(rest) ?? "");
  for (const { index, 0: sign } of heading.matchAll(between)) {
    const rest = heading.slice(index + sign.length);
    if (recognise(heading.slice(0, index)) !== "passportNumber") continue;
    if (ofPlace.test(rest)) return "place";
    if (ofIssue.test(rest) || isLastDay(rest)) return "day";
  }
  return undefined;
}

/** "CI exp" behind "PP" is the end of another paper as well. */
const saysNothingElse = (rest: string) =>
  wordsOf(rest).every(
    (word) => isOfEnd(word) || saysEnd(word) || isIgnored(word) || recognise(word) === "passportNumber",
  );

const beforePlace = /^([a-z]{1,3}\s?\d{6,9}[a-z]?)[\s,;/(–—-]+\p{L}[\p{L}\p{M}\s.,()’'-]+$/iu;
/** A passport with any of these words beside its number is not the one that is asked for. */
const isAnother = /\b(?:old|lost|cancel|expire|damage|wrong|return|void|father|agent|fake|dup)/iu;

/** The number before a place in one cell: "T7728164 Trivandrum". The cell itself if it has no such form. */
export const numberBeforePlace = (text: string): string =>
  isAnother.test(text) ? text : (beforePlace.exec(inLatinDigits(text))?.[1] ?? text);
