/** A line of a table as spreadsheets read it. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;

const csvCell = (text: string): string => `"${(isFormula(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** What spreadsheets compute. Some take full-width signs as well, and pass over what is before the sign. */
const isFormula = (text: string) => /^\s*[=+\-@]|^[\t\r\n]/.test(text.normalize("NFKC"));

/** Without it Excel takes Bangla for something else. */
export const byteOrderMark = "\uFEFF";
