/** A line of a table as spreadsheets read it. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;

const csvCell = (text: string): string => `"${text.replaceAll(formulaStart, "'").replaceAll('"', '""')}"`;

/**
 * Before what spreadsheets would compute. Some also take full-width signs, and ignore spaces before the sign. Where the separator is a
 * semicolon, as in Canadian French, a cell also begins behind a semicolon or a line break within ours.
 */
const formulaStart = /(?<=^|[;\r\n])(?=\s*[=+\-@＝＋－＠﹦﹢﹣﹫])|^(?=[\t\r\n])/g;

/** Without it Excel reads UTF-8 as another encoding. */
export const byteOrderMark = "\uFEFF";
