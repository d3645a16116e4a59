import { type Database, lockForUpdate, type Reader, type Writer } from "../database.ts";
import { type Row, updateRow } from "../rows.ts";
import type { OwnedRowId } from "./accounts.ts";

export type TotpRow = Row<"totp">;
export type PasskeyRow = Row<"passkey">;

export const totpOf = (reader: Reader, personId: string) =>
  reader.selectFrom("totp").selectAll().where("person_id", "=", personId).executeTakeFirst();

/** Locks the row, so that no recovery code is used while the codes are written again. */
export const totpForChange = (database: Database, writer: Writer, personId: string) =>
  lockForUpdate(database, writer.selectFrom("totp").selectAll().where("person_id", "=", personId)).executeTakeFirst();

type SealedTotp = Pick<TotpRow, "key_set" | "wrapped_key" | "sealed">;

/** Replaces the authenticator app. The new app counts after its first correct code. */
export async function replaceTotp(writer: Writer, row: SealedTotp & Pick<TotpRow, "id" | "person_id">): Promise<void> {
  const values = { ...row, confirmed: 0, last_step: 0 } as const;
  await writer
    .insertInto("totp")
    .values(values)
    .onConflict((conflict) => conflict.column("person_id").doUpdateSet(values))
    .execute();
}

/** Accepts the code of one half minute. It and older codes are never accepted again, not even in parallel requests. */
export async function takeTotpStep(writer: Writer, { id }: Pick<TotpRow, "id">, step: number): Promise<boolean> {
  const { numUpdatedRows } = await writer
    .updateTable("totp")
    .set({ last_step: step, confirmed: 1 })
    .where("id", "=", id)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteTotp(writer: Writer, personId: string): Promise<void> {
  await writer.deleteFrom("totp").where("person_id", "=", personId).execute();
}

/** Does nothing and returns false if the row was changed in the meantime. */
export async function resealTotp(writer: Writer, before: TotpRow, changes: SealedTotp): Promise<boolean> {
  const { numUpdatedRows } = await writer
    .updateTable("totp")
    .set(changes)
    .where("id", "=", before.id)
    .where("sealed", "=", before.sealed)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const passkeysOf = (reader: Reader, personId: string) =>
  reader.selectFrom("passkey").selectAll().where("person_id", "=", personId).orderBy("added_at").execute();

export async function renamePasskey(writer: Writer, { id, personId }: OwnedRowId, name: string): Promise<boolean> {
  const renamed = writer.updateTable("passkey").set({ name }).where("id", "=", id).where("person_id", "=", personId);
  return (await renamed.executeTakeFirst()).numUpdatedRows === 1n;
}

export async function deletePasskey(writer: Writer, { id, personId }: OwnedRowId): Promise<boolean> {
  const deleted = writer.deleteFrom("passkey").where("id", "=", id).where("person_id", "=", personId);
  return (await deleted.executeTakeFirst()).numDeletedRows === 1n;
}

export const passkeyByCredential = (reader: Reader, credentialId: string) =>
  reader.selectFrom("passkey").selectAll().where("credential_id", "=", credentialId).executeTakeFirst();

/** False if the authenticator is already registered, by this or another person. */
export async function insertPasskey(writer: Writer, row: PasskeyRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await writer
    .insertInto("passkey")
    .values(row)
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** False if the passkey was deleted in the meantime. */
export async function updatePasskeyCounter(writer: Writer, id: string, counter: number): Promise<boolean> {
  const updated = writer.updateTable("passkey").set({ counter }).where("id", "=", id);
  return (await updated.executeTakeFirst()).numUpdatedRows === 1n;
}

/** Deletes all second factors of a person. Afterwards the person signs in with the password alone. */
export async function deleteFactors(writer: Writer, personId: string): Promise<{ totp: number; passkeys: number }> {
  const totp = await writer.deleteFrom("totp").where("person_id", "=", personId).executeTakeFirstOrThrow();
  const passkeys = await writer.deleteFrom("passkey").where("person_id", "=", personId).executeTakeFirstOrThrow();
  await updateRow(writer, "person", personId, { has_totp: 0 });
  return { totp: Number(totp.numDeletedRows), passkeys: Number(passkeys.numDeletedRows) };
}
