import { countTries } from "#limits/limits.ts";
import { PortalError } from "#core/errors.ts";
import { changeAccount } from "#storage/database/accounts/bound-accounts.ts";
import { resealTotp, takeTotpStep, totpOf, type TotpRow } from "#storage/database/accounts/factors.ts";
import type { Writer } from "#storage/database/database.ts";
import type { AccountContext, AccountRequest } from "../account-context.ts";
import { recordAttempt } from "../account-events.ts";
import { provedBrowserId } from "../known-browsers.ts";
import { byDevice, tryLimits } from "../tries.ts";
import { sealedTotp } from "#sealing/sealed-totp.ts";

/** `codesLeft` is the number of unused recovery codes after one was used. */
export type CodeTaken = { codesLeft?: number };

/** Accepts a code of the app or a recovery code. Each code works once. */
export const checkCode = (request: AccountRequest, person: Owner, code: string): Promise<CodeTaken> =>
  countedCode(request, person, (row) =>
    isAppCode(code) ? takeAppCode(request, row, code) : takeRecoveryCode(request, row, code),
  );

type Owner = { id: string; email: string };

/** Counts the try. Throws if `take` does not accept the code and returns null. */
export async function countedCode<Taken>(
  request: AccountRequest,
  person: Owner,
  take: (row: TotpRow) => Promise<Taken | null>,
): Promise<Taken> {
  const tries = byDevice(tryLimits.codes, person, provedBrowserId(request, person.email));
  await countTries(request.limits, [tries]);
  const row = await totpOf(request.database.read, person.id);
  const taken = row ? await take(row) : null;
  if (taken === null) {
    await recordAttempt(request, person.id, { action: "factor-failed" });
    throw new PortalError("wrong-code");
  }
  await request.limits.forget(tries);
  return taken;
}

const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);

const stepMs = 30_000;

/**
 * The half minute of this code of the app, or null. Clocks of phones are off by some seconds, so the codes of the previous
 * and the next half minute are accepted, too.
 */
export async function stepOfCode({ keyring, now }: AccountContext, row: TotpRow, code: string): Promise<number | null> {
  const { appKey } = sealedTotp.openRow(keyring, row);
  if (appKey === null || !isAppCode(code)) return null;
  const { Secret, TOTP } = await import("otpauth");
  const timestamp = now();
  const delta = TOTP.validate({ token: code, secret: Secret.fromUTF8(appKey), timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / stepMs) + delta;
}

/** An app counts once its owner has confirmed it, which a mail tells. */
async function takeAppCode(context: AccountContext, row: TotpRow, code: string): Promise<CodeTaken | null> {
  const step = row.confirmed === 1 ? await stepOfCode(context, row, code) : null;
  if (step === null) return null;
  return (await changeCodes(context, row, (writer) => takeTotpStep(writer, row, step))) ? {} : null;
}

const changeCodes = (
  context: AccountContext,
  { person_id: id }: TotpRow,
  change: (writer: Writer) => Promise<boolean>,
) => context.database.write((writer) => changeAccount(context, writer, id, () => change(writer)));

async function takeRecoveryCode(context: AccountContext, row: TotpRow, code: string): Promise<CodeTaken | null> {
  const { keyring } = context;
  const { appKey, recoveryCodes } = sealedTotp.openRow(keyring, row);
  if (!recoveryCodes.includes(code)) return null;
  const left = recoveryCodes.filter((other) => other !== code);
  const sealed = sealedTotp.sealColumns(keyring, { id: row.id }, { appKey, recoveryCodes: left });
  return (await changeCodes(context, row, (writer) => resealTotp(writer, row, sealed)))
    ? { codesLeft: left.length }
    : null;
}
