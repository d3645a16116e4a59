import { checkInput } from "#core/fields.ts";
import { PortalError } from "#core/errors.ts";
import { type AccountRow, accountById } from "#storage/database/accounts/accounts.ts";
import { passkeysOf } from "#storage/database/accounts/factors.ts";
import { takeVerification, verificationValue } from "#storage/database/accounts/verifications.ts";
import type { AccountRequest } from "../account-context.ts";
import { beginSession, hasSamePassword, type SignInDone } from "../begin-session.ts";
import { codeForm } from "../forms.ts";
import { unfinishedStep } from "../unfinished-steps.ts";
import { codesOf } from "./authenticator-app.ts";
import { checkCode, type CodeTaken } from "./second-factor-codes.ts";

/** Finishes the sign-in that waits for a code in this browser. */
export async function proveSecondFactor(request: AccountRequest, form: unknown): Promise<SignInDone & CodeTaken> {
  const { code } = checkInput(codeForm, form);
  const pending = await pendingSignIn(request);
  if (!pending) throw new PortalError("sign-in-ended");
  const { account, identifier } = pending;
  const taken = await checkCode(request, account, code);
  const done = await beginSession(request, {
    personId: account.id,
    way: "second factor",
    stillOpens: async (writer) =>
      (await takeVerification(request, writer, identifier, request.now())) !== undefined &&
      hasSamePassword(account)(writer),
    otherwise: "sign-in-ended",
  });
  return { ...done, ...taken };
}

/** How the sign-in that waits in this browser can go on. Everybody else learns nothing. */
export async function waysToGoOn(request: AccountRequest): Promise<{ app: boolean; passkey: boolean }> {
  const pending = await pendingSignIn(request);
  if (!pending) return { app: true, passkey: false };
  const { id } = pending.account;
  const [{ hasApp }, passkeys] = [await codesOf(request, id), await passkeysOf(request.database.read, id)];
  return { app: hasApp, passkey: passkeys.length > 0 };
}

type PendingSignIn = { account: AccountRow; identifier: string };

/** The sign-in that waits for its second factor in this browser. */
async function pendingSignIn(request: AccountRequest): Promise<PendingSignIn | null> {
  const step = unfinishedStep(request, "second-factor");
  if (!step) return null;
  const { read } = request.database;
  const personId = await verificationValue(request, read, step.identifier, request.now());
  const account = personId === undefined ? undefined : await accountById(read, personId);
  return account ? { account, identifier: step.identifier } : null;
}
