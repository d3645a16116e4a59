import { takeTotpStep, totpOf } from "#storage/database/factors.ts";
import type { AccountDesk } from "./account-desk.ts";
import { decrypted } from "./encryption.ts";

const stepMs = 30_000;

/** Clocks of phones are off by some seconds. */
const tolerance = [-1, 0, 1];

/**
 * Whether the app shows this code now, and nobody used it yet. better-auth would take the same code again for a minute and a
 * half, from whoever looked over the shoulder.
 */
export async function takeTotpCode(
  { database, keyring, now }: AccountDesk,
  { personId, code, sessionToken }: Proof,
): Promise<boolean> {
  const row = await totpOf(database.read, personId);
  if (!row) return false;
  const { createOTP } = await import("@better-auth/utils/otp");
  const otp = createOTP(await decrypted(keyring, row.secret));
  const current = Math.floor(now() / stepMs);
  for (const step of tolerance.map((offset) => current + offset)) {
    // Codes are compared by better-auth in constant time when it is asked for the same code.
    if ((await otp.hotp(step)) === code) return database.write((writer) => takeTotpStep(writer, personId, step));
  }
  return false;
}
