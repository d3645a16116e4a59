import { z } from "zod";

/** The columns that the list of records can show in addition to picture and name. */
export const recordColumnNames = [
  "delete",
  "state",
  "passport",
  "nationality",
  "added",
  "addedBy",
  "changed",
  "missing",
  "lastDays",
  "update",
  "hide",
  "unhide",
] as const;
export type RecordColumn = (typeof recordColumnNames)[number];

export const recordColumnsSchema = z.array(z.enum(recordColumnNames));

/** The default columns: those of the specification, and the state in words. */
export const usualColumns: readonly RecordColumn[] = ["delete", "state", "update", "hide", "unhide"];
