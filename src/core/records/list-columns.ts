import { z } from "zod";

/** The columns that the list of records can show beside the name, in the order of the list. */
export const recordColumnNames = [
  "number",
  "passport",
  "nationality",
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
