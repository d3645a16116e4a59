import type { Caller } from "#core/staff/accounts.ts";
import { type AccountRow, accountById } from "#storage/database/accounts.ts";
import { passkeysOf } from "#storage/database/factors.ts";
import { takeVerification, verificationValue } from "#storage/database/verifications.ts";
import { type AccountContext, refused } from "../account-context.ts";
import { beginSession, hasSamePassword, type SignInOutcome } from "../begin-session.ts";
import { codeForm, readForm } from "../forms.ts";
import { unfinishedStep } from "../unfinished-steps.ts";
import { checkCode } from "./second-factor-codes.ts";

/** The code of somebody whose password was right a moment ago. */
export async function proveSecondFactor(
  context: AccountContext,
  caller: Caller,
  form: unknown,
): Promise<SignInOutcome> {
  const read = readForm(codeForm, form);
  if (!read.ok) return read;
  const pending = await pendingSignIn(context, caller);
  if (!pending) return refused("sign-in-ended");
  const { account, identifier } = pending;
  const problem = await checkCode(context, caller, account.id, read.value.code);
  if (problem) return problem;
  return beginSession(context, caller, {
    personId: account.id,
    way: "second factor",
    stillOpens: async (writer) =>
      (await takeVerification(writer, identifier, context.now())) !== undefined && hasSamePassword(account)(writer),
    otherwise: refused("sign-in-ended"),
  });
}

/** Whether somebody whose password was right a moment ago could show a passkey now. Nobody else is told. */
export async function mayShowPasskey(context: AccountContext, caller: Caller): Promise<boolean> {
  const pending = await pendingSignIn(context, caller);
  return pending !== null && (await passkeysOf(context.database.read, pending.account.id)).length > 0;
}

type PendingSignIn = { account: AccountRow; identifier: string };

/** The sign-in that waits for its second factor in this browser. */
async function pendingSignIn(context: AccountContext, caller: Caller): Promise<PendingSignIn | null> {
  const step = unfinishedStep(context, caller, "second-factor");
  if (!step) return null;
  const { read } = context.database;
  const personId = await verificationValue(read, step.identifier, context.now());
  const account = personId === undefined ? undefined : await accountById(read, personId);
  return account ? { account, identifier: step.identifier } : null;
}
