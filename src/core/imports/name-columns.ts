import { saidIn } from "./cell-text.ts";
import { type ColumnMeaning, type Columns, type Heading, nameParts } from "./import-fields.ts";
import { recognise } from "./recognise-heading.ts";
import type { Cell } from "./table.ts";

/**
 * A name beside a surname is the given name, and beside a given name the surname, unless it contains what is beside it. A
 * part alone is no name, nor are single words where nearly all people have only one: then the name is asked for.
 */
export function withWholeNames(
  found: Columns,
  headings: readonly Heading[],
  samples: readonly (readonly Cell[])[],
): Columns {
  const columns = withFatherInName(found, headings, samples);
  const name = columns.indexOf("name");
  const [hasGiven, hasSurname] = [columns.includes("givenName"), columns.includes("surname")];
  const whole = without(columns, nameParts);
  if (name === -1) return hasGiven && hasSurname && !isFatherWithin(columns) ? columns : whole;
  const beside = columns.indexOf(hasGiven ? "givenName" : hasSurname ? "surname" : "middleName");
  if (beside === -1)
    return areSingleWords(samples.map((cells) => saidIn(cells[name]))) ? without(columns, ["name"]) : columns;
  const bare = samples.filter((cells) => {
    const [said, part] = [saidIn(cells[name]).toLowerCase(), saidIn(cells[beside]).toLowerCase()];
    return said !== "" && part !== "" && !said.includes(part);
  });
  if ((hasGiven && hasSurname) || bare.length * 2 <= samples.length) return whole;
  return hasGiven || hasSurname ? columns.with(name, hasGiven ? "surname" : "givenName") : without(whole, ["name"]);
}

/** "First name, father, family" in one row: the father's name may be a part of the name. */
function isFatherWithin(columns: Columns): boolean {
  const [given, father, surname] = (["givenName", "fatherName", "surname"] as const).map((one) => columns.indexOf(one));
  return given !== undefined && father !== undefined && surname !== undefined && given < father && father < surname;
}

const grandfather = /grand ?-?father(?:'?s)?(?: name)?$|جد(?:ه)?$|দাদা|दादा|हजुरबु[बव]ा|دادا/iu;

/**
 * "First name, father, grandfather, family": all four are the whole name. So is what stands below one heading for a name. Of
 * three columns without such a heading nobody can tell.
 */
function withFatherInName(
  columns: Columns,
  headings: readonly Heading[],
  samples: readonly (readonly Cell[])[],
): Columns {
  const [given, father, surname] = (["givenName", "fatherName", "surname"] as const).map((one) => columns.indexOf(one));
  if (given === undefined || father === undefined || surname === undefined || Math.min(given, father, surname) < 0)
    return columns;
  const isWithin = isFatherWithin(columns);
  const grands = headings.flatMap(({ own }, at) => (grandfather.test(own.trim()) ? [at] : []));
  const between = isWithin ? grands.filter((at) => given < at && at < surname) : grands;
  const grand = between.length === 1 ? between[0] : undefined;
  const groups = new Set([given, father, surname].map((at) => headings[at]?.group ?? ""));
  const isOneName = isWithin && groups.size === 1 && recognise([...groups].join("")) === "name";
  // In another order, they are parts of one name if the father has a single name, too.
  const hasGrand = grand !== undefined && (isWithin || areSingleWords(samples.map((cells) => saidIn(cells[father]))));
  if (!hasGrand && !isOneName) return columns;
  return columns.map((meaning, at) => (at === father ? "fatherInName" : at === grand ? "middleName" : meaning));
}

/** Some languages write no spaces. */
const withoutSpaces = /[\p{Script=Myanmar}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Han}]/u;
const fewestNames = 10;

function areSingleWords(names: readonly string[]): boolean {
  const filled = names.filter((text) => text !== "" && !withoutSpaces.test(text));
  return (
    filled.length >= fewestNames && filled.filter((text) => !/\S[\s.]+\S/u.test(text)).length >= 0.8 * filled.length
  );
}

export const without = (columns: Columns, left: readonly ColumnMeaning[]): Columns =>
  columns.map((meaning) => (meaning !== null && left.includes(meaning) ? null : meaning));
