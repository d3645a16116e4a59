import type { Caller, Refused } from "#core/staff/accounts.ts";
import { type AccountRow, accountByEmail } from "#storage/database/accounts.ts";
import { deleteSession } from "#storage/database/sessions.ts";
import { type AccountContext, refused } from "./account-context.ts";
import { recordAction, recordAttempt } from "./account-events.ts";
import { beginSession, hasSamePassword, type SignInOutcome } from "./begin-session.ts";
import { untilConstantTime } from "./constant-response-time.ts";
import { endedSessionLine } from "./cookies.ts";
import { sessionOfBrowser } from "./current-session.ts";
import { readForm, signInForm } from "./forms.ts";
import { mailConfirmation } from "./mailed-links.ts";
import { isPassword } from "./password-hash.ts";
import { checkSignInLimits, forgetSignInTries, mayMailAgain } from "./tries.ts";

export async function signIn(context: AccountContext, caller: Caller, form: unknown): Promise<SignInOutcome> {
  const read = readForm(signInForm, form);
  if (!read.ok) return read;
  const wait = await checkSignInLimits(context, caller, read.value.email);
  return wait ?? signInByPassword(context, caller, read.value);
}

/** The tries have been counted. */
export async function signInByPassword(
  context: AccountContext,
  caller: Caller,
  { email, password }: { email: string; password: string },
): Promise<SignInOutcome> {
  const begun = performance.now();
  const account = await accountByEmail(context.database.read, email);
  const isRight = await isPassword(account?.password_hash ?? null, password, context.passwordWork);
  const outcome = account && isRight ? await withPassword(context, caller, account) : refused("wrong-credentials");
  if (outcome.ok) return outcome;
  const details = { problem: { from: null, to: outcome.problem } };
  await recordAttempt(context, caller, account?.id ?? null, { action: "sign-in-failed", details });
  if (outcome.problem !== "unconfirmed") return inConstantTime(context, begun, outcome);
  if (account) await mailAgain(context, caller, account);
  return inConstantTime(context, begun, refused("wrong-credentials"));
}

async function withPassword(context: AccountContext, caller: Caller, account: AccountRow): Promise<SignInOutcome> {
  // Before the transaction: it answers like a wrong password, and takes about as long on a busy machine, too.
  if (account.email_confirmed === 0) return refused("unconfirmed");
  const outcome = await beginSession(context, caller, {
    personId: account.id,
    way: "password",
    stillOpens: hasSamePassword(account),
    otherwise: refused("wrong-credentials"),
  });
  if (outcome.ok) await forgetSignInTries(context, caller, account.email);
  return outcome;
}

/**
 * Whoever registers an address and then signs in would learn from any other answer, or another time, whether it had an
 * account.
 */
async function inConstantTime(context: AccountContext, begun: number, failed: Refused): Promise<Refused> {
  await untilConstantTime(context, begun);
  return failed;
}

/** Whoever knows the password has lost the mail. */
async function mailAgain(context: AccountContext, caller: Caller, account: AccountRow): Promise<void> {
  if (await mayMailAgain(context, caller, account.email)) await mailConfirmation(context, account);
}

export async function signOut(context: AccountContext, caller: Caller): Promise<{ cookies: string[] }> {
  const session = await sessionOfBrowser(context, caller);
  if (session) {
    const { sessionId: id, person } = session;
    await context.database.write((writer) => deleteSession(writer, { id, personId: person.id }));
    await recordAction(context, caller, person.id, { action: "signed-out" });
  }
  return { cookies: [endedSessionLine(context.publicOrigin)] };
}
