import { inLatinDigits } from "../latin-digits.ts";
import { sentDay } from "../records/sent-last-days.ts";
import type { Cell } from "./table.ts";

const months: readonly RegExp[] = [
  /^jan|^জানু/u,
  /^feb|^ফেব/u,
  /^mar|^মার্চ/u,
  /^apr|^এপ্রি/u,
  /^may$|^মে$/u,
  /^june?$|^জুন$/u,
  /^july?$|^জুলা/u,
  /^aug|^আগ/u,
  /^sep|^সেপ/u,
  /^oct|^অক্ট/u,
  /^nov|^নভ/u,
  /^dec|^ডিসে/u,
];

/**
 * Returns the day in a cell, such as "2026-03-31". Null if the cell contains no valid day. The year comes first or last and
 * has four digits. If the month is a number, the day is before the month, as people write in Bangladesh. If the month is a
 * word, a year at the end may have two digits: 00 to 79 mean 2000 to 2079.
 */
export function readDay(cell: Cell): string | null {
  if (typeof cell !== "string") return "day" in cell ? checked(cell.day) : null;
  const parts = inLatinDigits(cell.normalize("NFC").toLowerCase())
    .replace(/[ t]0?0:00(?::00(?:\.0+)?)?z?$/, "")
    .match(/\p{N}+|[\p{L}\p{M}]+/gu);
  const [first = "", second = "", last = "", ...more] = (parts ?? []).filter((part) => !/^(?:st|nd|rd|th)$/.test(part));
  if (more.length > 0) return null;
  if (/^\d{4}$/.test(first)) return dayOf(first, second, last);
  // "March 31, 2026"
  return /^\d/.test(first) ? dayOf(last, second, first) : dayOf(last, first, second);
}

function dayOf(typedYear: string, month: string, day: string): string | null {
  const isWord = !/^\d{1,2}$/.test(month);
  const number = isWord ? months.findIndex((words) => words.test(month)) + 1 : Number(month);
  const year = isWord && /^[0-7]\d$/.test(typedYear) ? `20${typedYear}` : typedYear;
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(day)) return null;
  return checked(`${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`);
}

const checked = (day: string): string | null => (sentDay.safeParse(day).success && day !== "" ? day : null);
