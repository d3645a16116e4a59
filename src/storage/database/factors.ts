import type { Selectable } from "kysely";
import type { AccountTables } from "./tables/account-tables.ts";
import type { Reader, Writer } from "./database.ts";

export type TotpRow = Selectable<AccountTables["totp"]>;
export type PasskeyRow = Pick<Selectable<AccountTables["passkey"]>, "id" | "name" | "added_at">;

export async function totpOf(reader: Reader, personId: string): Promise<TotpRow | undefined> {
  return reader.selectFrom("totp").selectAll().where("person_id", "=", personId).executeTakeFirst();
}

/** Accepts the code of one half minute. Neither it nor an older one is accepted again, also not in parallel. */
export async function takeTotpStep(
  writer: Writer,
  personId: string,
  changes: Partial<Pick<TotpRow, "confirmed">> & { last_step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await writer
    .updateTable("totp")
    .set(changes)
    .where("person_id", "=", personId)
    .where("last_step", "<", changes.last_step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteConfirmedTotp(writer: Writer, personId: string): Promise<void> {
  await writer.deleteFrom("totp").where("person_id", "=", personId).where("confirmed", "=", 1).execute();
}

/** All, page by page, ordered by id. */
export async function totpAfter(reader: Reader, id: string, atMost: number): Promise<TotpRow[]> {
  return reader.selectFrom("totp").selectAll().where("id", ">", id).orderBy("id").limit(atMost).execute();
}

/** Does nothing if it was changed in the meantime. */
export async function replaceTotpSecrets(
  writer: Writer,
  before: TotpRow,
  changes: Pick<TotpRow, "secret" | "recovery_codes">,
): Promise<boolean> {
  const { numUpdatedRows } = await writer
    .updateTable("totp")
    .set(changes)
    .where("id", "=", before.id)
    .where("secret", "=", before.secret)
    .where("recovery_codes", "=", before.recovery_codes)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function passkeysOf(reader: Reader, personId: string): Promise<PasskeyRow[]> {
  return reader
    .selectFrom("passkey")
    .select(["id", "name", "added_at"])
    .where("person_id", "=", personId)
    .orderBy("added_at")
    .execute();
}

type Owned = { id: string; personId: string };

export async function renamePasskey(writer: Writer, { id, personId }: Owned, name: string): Promise<boolean> {
  const { numUpdatedRows } = await writer
    .updateTable("passkey")
    .set({ name })
    .where("id", "=", id)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deletePasskey(writer: Writer, { id, personId }: Owned): Promise<boolean> {
  const { numDeletedRows } = await writer
    .deleteFrom("passkey")
    .where("id", "=", id)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function hasPasskey(reader: Reader, credentialId: string): Promise<boolean> {
  const found = await reader
    .selectFrom("passkey")
    .select("id")
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Every factor of a person: what they sign in with when these are lost is the password alone. */
export async function deleteFactors(writer: Writer, personId: string): Promise<{ totp: number; passkeys: number }> {
  const totp = await writer.deleteFrom("totp").where("person_id", "=", personId).executeTakeFirstOrThrow();
  const passkeys = await writer.deleteFrom("passkey").where("person_id", "=", personId).executeTakeFirstOrThrow();
  await writer.updateTable("person").set({ has_totp: 0 }).where("id", "=", personId).execute();
  return { totp: Number(totp.numDeletedRows), passkeys: Number(passkeys.numDeletedRows) };
}

/** Whose sign-in waits for a second factor. better-auth keeps a hash of what the browser holds. */
export async function pendingPerson(reader: Reader, identifier: string, now: number): Promise<string | undefined> {
  const found = await reader
    .selectFrom("verification")
    .select("value")
    .where("identifier", "=", identifier)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return found?.value;
}

/** Sign-ins that wait for a second factor: a person's id is all that better-auth keeps of them. */
export async function deletePendingSignIns(writer: Writer, personId: string): Promise<void> {
  await writer.deleteFrom("verification").where("value", "=", personId).execute();
}
