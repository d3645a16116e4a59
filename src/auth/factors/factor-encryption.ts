import { createHash } from "node:crypto";
import type { Keyring, KeySet } from "#sealing/keyring.ts";
import { replaceTotpSecrets, totpAfter, type TotpRow } from "#storage/database/accounts/factors.ts";
import type { AccountContext } from "../account-context.ts";
import { accountSecret } from "../cookies.ts";

/**
 * Secrets of apps and recovery codes are stored as "$ba$<key set>$<nonce and XChaCha20-Poly1305 in hex>". This is the
 * format of better-auth. It stays, so that every database opens.
 */
export async function encrypt(keyring: Keyring, text: string): Promise<string> {
  const cipher = await cipherOf(keyring.current);
  const sealed = cipher.encrypt(new TextEncoder().encode(text));
  return `${prefixOf(keyring.current)}${Buffer.from(sealed).toString("hex")}`;
}

export async function decrypt(keyring: Keyring, sealed: string): Promise<string> {
  const keySet = keyring.all.find((known) => sealed.startsWith(prefixOf(known)));
  if (!keySet) throw new Error("no secret opens this second factor");
  const cipher = await cipherOf(keySet);
  return new TextDecoder().decode(cipher.decrypt(Buffer.from(sealed.slice(prefixOf(keySet).length), "hex")));
}

const prefixOf = ({ id }: KeySet) => `$ba$${Number.parseInt(id, 16)}$`;

/** Loads the library with the first factor. */
async function cipherOf(keySet: KeySet) {
  const [{ xchacha20poly1305 }, { managedNonce }] = await Promise.all([
    import("@noble/ciphers/chacha.js"),
    import("@noble/ciphers/utils.js"),
  ]);
  return managedNonce(xchacha20poly1305)(createHash("sha256").update(accountSecret(keySet)).digest());
}

const batch = 100;

/**
 * Encrypts factors under the newest secret. Returns how many were under an older one. A factor that no secret opens
 * stays, and is reported.
 */
export async function rotateFactors(context: AccountContext): Promise<number> {
  const current = prefixOf(context.keyring.current);
  const isOld = ({ secret, recovery_codes }: TotpRow) =>
    !secret.startsWith(current) || !recovery_codes.startsWith(current);
  let rotated = 0;
  let rows: TotpRow[] = [];
  do {
    rows = await totpAfter(context.database.read, rows.at(-1)?.id ?? "", batch);
    for (const row of rows.filter(isOld)) {
      await rotate(context, row).then(
        () => (rotated += 1),
        (error: unknown) => context.report(error),
      );
    }
  } while (rows.length === batch);
  return rotated;
}

async function rotate({ database, keyring }: AccountContext, row: TotpRow): Promise<void> {
  const renewed = async (sealed: string) => encrypt(keyring, await decrypt(keyring, sealed));
  const changes = { secret: await renewed(row.secret), recovery_codes: await renewed(row.recovery_codes) };
  await database.write((writer) => replaceTotpSecrets(writer, row, changes));
}
