import { writeXlsx } from "hucre/xlsx";
import { fieldNames } from "#core/records/record-fields.ts";
import { byteOrderMark, csvLine } from "../export/csv.ts";
import { fileAnswer, tableTypes } from "../export/file-answer.server.ts";
import { fieldLabel } from "../record-list/particulars.ts";
import type { Route } from "./+types/import-sample.route.ts";

/** An invented person. The numbers are texts, so that no spreadsheet changes them. */
const example = [
  "AB1234567",
  "W12345678",
  "Rahim Uddin",
  "Karim Uddin",
  "Amina Begum",
  "12 Lake Road, Dhaka",
  "BANGLADESH",
];

/** Returns a table to fill in, with heads in the language of the page. */
export async function loader({ url }: Route.LoaderArgs): Promise<Response> {
  const heads = fieldNames.map((field) => fieldLabel(field));
  if (url.pathname.endsWith(".csv"))
    return fileAnswer("attestry-import.csv", tableTypes.csv, byteOrderMark + csvLine(heads) + csvLine(example));
  const columns = heads.map((header, at) => ({ header, key: String(at), width: 24, numFmt: "@" }));
  const data = [Object.fromEntries(example.map((text, at) => [String(at), text]))];
  const workbook = await writeXlsx({ sheets: [{ name: "Attestry", columns, data }] });
  return fileAnswer("attestry-import.xlsx", tableTypes.xlsx, Uint8Array.from(workbook));
}
