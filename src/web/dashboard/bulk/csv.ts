/** A line of a table as spreadsheets read it. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;

const csvCell = (text: string): string => `"${(isFormula(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** What spreadsheets would compute. Some also take full-width signs, and ignore spaces before the sign. */
const isFormula = (text: string) => /^\s*[=+\-@]|^[\t\r\n]/.test(text.normalize("NFKC"));

/** Without it Excel reads UTF-8 as another encoding. */
export const byteOrderMark = "\uFEFF";
