import { saidIn } from "./cell-text.ts";
import { isInPlace } from "./given-first.ts";
import { type Columns, hasColumnFor, nameAndAddress } from "./import-fields.ts";
import { namesIn } from "./name-and-father.ts";
import { areNames } from "./presumed-columns.ts";
import { remembering } from "./heading-words.ts";
import { recognise } from "./recognise-heading.ts";
import type { Cell } from "./table.ts";

/** What divides a heading: "Name, S/o & Address". */
const between = /\s*[&+,،;\n]\s*|(?<!\b[sdw])\s*\/\s*|\s+(?:and|with|si|și|i|y|e|et|dan|ও|एवं|तथा|व|र|اور|و)\s+/giu;

/** True for a heading that has a name, perhaps the father's, and then an address. */
export const saysNameAndAddress: (heading: string) => boolean = remembering(hasNameAndAddress);

function hasNameAndAddress(heading: string): boolean {
  const parts = heading.split(between).filter((part) => /\p{L}/u.test(part));
  const last = parts.pop() ?? "";
  if (parts.length === 0 || !isAddressOfSame(last)) return false;
  const said = parts.map((part) => recognise(part.trim()));
  const isName = said[0] === "name" || recognise(parts.join(" ")) === "name";
  const areOfNames = said.every((meaning) => ["name", "fatherName", "surname", "givenName"].includes(meaning ?? ""));
  return isName && areOfNames;
}

const isAddressOfSame = (text: string) => recognise(text.trim()) === "address" || ofSame.test(text.trim());
const ofSame = /^add(?:r|ress)?\.? of (?:the )?(?:cand(?:idate)?|applicant|worker|employee)\.?$/iu;

/** Where an address begins although nothing divides it from the name. */
const place =
  /\s(?=(?:vill(?:age)?|v\.?p\.?o|p\.?\s?o|p\.?\s?s|at\/po|dist(?:rict|t)?|thana|tehsil|h\.?\s?no|house|flat|[cr]\s?\/\s?o|গ্রাম|গ্রামঃ|ग्राम|गाँव|गांव)[\s.:])/iu;
const [mostWords, mostLetters] = [6, 60];
const wordCount = (text: string) => text.split(/[\s.]+/u).filter((word) => word !== "").length;
const trimmed = (text: string) => text.replaceAll(/^[\s,;:(/–—-]+|[\s,;:(/–—-]+$/gu, "");

/**
 * The name in such a cell ends at the first line, comma or word for a place; what is left is the address, without the
 * father's name. Null if nobody can tell where the one ends: "Cruz, Juan" is a name.
 */
export function nameAndAddressIn(text: string): { name: string; father: string; address: string } | null {
  const [first = "", ...lines] = text.split(/\s*\n\s*/u).filter((line) => line !== "");
  const areLines = lines.length > 0;
  const [, head = "", tail = ""] = /^([^,،;]*?)\s*(?:[,،;]\s*(.*))?$/su.exec(first) ?? [];
  const [beforePlace = "", ...places] = head.split(place);
  const said = namesIn(beforePlace) ?? { name: beforePlace, father: "" };
  const rest = [places.join(" "), tail, ...lines].filter((part) => part !== "").join(", ");
  const next = fatherFirst(rest);
  const { name, father, address } = {
    name: trimmed(said.name),
    father: said.father || next.father,
    address: next.rest,
  };
  const isName = /^[\p{L}\p{M}\s.'’-]+$/u.test(name) && wordCount(name) <= mostWords && name.length <= mostLetters;
  const isSure = areLines || places.length > 0 || next.isSaid || isPlace(address) || severalParts.test(address);
  const isWhole = areLines || wordCount(name) > 1 || places.length > 0 || next.isSaid || isPlace(address);
  return isName && /\p{L}{2}/u.test(address) && isSure && isWhole ? { name, father, address } : null;
}

const isPlace = (address: string) => isInPlace(`, ${address.split(/[,،]/u)[0] ?? ""}`);
const severalParts = /\p{L}.*[,،].*\p{L}/su;

/** "Resident of" and "care of" belong to an address. */
const ofHouse = /^[cr]\s?\/\s?o(?!\p{L})/iu;

/** "S/o Abdul Karim, Vill: Char": whose son it is, before the address. A husband is nobody's father. */
function fatherFirst(text: string): { father: string; rest: string; isSaid: boolean } {
  const [part = "", ...more] = text.split(/\s*[,،;]\s*/u);
  if (ofHouse.test(part)) return { father: "", rest: text.replace(/^r\s?\/\s?o[\s.:-]*/iu, ""), isSaid: true };
  const said = namesIn(part);
  if (!said || said.name !== "") return { father: "", rest: text, isSaid: false };
  return { father: said.father, rest: more.join(", "), isSaid: true };
}

const areMost = 0.8;

/** A column with both, if no other has one of them, and if its cells show where the name ends. */
export function withNameAndAddress(columns: Columns, samples: readonly (readonly Cell[])[]): Columns {
  const at = columns.indexOf(nameAndAddress);
  if (at === -1) return columns;
  const others = columns.with(at, null);
  const texts = samples.map((cells) => saidIn(cells[at])).filter((text) => text !== "");
  const read = texts.map(nameAndAddressIn).filter((both) => both !== null);
  const isOnly = !hasColumnFor(others, "name") && !hasColumnFor(others, "address");
  const areBoth = texts.length > 0 && read.length >= areMost * texts.length;
  return isOnly && areBoth && areNames(read.map(({ name }) => name)) ? columns : others;
}
