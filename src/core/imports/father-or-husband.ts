import { saidIn } from "./cell-text.ts";
import { type Columns, fatherOrHusband, type Heading, hasColumnFor } from "./import-fields.ts";
import { namesIn } from "./name-and-father.ts";
import { remembering } from "./heading-words.ts";
import { recognise, tellsOther } from "./recognise-heading.ts";
import type { Cell } from "./table.ts";

const husband =
  /husb|\bhus\b|\bhsb|spouse|\bw\s?\/\s?o\b|স্বামী|पति(?!त)|श्रीमान|شوہر|خاوند|زوج|\bsuami\b|\bmari\b|époux|esposo|marido|cônjuge/iu;
const husbands = new RegExp(String.raw`\p{L}*(?:${husband.source})\p{L}*`, "giu");
const inShort = /^\s*(?:f\.?\s?\/\s?h\.?|fathers?\s?\/\s?h)(?:['’]?s)?(?:\s*(?:name|nm|naam)\.?)?\s*$/iu;
const sonAndWife = /^(?=.*\b[sd]\s?\/\s?o\b)(?=.*\bw\s?\/\s?o\b)[\s,./&|()swdco-]+(?:name)?\s*$/iu;
const ofBoth = /\s*[/|&,]\s*|\s+(?:or|বা|অথবা|या|یا|atau|ou|o)\s+/iu;

/** True for "Father / Husband", "F/H Name" and "S/o, W/o, D/o": of whom a cell is, the heading does not say. */
export const saysFatherOrHusband: (heading: string) => boolean = remembering(hasFatherOrHusband);

function hasFatherOrHusband(heading: string): boolean {
  if (inShort.test(heading) || sonAndWife.test(heading)) return true;
  const parts = heading.split(ofBoth).filter((part) => /\p{L}/u.test(part));
  // Of "Father's & husband's occupation", the last word is about both.
  const isHusband = (part: string) => husband.test(part) && !tellsOther(part.replaceAll(husbands, " "));
  if (parts.length !== 2 || !parts.some(isHusband)) return false;
  const said = (part: string) => recognise(part) ?? recognise(`${part} name`) ?? recognise(`${part} का नाम`);
  return parts.filter((part) => said(part) === "fatherName").length === 1;
}

const mark = /[\s(/[,-]+\(?(f|father|h|hus|husb|husband|spouse|স্বামী|পিতা|पति|पिता|شوہر|والد)\.?\s*[)\]]?\s*$/iu;
const ofFather = /^(?:f|father|পিতা|पिता|والد)$/iu;

/**
 * The father in a cell that may have a husband: where it says so, or where the person is a man. Nothing else is taken: a
 * husband is no father. Null if the cell does not say whose name it is.
 */
export function fatherSaidIn(text: string): string | null {
  const [, sign] = mark.exec(text) ?? [];
  if (sign !== undefined) return ofFather.test(sign) ? text.replace(mark, "") : "";
  const names = namesIn(text);
  return names === null ? null : names.name === "" ? names.father : "";
}

const sexes =
  /^\s*(?:sex|gender|m\s?\/\s?f|লিঙ্গ|लिंग|लिङ्ग|جنس|الجنس|النوع|jenis kelamin|jantina|sexe|sexo|cinsiyet|пол)\s*[.:*]*\s*$/iu;
const men = /^(?:m|male|man|mr|পুরুষ|पुरुष|مرد|ذكر|laki-laki|lelaki|homme|masculin|masculino|erkek|м|муж|мужской)\.?$/iu;
export const isMan = (cell: Cell | undefined): boolean => men.test(saidIn(cell));

/** The column that says who is a man, if there is one. */
export const sexAt = (headings: readonly Heading[]): number | undefined => {
  const at = headings.findIndex(({ own }) => sexes.test(own));
  return at === -1 ? undefined : at;
};

const areMost = 0.8;

/** Such a column, if nothing else is the father, and if its cells or those about men and women tell whose names they are. */
export function withFatherOrHusband(
  columns: Columns,
  headings: readonly Heading[],
  samples: readonly (readonly Cell[])[],
): Columns {
  const at = columns.indexOf(fatherOrHusband);
  if (at === -1) return columns;
  const others = columns.with(at, null);
  const texts = samples.map((cells) => saidIn(cells[at])).filter((text) => text !== "");
  const isSaid = texts.filter((text) => fatherSaidIn(text) !== null).length >= areMost * texts.length;
  const man = sexAt(headings);
  const hasMen = man !== undefined && samples.some((cells) => isMan(cells[man]));
  const areNames = texts.filter((text) => !/\p{Nd}|@/u.test(text)).length >= areMost * texts.length;
  const isTold = areNames && texts.length > 0 && (isSaid || hasMen);
  return isTold && !hasColumnFor(others, "fatherName") ? columns : others;
}
