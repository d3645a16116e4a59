import { isOwnName } from "#core/own-fields/own-field.ts";
import { isOwnLastDay } from "#core/records/last-days.ts";
import { type NewValue, parseNewValue } from "#core/records/new-value.ts";
import { shape, text } from "#core/stored/decoders.ts";
import { sealedContent } from "#sealing/sealed-content.ts";
import type { BulkRun } from "#storage/database/records/bulk-runs.ts";
import { keyOfSettings } from "../portal/current-settings.ts";
import type { Portal } from "../portal/portal.ts";

/** The value of an own field. Those of other fields are in clear, as they are beside their records. */
export const sealedNewValue = sealedContent({
  table: "bulk_run",
  place: ({ id, field }: { id: string; field: string }) => `bulk_run/${id}/${field}`,
  decode: shape({ value: text }, "1.1"),
});

/** The columns of a run that sets this value. */
export async function columnsOfValue(portal: Portal, id: string, { field, value }: NewValue) {
  if (!isOwnName(field)) return { field, new_value: value };
  const sealed = sealedNewValue.seal(await keyOfSettings(portal), { id, field }, { value });
  return { field, new_value: sealed.toString("base64") };
}

type RunWithValue = Pick<BulkRun, "id" | "undoes" | "field" | "new_value">;

/**
 * The value that a run sets, also if its own field or paper was removed since. An undo has the columns of the run that it undoes.
 * Null once these were deleted.
 */
export async function valueOfRun(portal: Portal, { id, undoes, field, new_value }: RunWithValue) {
  if (field === null || new_value === null) return null;
  if (isOwnLastDay(field)) return { field, value: new_value };
  if (!isOwnName(field)) return parseNewValue({ field, value: new_value }, { ownFields: [], ownPapers: [] });
  const place = { id: undoes ?? id, field };
  const sealed = Buffer.from(new_value, "base64");
  const value: NewValue = { field, ...sealedNewValue.open(await keyOfSettings(portal), { ...place, sealed }) };
  return value;
}
