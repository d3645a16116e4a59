import { saidIn } from "./cell-text.ts";
import { addressWords } from "./headings.ts";
import { foldedSet, wordsOf } from "./heading-words.ts";
import { type Columns, type Heading, hasColumnFor } from "./import-fields.ts";
import { namesSomebodyElse } from "./more-headings.ts";
import type { Cell } from "./table.ts";

/** Words for where a person is at home. */
const ofHome =
  /(?<!\p{L})(?:residence|residing|lives?|living|home|house|h\.? ?no|village|vill|town|city|district|ward|woreda|zone|taluk|veedu|gaon|gram|municipality|upazila|thana)(?!\p{L})/iu;
/** Where somebody works, or is kept for a while. */
const ofWork =
  /camp|site|housing|hotel|shop|accommodation|bunk|unit|apartment|building|greenhouse|warehouse|safe ?house|status|phone|dubai|qatar|doha|ksa|saudi|riyadh|jeddah|uae|emirates|oman|muscat|kuwait|bahrain|malaysia|singapore|canada|korea|japan|europe|italy|poland|local|current|present|temporary|abroad|overseas|birth|deploy|father|mother|['’]s?\s|work|job|duty|interview|test|exam|cent(?:re|er)|posting|destination|applied|airport|embassy|clinic|bank/iu;
const ofAddress = foldedSet(addressWords);

const fewest = 3;
const areMost = 0.8;

/** "Char Para, Bhola": words with a comma between them. */
const isPlace = (text: string) => /[\p{L}\p{M}]{2}.*[,،].*[\p{L}\p{M}]{2}/su.test(text) && !text.includes("@");

/**
 * The only column whose cells are places, and whose heading has a word for a home and none for somebody or somewhere else.
 * It counts where nothing else is an address. Of two, nobody can tell, nor beside what may be a part of it: `mayBePart`.
 */
export function withPlaces(
  columns: Columns,
  { headings, samples }: { headings: readonly Heading[]; samples: readonly (readonly Cell[])[] },
  isOpen: (at: number) => boolean,
  mayBePart: (at: number) => boolean,
): Columns {
  if (hasColumnFor(columns, "address")) return columns;
  const open = headings.flatMap(({ own, whole }, at) => {
    const texts = samples.map((cells) => saidIn(cells[at])).filter((text) => text !== "");
    const hasPlaces = texts.length >= fewest && texts.filter(isPlace).length >= areMost * texts.length;
    return columns[at] === null && isOpen(at) && hasPlaces && saysHome(own) && !isElsewhere(whole) ? [at] : [];
  });
  const [at, ...others] = open;
  if (at === undefined || others.length > 0) return columns;
  const isAsked = [at - 1, at + 1].some((beside) => mayBePart(beside) && !saysAddress(headings[beside]?.own ?? ""));
  return isAsked ? columns : columns.with(at, "address");
}

/** What is beside a word for an address and is not known may be somebody else. */
const saysHome = (heading: string) => ofHome.test(heading) && !saysAddress(heading);
const saysAddress = (heading: string) => wordsOf(heading).some((word) => ofAddress.has(word));
const isElsewhere = (heading: string) => ofWork.test(heading) || namesSomebodyElse(heading);
