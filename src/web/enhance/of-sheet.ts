import { keepAnswer } from "./keep-answer.ts";
import { printAll } from "./print-all.ts";
import { scrollPapers } from "./scroll-papers.ts";

/** What only pages with a sheet need. */
export function enhanceSheet(): void {
  scrollPapers();
  printAll();
  keepAnswer();
}
