import { randomUUID } from "node:crypto";
import type { Reader, Writer } from "./database.ts";
import { insertRow } from "./rows.ts";

/** A step that a browser has begun. `identifier` is a hash of what the browser has. */
type NewVerification = { identifier: string; value: string; now: number; expires_at: number };

export async function insertVerification(writer: Writer, { now, ...row }: NewVerification): Promise<void> {
  await insertRow(writer, "verification", { id: randomUUID(), ...row, added_at: now, changed_at: now });
}

/** False where it is there already. */
export async function insertVerificationOnce(writer: Writer, { now, ...row }: NewVerification): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await writer
    .insertInto("verification")
    .values({ id: row.identifier, ...row, added_at: now, changed_at: now })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function verificationValue(reader: Reader, identifier: string, now: number): Promise<string | undefined> {
  const found = await reader
    .selectFrom("verification")
    .select("value")
    .where("identifier", "=", identifier)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return found?.value;
}

/** Uses it up. Of several who try at once, one gets it. */
export async function takeVerification(writer: Writer, identifier: string, now: number): Promise<string | undefined> {
  const taken = await writer
    .deleteFrom("verification")
    .where("identifier", "=", identifier)
    .where("expires_at", ">", now)
    .returning("value")
    .executeTakeFirst();
  return taken?.value;
}

/** Sign-ins that wait for a second factor: their value is the person's id. */
export async function deletePendingSignIns(writer: Writer, personId: string): Promise<void> {
  await writer.deleteFrom("verification").where("value", "=", personId).execute();
}
