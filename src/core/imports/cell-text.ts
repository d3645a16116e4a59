import { inLatinDigits } from "../latin-digits.ts";
import { numberIn } from "../records/number-in-text.ts";
import { recordNumber } from "../records/numbers.ts";
import { type Cell, cellText } from "./table.ts";

const emptyTexts: ReadonlySet<string> = new Set(
  "n/a|na|n.a.|nil|null|none|not applicable|not available|not provided|no data|unknown|নাই|নেই|প্রযোজ্য নয়|পাওয়া যায়নি|नहीं|नहीं है|लागू नहीं|उपलब्ध नहीं|छैन|लागू हुँदैन|उपलब्ध छैन|نہیں|نہیں ہے|کوئی نہیں|موجود نہیں|قابل اطلاق نہیں|لا يوجد|لايوجد|لا توجد|غير متوفر|غير متاح|لا ينطبق|لا شيء|غير معروف|yo‘q|yoq|tidak ada|tiada|wala|hakuna|hana|không|không có|yok|нет|aucun|aucune|néant|የለም|නැත|இல்லை|မရှိ|គ្មាន|ไม่มี"
    .split("|")
    .map(bare),
);

/** What is still to come says nothing either. */
const laterTexts: ReadonlySet<string> = new Set(
  [
    "pending|awaited|awaiting|waiting|tba|tbc|tbd|under process|in process|on process|processing|in progress|ongoing|not yet|not required|not issued|not received|not applied|not filed|not submitted|to be filed|to follow",
    "প্রক্রিয়াধীন|হয় নাই|হয়নি|এখনো হয়নি|আসেনি|এখনো আসেনি|পাওয়া যায়নি|অপেক্ষমাণ|অপেক্ষায়|জমা হয়নি|আবেদন করা হয়েছে|চলমান",
    "लंबित|लम्बित|प्रक्रिया में|प्रक्रियामा|प्रक्रियाधीन|अभी नहीं|नहीं हुआ|नहीं आया|प्रतीक्षा में|आवेदन किया|बनेको छैन|भएको छैन|आएको छैन|हुन बाँकी|आउन बाँकी|नभएको|बाँकी",
    "زیر عمل|زیر التوا|زیر التواء|ابھی نہیں|نہیں ملا|نہیں آیا|جاری نہیں ہوا|درخواست دی ہے|جمع نہیں ہوا",
    "تحت الإجراء|قيد الإجراء|قيد التقديم|قيد الإصدار|قيد التجهيز|قيد المعالجة|تحت التجهيز|تحت الإصدار|بانتظار|في الانتظار|قيد الانتظار|لم يقدم|لم تقدم|لم يقدم بعد|لم يصدر|لم تصدر|لم يصدر بعد|لم تصدر بعد|لم يتم|لم يستخرج",
    "en cours|en attente|pas encore|non déposé|à venir|belum|belum ada|belum terbit|dalam proses|proses|sedang proses|menunggu|bado|inasubiriwa|в процессе|ожидается|jarayonda|kutilmoqda|đang xử lý|chưa có|en trámite|pendiente",
  ]
    .join("|")
    .split("|")
    .map(bare),
);

function bare(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s./#()'"‘’ʻʼ`-]/g, "");
}

/** The text of a cell. Empty if the cell says that there is nothing or nothing yet, such as "-", "N/A", "নাই" or "Pending". */
export function saidIn(cell: Cell | undefined): string {
  const text = writtenIn(cell);
  return laterTexts.has(bare(text)) ? "" : text;
}

/** The same, but "Pending" is a text: for states, where it must not be taken for an empty cell. */
export function writtenIn(cell: Cell | undefined): string {
  const text = cellText(cell);
  if (text.length > 30 || /\d/.test(text)) return text;
  return !/[\p{L}\p{N}]/u.test(text) || emptyTexts.has(bare(text)) ? "" : text;
}

/** A whole number, beside which nothing else belongs to it. */
const wholeNumber = /^[a-z]{1,3}\d{6,}$|^\d{8,}$/i;

const partsOf = (text: string) =>
  inLatinDigits(text)
    .split(/[^\p{L}\p{Nd}]+/u)
    .filter((part) => part !== "");
const isLabel = (part: string) => /^(?:pp|ppt|passport|no|nr|num|number|ircc|uci)$/i.test(part) || isCountry.test(part);

/** What some write before the number of a passport: "BGD A1234567". */
const isCountry =
  /^(?:afg|bgd|chn|egy|eth|gha|idn|ind|irn|irq|jor|ken|khm|lbn|lka|mar|mmr|npl|nga|pak|phl|sdn|syr|tha|tun|tza|uga|uzb|vnm|yem)$/i;

/** The number that stands alone beside words for "passport" and "number". */
function aloneIn(text: string): string | undefined {
  const [number, ...more] = partsOf(text).filter((part) => !isLabel(part));
  return more.length === 0 ? number : undefined;
}

/** True if a cell has a whole number and something else, such as a second number. "A 01234567" is one number. */
export function holdsMore(text: string): boolean {
  const parts = partsOf(text);
  const [letters = "", digits = ""] = parts;
  const isSpelt = parts.length === 2 && /^[a-z]{1,2}$/i.test(letters) && !isLabel(letters) && /^\d+$/.test(digits);
  return parts.length > 1 && !isSpelt && parts.some((part) => wholeNumber.test(part));
}

/** "A1234567 / 12-08-2031": a day behind the number of a passport is no part of it. */
const beforeDay =
  /^([a-z]{1,3}\s?\d{6,9}[a-z]?)(?:\s+|\s*[-/,;(–—]+\s*)(?:(?:exp(?:iry|ires)?|valid(?: (?:till|upto))?|doe)[\s.:]*)?(?:\d{1,2}([-/. ])(?:\d{1,2}|[a-z]{3,9})\2\d{2,4}|\d{4}-\d{2}-\d{2})\s*\)?$/i;

/**
 * The number of a document in a cell, without what programs and people put around and between its characters: an
 * apostrophe, dots, "Passport No:". A number that cannot be one stays as it is.
 */
export function documentNumberIn(written: string): string {
  if (/^[A-Z\d]+$/.test(written)) return written;
  const text = beforeDay.exec(inLatinDigits(written))?.[1] ?? written;
  const plain = text.replace(/^['’‘`´"]+/, "").replace(/(?<=^\d+)\.0+$/, "");
  // With one dot and no letter, a program may have taken the number for an amount.
  const isAmount = /^[\d\s]*[.,][\d\s]*$/.test(inLatinDigits(plain));
  const without = isAmount ? plain : plain.replaceAll(".", "");
  if (holdsMore(without)) return aloneIn(plain) ?? plain;
  if (recordNumber(without) !== null) return without;
  return /\p{Nd}/u.test(plain) ? (numberIn(plain) ?? plain) : plain;
}
