import { z } from "zod";
import { fieldsWith } from "./record-fields.ts";

/** The columns that the list of records can show beside the name, in the order of the list. */
export const recordColumnNames = [
  "number",
  "passport",
  ...fieldsWith("isCommon"),
  "papers",
  "lastDay",
  "state",
  "added",
  "addedBy",
  "changed",
] as const;
export type RecordColumn = (typeof recordColumnNames)[number];

export const recordColumnsSchema = z.array(z.enum(recordColumnNames));

export const usualColumns: readonly RecordColumn[] = ["number", "papers", "lastDay", "state", "changed"];
