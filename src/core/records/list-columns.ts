import type { OwnName } from "../own-fields/own-field.ts";
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

/** A column of the list: of the program, or with one of the operator's own fields. */
export type ListColumn = RecordColumn | OwnName;

export const isRecordColumn = (name: string): name is RecordColumn => recordColumnNames.some((known) => known === name);

export const usualColumns: readonly RecordColumn[] = ["number", "papers", "lastDay", "state", "changed"];
