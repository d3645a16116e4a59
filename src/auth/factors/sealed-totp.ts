import type { Keyring } from "#sealing/keyring.ts";
import { sealedColumns, unsealColumns } from "#sealing/sealed-json.ts";
import type { TotpRow } from "#storage/database/accounts/factors.ts";

/** The key of an authenticator app, null if there is none, and the recovery codes that were not used yet. */
export type TotpSecrets = { appKey: string | null; recoveryCodes: string[] };

export const sealTotp = (keyring: Keyring, id: string, secrets: TotpSecrets) =>
  sealedColumns(keyring, "totp", id, secrets);

/** The content needs no validation: the seal proves that we wrote it, for this row. */
export const openTotp = (keyring: Keyring, row: TotpRow): TotpSecrets =>
  unsealColumns(keyring, "totp", row.id, row) as TotpSecrets;
