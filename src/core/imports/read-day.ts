import { inLatinDigits } from "../latin-digits.ts";
import { sentDay } from "../records/sent-last-days.ts";
import { withOneLetter } from "./alike-letters.ts";
import { type Cell, cellText } from "./table.ts";

/**
 * How a column writes days whose month is a number. `both`: some have the day first, and some the month. `year-first`: some
 * days of two digits seem to begin with the year.
 */
export type DayOrder = "day-first" | "month-first" | "both" | "year-first";

/** In the spelling of `withOneLetter`. */
const months: readonly RegExp[] = [
  /^jan|^জানু|^जन|^جنوري|^يناير|^كانونثاني/u,
  /^feb|^ফেব|^फ़?[रे]|^فروري|^فبراير|^شباط/u,
  /^mar|^মার্চ|^मार्च|^مارچ|^مارس|^اذار/u,
  /^apr|^এপ্রি|^अप्र|^اپريل|^ابريل|^نيسان/u,
  /^may$|^মে$|^म[ईे]$|^ميي$|^مايو$|^ايار$/u,
  /^june?$|^জুন$|^जू?ु?न$|^جون$|^يونيو$|^حزيران$/u,
  /^july?$|^জুলা|^जुला|^جولاي|^يوليو$|^تموز$/u,
  /^aug|^আগ|^अग[सष]|^اگست|^اغسطس|^اب$/u,
  /^sep|^সেপ|^सित|^सेप्ट|^ستمبر|^سبتمبر|^ايلول/u,
  /^oct|^অক্ট|^अक्[टत]|^اكتوبر|^تشريناول/u,
  /^nov|^নভ|^नव|^नोभ|^نومبر|^نوفمبر|^تشرينثاني/u,
  /^dec|^ডিসে|^दिस|^डिस|^دسمبر|^ديسمبر|^كانوناول/u,
];

/** October to January have two words in the Levant: "كانون الثاني" is January. */
const twoWords = /(تشرين|كانون)\s+ال(اول|ثاني)/gu;

/** The end of a cell that a program filled with a day and a time. */
const timeOfDay = /[ t,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m)?(?:z|[+-]\d{2}:?\d{2})?$/;
const isUnsaid =
  /^(?:st|nd|rd|th|of|dt|date|ad|[ad]|ইং|খ্রি|খ্রিঃ|খ্রিষ্টাব্দ|ई|ईसवी|م|mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|[a-z]+day)$/;

const partsOf = (text: string): string[] =>
  (
    withOneLetter(inLatinDigits(text.normalize("NFC").toLowerCase()).replace(timeOfDay, ""))
      .replaceAll(twoWords, "$1$2")
      .match(/\p{N}+|[\p{L}\p{M}]+/gu) ?? []
  ).filter((part) => !isUnsaid.test(part));

/** A later year is one of another calendar: 2082 in Nepal is 2025. */
const lastYear = 2060;

/**
 * Returns the day in a cell, such as "2026-03-31". Null if the cell contains no valid day. The year comes first with four
 * digits, or last with four or two: 00 to 59 mean 2000 to 2059.
 */
export function readDay(cell: Cell, order: DayOrder = "day-first"): string | null {
  if (typeof cell !== "string") return "day" in cell ? checked(cell.day) : null;
  const parts = partsOf(cell);
  const [first = "", second = "", last = "", ...more] = parts;
  if (parts.length === 1) return compactDay(first);
  if (more.length > 0) return null;
  if (/^\d{4}$/.test(first)) return dayOf(first, second, last);
  // "March 31, 2026"
  if (!/^\d/.test(first)) return dayOf(last, first, second);
  if (order === "year-first" && last.length === 2) return null;
  const own = beginsWithDay(cell) ? numbersAmong(parts)?.order : null;
  const isMonthFirst = own === "month-first" || (order === "month-first" && own === "either");
  if (order === "both" && own === "either") return null;
  return isMonthFirst ? (order === "day-first" ? null : dayOf(last, first, second)) : dayOf(last, second, first);
}

/** What a cell such as 31/03/26 tells about its column. `shortYear` is null if the year has four digits. */
type NumbersOfDay = { order: "day-first" | "month-first" | "either" | null; shortYear: number | null };

/** Null if the cell tells nothing: its month is a word, or the year comes first. */
export const numbersOfDay = (text: string): NumbersOfDay | null =>
  beginsWithDay(text) ? numbersAmong(partsOf(text)) : null;

const beginsWithDay = (text: string) => /^\s*\p{Nd}{1,2}\P{Nd}/u.test(text);

function numbersAmong(parts: readonly string[]): NumbersOfDay | null {
  const [first = "", second = "", last = ""] = parts;
  if (parts.length > 3 || ![first, second].every((part) => /^\d{1,2}$/.test(part)) || !/^(?:\d{2}|\d{4})$/.test(last))
    return null;
  return { order: orderIn(Number(first), Number(second)), shortYear: last.length === 2 ? Number(last) : null };
}

function orderIn(first: number, second: number): NumbersOfDay["order"] {
  if (first === second) return null;
  if (first > 12) return "day-first";
  return second > 12 ? "month-first" : "either";
}

/** Such as 20260331, or 31032026 if it is no day when it is read from the left. */
function compactDay(text: string): string | null {
  const [, year = "", month = "", day = ""] = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  const [, first = "", second = "", last = ""] = /^(\d\d)(\d\d)(20\d\d)$/.exec(text) ?? [];
  return dayOf(year, month, day) ?? dayOf(last, second, first);
}

/**
 * Spreadsheets store a day as the number of days since this one. Five digits are a day from 1927 to 2173. Null if the cell
 * has something else.
 */
export function dayOfSerial(cell: Cell): string | null {
  const number = inLatinDigits(cellText(cell));
  if (!/^\d{5}(?:\.\d+)?$/.test(number)) return null;
  return new Date(Date.UTC(1899, 11, 30 + Math.floor(Number(number)))).toISOString().slice(0, 10);
}

function dayOf(typedYear: string, month: string, day: string): string | null {
  const isWord = !/^\d{1,2}$/.test(month);
  const number = isWord ? months.findIndex((words) => words.test(month)) + 1 : Number(month);
  const year = /^[0-5]\d$/.test(typedYear) ? `20${typedYear}` : typedYear;
  if (!/^\d{4}$/.test(year) || Number(year) > lastYear || !/^\d{1,2}$/.test(day)) return null;
  return checked(`${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`);
}

const checked = (day: string): string | null => (sentDay.safeParse(day).success && day !== "" ? day : null);
