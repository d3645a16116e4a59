import { addressWords, maybeOfWork as ofWork, unsureParts as unsureHeadings } from "./headings.ts";
import { addressPart, type ColumnMeaning, type Columns, type Heading } from "./import-fields.ts";
import { without } from "./name-columns.ts";
import { normalisedHead } from "./normalised-head.ts";
import { inFull } from "./words-in-full.ts";

const unsureParts = new Set(unsureHeadings.map(normalisedHead));
const maybeOfWork = new Set(ofWork.map(normalisedHead));

const isOfAddress = (meaning: ColumnMeaning | null | undefined) => meaning === addressPart || meaning === "address";

/** What stands in the columns of a table that are not understood. */
export type Unknown = (at: number) => boolean;

/**
 * The parts of an address, without those that may belong to something else. What is not understood between two parts is a
 * part as well. Where it is beside them, and no column has the whole address, nobody can tell: then the address is asked for.
 */
export function withOwnParts(found: Columns, headings: readonly Heading[], isUnknown: Unknown): Columns {
  const columns = withoutTheirs(found, headings);
  if (columns.includes("address")) return withPartsOfWhole(columns, headings);
  const between = columns.map((meaning, at) =>
    isUnknown(at) && isBetween(columns, at, isUnknown) ? addressPart : meaning,
  );
  const own = between.map((meaning, at) =>
    meaning === addressPart && !isInRun(between, headings, at) ? null : meaning,
  );
  const edges = own
    .keys()
    .filter(
      (at) => isUnknown(at) && own[at] === null && [at - 1, at + 1].some((beside) => own[beside] === addressPart),
    );
  return edges.next().done ? own : without(own, [addressPart]);
}

/** The only part of an address, directly behind "Employer", is where the employer lives. */
function withoutTheirs(columns: Columns, headings: readonly Heading[]): Columns {
  const at = columns.indexOf(addressPart);
  const isOnly = at !== -1 && columns.lastIndexOf(addressPart) === at && !columns.includes("address");
  return isOnly && isTheirs(headings, at) ? columns.with(at, null) : columns;
}
const isTheirs = (headings: readonly Heading[], at: number) => {
  const [part, before] = [headings[at], headings[at - 1]];
  const isBeside = part !== undefined && before?.group === part.group && !saysHome.test(part.whole);
  return isBeside && givesWork.test(inFull(before?.own ?? ""));
};
const givesWork =
  /employer|sponsor|kaf[ei]+l|compan|\b(?:host|madam|owner|boss|malik)\b|majikan|মালিক|কফিল|নিয়োগ|नियोक्ता|मालिक|آجر|کفیل|كفيل|صاحب العمل/iu;
const saysHome = /home|native|origin|perm/iu;

function isBetween(columns: Columns, at: number, isUnknown: Unknown): boolean {
  const beyond = (step: number) => {
    let next = at + step;
    while (isUnknown(next)) next += step;
    return columns[next] === addressPart;
  };
  return beyond(-1) && beyond(1);
}

const isSure = (columns: Columns, headings: readonly Heading[], at: number) =>
  isOfAddress(columns[at]) && !unsureParts.has(normalisedHead(headings[at]?.own ?? ""));

/** True if a part, or one that it is joined to by other parts, is surely one. */
function isInRun(columns: Columns, headings: readonly Heading[], at: number): boolean {
  const reaches = (step: number) => {
    let next = at;
    while (isOfAddress(columns[next]) && !isSure(columns, headings, next)) next += step;
    return isSure(columns, headings, next);
  };
  return reaches(-1) || reaches(1);
}

/** Beside the address of another place, only those parts count that follow the address directly. */
function withPartsOfWhole(columns: Columns, headings: readonly Heading[]): Columns {
  const hasOther = headings.some(({ own }, at) => (columns[at] !== "address" && isAnAddress(own)) || isOfOrigin(own));
  const own: Columns = [];
  for (const [at, meaning] of columns.entries()) {
    const isUnsure = !isInRun(columns, headings, at) || isOfOrigin(headings[at]?.own ?? "");
    const isOthers = (hasOther && !isOfAddress(own[at - 1])) || isAlone(columns, headings, at);
    own.push(meaning === addressPart && (isUnsure || isOthers) ? null : meaning);
  }
  return own;
}

/** "State of origin" is where a family comes from. */
const isOfOrigin = (heading: string) => /\borigin\b/i.test(heading);

/** True for "Division" without another part beside it. */
const isAlone = (columns: Columns, headings: readonly Heading[], at: number): boolean =>
  maybeOfWork.has(normalisedHead(headings[at]?.own ?? "")) &&
  [at - 1, at + 1].every((beside) => columns[beside] !== addressPart);

const isAnAddress = (heading: string) => addressWords.some((word) => heading.toLowerCase().includes(word));
