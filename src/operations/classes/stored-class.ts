import type { TrainingClass } from "#core/classes/training-class.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import type { ClassRow } from "#storage/database/classes.ts";
import type { Portal } from "../portal.ts";

/** Seals what is recorded of a class, and what its payments keep for themselves. */
export const classKey = ({ keyring }: Portal, { id, wrapped_key }: Pick<ClassRow, "id" | "wrapped_key">): Buffer =>
  unwrapKey(keyring, id, wrapped_key);

export const storedClass = (row: ClassRow): TrainingClass => ({
  id: row.id,
  title: row.title,
  place: row.place,
  startsAt: row.starts_at,
  seats: row.seats,
  taken: row.taken,
  fee: row.fee,
  currency: row.currency,
  closedAt: row.closed_at,
  addedAt: row.added_at,
  version: row.version,
});
