import { m } from "./compiled/messages.js";
import { perLocale } from "./per-locale.ts";
import { writtenCount } from "./written.ts";

const known = perLocale(() => new Map<number, string>());

/** "2 pages". Choosing the plural is costly and the numbers are few, so each is written once. */
export function writtenPages(count: number): string {
  const inWords = known();
  const text = inWords.get(count) ?? m.document_pages({ count, written: writtenCount(count) });
  inWords.set(count, text);
  return text;
}
