import { randomUUID } from "node:crypto";
import { hourMs } from "#core/durations.ts";
import { bindRow, boundOrNone, type HasRowKeys, insertBound } from "../bound-rows.ts";
import type { Reader, Writer } from "../database.ts";
import { isAheadIn } from "../wrong-clock.ts";

/** No step lasts longer. */
export const longestStepMs = hourMs;

/** A step that a browser has begun. `identifier` is a hash of the value that the browser has. */
type NewVerification = { identifier: string; value: string; now: number; expires_at: number };

export async function insertVerification(
  site: HasRowKeys,
  writer: Writer,
  { now, ...row }: NewVerification,
): Promise<void> {
  await insertBound(site, writer, "verification", { id: randomUUID(), ...row, added_at: now, changed_at: now });
}

/** False if there is already a row with this identifier. */
export async function insertVerificationOnce(
  site: HasRowKeys,
  writer: Writer,
  { now, ...row }: NewVerification,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await writer
    .insertInto("verification")
    .values(bindRow(site, "verification", { id: row.identifier, ...row, added_at: now, changed_at: now }))
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function verificationValue(
  site: HasRowKeys,
  reader: Reader,
  identifier: string,
  now: number,
): Promise<string | undefined> {
  const found = await reader
    .selectFrom("verification")
    .selectAll()
    .where("identifier", "=", identifier)
    .where(isAheadIn("expires_at", now, longestStepMs))
    .executeTakeFirst();
  return boundOrNone(site, "verification", found)?.value;
}

/** Deletes a verification and returns its value. Only one of several parallel calls gets the value. */
export async function takeVerification(
  site: HasRowKeys,
  writer: Writer,
  identifier: string,
  now: number,
): Promise<string | undefined> {
  const taken = await writer
    .deleteFrom("verification")
    .where("identifier", "=", identifier)
    .where(isAheadIn("expires_at", now, longestStepMs))
    .returningAll()
    .executeTakeFirst();
  return boundOrNone(site, "verification", taken)?.value;
}

/** Deletes sign-ins that wait for a second factor: their value is the person's id. */
export async function deletePendingSignIns(writer: Writer, personId: string): Promise<void> {
  await writer.deleteFrom("verification").where("value", "=", personId).execute();
}
