import type { Caller, Refused } from "#core/staff/accounts.ts";
import { replaceTotpSecrets, takeTotpStep, totpOf, type TotpRow } from "#storage/database/factors.ts";
import { type AccountContext, refused } from "../account-context.ts";
import { recordAttempt } from "../account-events.ts";
import { byAccount, checkLimits, tryLimits } from "../tries.ts";
import { decrypt, encrypt } from "./factor-encryption.ts";
import { readRecoveryCodes } from "./recovery-codes.ts";

/**
 * Counts the try, then takes a code of the app or a recovery code, in a session or between password and session. Each code
 * works once. Null if it was right.
 */
export async function checkCode(
  context: AccountContext,
  caller: Caller,
  personId: string,
  code: string,
): Promise<Refused | null> {
  const tries = byAccount(tryLimits.codes, personId);
  const wait = await checkLimits(context, [tries]);
  if (wait) return wait;
  const row = await totpOf(context.database.read, personId);
  if (row && (await takeCode(context, row, code))) {
    await context.limits.forget(tries);
    return null;
  }
  await recordAttempt(context, caller, personId, { action: "factor-failed" });
  return refused("wrong-code");
}

export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);

const takeCode = (context: AccountContext, row: TotpRow, code: string) =>
  isAppCode(code) ? takeAppCode(context, row, code) : takeRecoveryCode(context, row, code);

const stepMs = 30_000;

/** Clocks of phones are off by some seconds, so the codes of the half minutes before and after are taken as well. */
async function takeAppCode({ database, keyring, now }: AccountContext, row: TotpRow, code: string): Promise<boolean> {
  const { Secret, TOTP } = await import("otpauth");
  const secret = Secret.fromUTF8(await decrypt(keyring, row.secret));
  const timestamp = now();
  const delta = TOTP.validate({ token: code, secret, timestamp, window: 1 });
  if (delta === null) return false;
  return database.write((writer) => takeTotpStep(writer, row, Math.floor(timestamp / stepMs) + delta));
}

async function takeRecoveryCode({ database, keyring }: AccountContext, row: TotpRow, code: string): Promise<boolean> {
  const codes = readRecoveryCodes(await decrypt(keyring, row.recovery_codes));
  if (!codes.includes(code)) return false;
  const left = await encrypt(keyring, JSON.stringify(codes.filter((other) => other !== code)));
  const changes = { secret: row.secret, recovery_codes: left };
  return database.write((writer) => replaceTotpSecrets(writer, row, changes));
}
