/**
 * A spreadsheet computes text that begins with a sign. Some programs also accept full-width signs, and ignore spaces before
 * the sign. Where the separator is a semicolon, as in Canadian French, a cell also begins after a semicolon or a line break
 * within our cell.
 */
const start = String.raw`(?<=^|[;\r\n])`;
const computed = String.raw`(?=[['\s]--[\r\n]]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B])`;
/** Such a beginning of the whole text may end or shift the cell. */
const shifted = String.raw`(?='*[\t\r\n])`;

const places = new RegExp(`${start}${computed}|^${shifted}`, "gv");
const guards = new RegExp(`${start}'${computed}|^'${shifted}`, "gv");

/**
 * Writes an apostrophe before each text that a spreadsheet would compute, so that it does not. Text that already has
 * apostrophes there gets one more, so that `withoutFormulaGuard` returns exactly what was given.
 */
export const withFormulaGuard = (text: string): string => text.replaceAll(places, "'");

/** Takes the apostrophes off again. Other programs guard the beginning of a cell in the same way. */
export const withoutFormulaGuard = (text: string): string => text.replaceAll(guards, "");
