import { writeXlsx } from "hucre/xlsx";
import { usedOf } from "#core/own-fields/own-field.ts";
import { datedOf } from "#core/own-fields/own-paper.ts";
import { lastDayField } from "#core/records/last-days.ts";
import { type FieldName, fieldNames } from "#core/records/record-fields.ts";
import { ownLabel } from "#i18n/own-field-words.ts";
import { fieldsHere, secondExample } from "#i18n/second-number.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { byteOrderMark, csvLine } from "../export/csv.ts";
import { fileAnswer, tableTypes } from "../export/file-answer.server.ts";
import { fieldLabel } from "../record-list/particulars.ts";
import type { Route } from "./+types/import-sample.route.ts";

/** An invented person. The numbers are texts, so that no spreadsheet changes them. Other fields are empty. */
const example: Partial<Record<FieldName, string>> = {
  passportNumber: "AB1234567",
  name: "Rahim Uddin",
  fatherName: "Karim Uddin",
  motherName: "Amina Begum",
  address: "12 Lake Road, Dhaka",
  nationality: "BANGLADESH",
};

/** Returns a table to fill in, with heads in the language of the page. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const { visit } = await signedInVisit(context);
  const settings = await visit.settings();
  const ownFields = usedOf(settings.ownFields);
  const fields = fieldsHere(fieldNames);
  const days = datedOf(settings.ownPapers).map(({ id }) => fieldLabel(lastDayField(id), settings.ownPapers));
  const heads = [...fields.map((field) => fieldLabel(field)), ...days, ...ownFields.map(ownLabel)];
  const person = [
    ...fields.map((field) => (field === "irccNumber" ? secondExample() : (example[field] ?? ""))),
    ...days.map(() => ""),
    ...ownFields.map(() => ""),
  ];
  if (url.pathname.endsWith(".csv"))
    return fileAnswer("attestry-import.csv", tableTypes.csv, byteOrderMark + csvLine(heads) + csvLine(person));
  const columns = heads.map((header, at) => ({ header, key: String(at), width: 24, numFmt: "@" }));
  const data = [Object.fromEntries(person.map((text, at) => [String(at), text]))];
  const workbook = await writeXlsx({ sheets: [{ name: "Attestry", columns, data }] });
  return fileAnswer("attestry-import.xlsx", tableTypes.xlsx, Uint8Array.from(workbook));
}
