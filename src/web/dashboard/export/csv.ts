import { withFormulaGuard } from "#core/imports/formula-guard.ts";

/** Formats one line of a CSV file for spreadsheets. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;

const csvCell = (text: string): string => `"${withFormulaGuard(text).replaceAll('"', '""')}"`;

/** Without this mark, Excel reads UTF-8 as another encoding. */
export const byteOrderMark = "\uFEFF";
