/** Formats one line of a CSV file for spreadsheets. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;

const csvCell = (text: string): string => `"${text.replaceAll(formulaStart, "'").replaceAll('"', '""')}"`;

/**
 * The places before text that a spreadsheet would compute. Some programs also accept full-width signs, and ignore spaces
 * before the sign. Where the separator is a semicolon, as in Canadian French, a cell also begins after a semicolon or a
 * line break within our cell.
 */
const formulaStart = /(?<=^|[;\r\n])(?=\s*[=+\-@＝＋－＠﹦﹢﹣﹫])|^(?=[\t\r\n])/g;

/** Without this mark, Excel reads UTF-8 as another encoding. */
export const byteOrderMark = "\uFEFF";
