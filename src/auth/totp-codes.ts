import { takeTotpStep, totpOf } from "#storage/database/factors.ts";
import type { AccountDesk } from "./account-desk.ts";
import { decrypted } from "./library/encryption.ts";

const stepMs = 30_000;

/** Clocks of phones are off by some seconds. */
const tolerance = [-1, 0, 1];

/** `sessionToken` is null between password and second factor. */
export type Proof = { personId: string; code: string; sessionToken: string | null };

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
  // Whoever is asked between password and code has the app set up, even where a crash came before that was written down.
  const confirming = sessionToken === null ? ({ confirmed: 1 } as const) : {};
  const take = (step: number) =>
    database.write((writer) => takeTotpStep(writer, personId, { last_step: step, ...confirming }));
  for (const step of tolerance.map((offset) => current + offset)) {
    if ((await otp.hotp(step)) === code) return take(step);
  }
  return false;
}
