import type { Selectable } from "kysely";
import type { Schema } from "../tables/schema.ts";

/** The columns by which a record is found, and which change with its numbers, names and documents. */
export const indexColumns = [
  "name_folded",
  "passport_index",
  "ircc_index",
  "passport_last_four",
  "ircc_last_four",
  "same_person",
  "document_kinds",
] as const satisfies (keyof Schema["candidate"])[];

export type RecordIndexes = Pick<Selectable<Schema["candidate"]>, (typeof indexColumns)[number]>;

export type RecordRow = Omit<
  Selectable<Schema["candidate"]>,
  "holder_state" | Exclude<keyof RecordIndexes, "passport_index" | "ircc_index">
>;

/** The hash of what a record has of one own field. */
export type OwnHash = Pick<Selectable<Schema["own_value"]>, "field" | "hash">;
