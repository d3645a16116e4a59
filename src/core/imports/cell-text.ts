import { inLatinDigits } from "../latin-digits.ts";
import { numberIn, recordNumber } from "../records/numbers.ts";
import { type Cell, cellText } from "./table.ts";

const emptyTexts: ReadonlySet<string> = new Set(
  "n/a|na|n.a.|nil|null|none|not applicable|not available|not provided|no data|unknown|নাই|নেই|প্রযোজ্য নয়|পাওয়া যায়নি|नहीं|नहीं है|लागू नहीं|उपलब्ध नहीं|छैन|लागू हुँदैन|उपलब्ध छैन|نہیں|نہیں ہے|کوئی نہیں|موجود نہیں|قابل اطلاق نہیں|لا يوجد|لايوجد|لا توجد|غير متوفر|غير متاح|لا ينطبق|لا شيء"
    .split("|")
    .map(bare),
);

function bare(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s./#()'"-]/g, "");
}

/** The text of a cell. Empty if the cell says that there is nothing, such as "-", "N/A" or "নাই". */
export function saidIn(cell: Cell | undefined): string {
  const text = cellText(cell);
  if (text.length > 30 || /\d/.test(text)) return text;
  return !/[\p{L}\p{N}]/u.test(text) || emptyTexts.has(bare(text)) ? "" : text;
}

/**
 * The number of a document in a cell, without what programs and people put around and between its characters: an
 * apostrophe, dots, "Passport No:". A number that cannot be one stays as it is.
 */
export function documentNumberIn(text: string): string {
  if (/^[A-Z\d]+$/.test(text)) return text;
  const plain = text.replace(/^['’‘`´"]+/, "").replace(/(?<=^\d+)\.0+$/, "");
  // With one dot and no letter, a program may have taken the number for an amount.
  const isAmount = /^[\d\s]*[.,][\d\s]*$/.test(inLatinDigits(plain));
  const without = isAmount ? plain : plain.replaceAll(".", "");
  if (recordNumber(without) !== null) return without;
  return /\p{Nd}/u.test(plain) ? (numberIn(plain) ?? plain) : plain;
}
