import { countTries } from "#limits/limits.ts";
import { PortalError } from "#core/errors.ts";
import { resealTotp, takeTotpStep, totpOf, type TotpRow } from "#storage/database/accounts/factors.ts";
import type { AccountContext, AccountRequest } from "../account-context.ts";
import { recordAttempt } from "../account-events.ts";
import { byAccount, tryLimits } from "../tries.ts";
import { openTotp, sealTotp } from "./sealed-totp.ts";

/** Counts the try, then accepts a code of the app or a recovery code. Each code works once. */
export async function checkCode(request: AccountRequest, personId: string, code: string): Promise<void> {
  const tries = byAccount(tryLimits.codes, personId);
  await countTries(request.limits, [tries]);
  const row = await totpOf(request.database.read, personId);
  if (row && (await takeCode(request, row, code))) {
    return request.limits.forget(tries);
  }
  await recordAttempt(request, personId, { action: "factor-failed" });
  throw new PortalError("wrong-code");
}

export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);

const takeCode = (context: AccountContext, row: TotpRow, code: string) =>
  isAppCode(code) ? takeAppCode(context, row, code) : takeRecoveryCode(context, row, code);

const stepMs = 30_000;

/** Clocks of phones are off by some seconds, so the codes of the previous and the next half minute are accepted, too. */
async function takeAppCode({ database, keyring, now }: AccountContext, row: TotpRow, code: string): Promise<boolean> {
  const { Secret, TOTP } = await import("otpauth");
  const secret = Secret.fromUTF8(openTotp(keyring, row).appKey);
  const timestamp = now();
  const delta = TOTP.validate({ token: code, secret, timestamp, window: 1 });
  if (delta === null) return false;
  return database.write((writer) => takeTotpStep(writer, row, Math.floor(timestamp / stepMs) + delta));
}

async function takeRecoveryCode({ database, keyring }: AccountContext, row: TotpRow, code: string): Promise<boolean> {
  const { appKey, recoveryCodes } = openTotp(keyring, row);
  if (!recoveryCodes.includes(code)) return false;
  const left = recoveryCodes.filter((other) => other !== code);
  return database.write((writer) =>
    resealTotp(writer, row, sealTotp(keyring, row.id, { appKey, recoveryCodes: left })),
  );
}
