import { parse } from "csv-parse/sync";
import { withoutFormulaGuard } from "#core/imports/formula-guard.ts";
import type { Cell } from "#core/imports/table.ts";
import { PortalError } from "#core/errors.ts";

const delimiters = [",", ";", "\t", "|"] as const;
const sampleLength = 64_000;
const maxRecordLength = 1_000_000;

/** Returns all rows with all of their cells. The encoding and the delimiter are detected from the content. */
export function readCsv(bytes: Uint8Array): Cell[][] {
  const text = decoded(bytes);
  // Excel may write a first line such as "sep=;", which names the delimiter.
  const [line = "", named] = /^sep=([,;\t|])\r?\n/.exec(text) ?? [];
  const rest = text.slice(line.length);
  const delimiter = named ?? delimiterOf(rest);
  const rows = parsed(rest, delimiter);
  return line === "" ? rows : [[], ...rows];
}

/** Windows programs write UTF-16 with a byte order mark. Old programs write their own code page. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (second === 0 && first !== 0) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0 && second !== 0) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.includes(0)) throw new PortalError("unreadable-table");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(isArabic(bytes) ? "windows-1256" : "windows-1252").decode(bytes);
  }
}

/** In words of Arabic letters one byte above ASCII follows the other. In European words they stand alone. */
function isArabic(bytes: Uint8Array): boolean {
  let [all, neighbours] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 0xc0) continue;
    all += 1;
    if ((bytes[at + 1] ?? 0) >= 0xc0) neighbours += 1;
  }
  return neighbours > all / 2;
}

/**
 * Returns the delimiter that splits most of the first lines. On a tie the widest line decides. One with which every quoted
 * cell ends at its quote is sure: with another, a text of several lines with signs in it looks like many cells.
 */
function delimiterOf(text: string): string {
  const sample = text.length > sampleLength ? text.slice(0, text.lastIndexOf("\n", sampleLength)) : text;
  const scores = (areExact: boolean) =>
    delimiters.map((delimiter) => {
      const lengths = recordsIn(sample, delimiter, areExact).map(({ length }) => length);
      const wide = lengths.filter((length) => length > 1);
      return wide.length * 1000 + Math.max(0, ...wide);
    });
  const exact = scores(true);
  const known = exact.some((score) => score > 0) ? exact : scores(false);
  return delimiters[known.indexOf(Math.max(...known))] ?? ",";
}

/** Returns no records after a parse error: a quote that one delimiter leaves open may be closed with another. */
function recordsIn(sample: string, delimiter: string, areExact: boolean): Cell[][] {
  try {
    return records(sample, delimiter, { to: 50, relax_quotes: !areExact });
  } catch {
    return [];
  }
}

function parsed(text: string, delimiter: string): Cell[][] {
  try {
    return records(text, delimiter);
  } catch (cause) {
    throw new PortalError("broken-file", { cause });
  }
}

const records = (text: string, delimiter: string, { to = -1, relax_quotes = true } = {}): Cell[][] =>
  parse(text, {
    delimiter,
    to,
    relax_column_count: true,
    relax_quotes,
    max_record_size: maxRecordLength,
    skip_empty_lines: false,
    record_delimiter: ["\r\n", "\n", "\r"],
    cast: (value, { quoting }): Cell =>
      !quoting && isNumber.test(value.trim()) ? { number: value.trim() } : withoutFormulaGuard(value),
  });

/** Matches what spreadsheets write for a value that they took for a number. They never write a leading zero. */
const isNumber = /^[1-9]\d*(?:\.\d+)?(?:E[+-]\d+)?$/i;
