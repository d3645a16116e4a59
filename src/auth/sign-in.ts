import type { AccountSuccess } from "#core/accounts/accounts.ts";
import { type AccountRow, accountByEmail } from "#storage/database/accounts/accounts.ts";
import { deleteSession } from "#storage/database/accounts/sessions.ts";
import { type AccountRequest, outcomeOf, type Priority, refusal, StepRefused } from "./account-context.ts";
import { recordAction, recordAttempt } from "./account-events.ts";
import { beginSession, hasSamePassword, type SignInDone } from "./begin-session.ts";
import { untilConstantTime } from "./constant-response-time.ts";
import { endedSessionLine } from "./cookies.ts";
import { sessionOfBrowser } from "./current-session.ts";
import { readForm, signInForm } from "./forms.ts";
import { knownBrowserId } from "./known-browsers.ts";
import { mailConfirmation } from "./mailed-links.ts";
import { isPassword } from "./password-hash.ts";
import { checkLimits, forgetSignInTries, mayMailAgain, signInTries, takeBackSignInTry } from "./tries.ts";

export async function signIn(request: AccountRequest, form: unknown): Promise<SignInDone> {
  const typed = readForm(signInForm, form);
  const priority = knownBrowserId(request, typed.email) === null ? "strangers" : "known";
  request.hashQueue.checkRoom(priority);
  await checkLimits(request, signInTries(request, typed.email));
  const done = await signInByPassword(request, typed, priority);
  await takeBackSignInTry(request, typed.email);
  return done;
}

/** For an account that a link has just made: nobody else can have used up the tries of the link. */
export async function signInByLink(request: AccountRequest, form: unknown): Promise<SignInDone> {
  return signInByPassword(request, readForm(signInForm, form), "known");
}

/** The caller has already counted the tries. */
export async function signInByPassword(
  request: AccountRequest,
  { email, password }: { email: string; password: string },
  priority: Priority,
): Promise<SignInDone> {
  const begun = performance.now();
  const account = await accountByEmail(request.database.read, email);
  const hash = account?.password_hash ?? null;
  const isRight = await request.hashQueue.run(priority, () => isPassword(hash, password, request.passwordWork));
  const outcome = await outcomeOf(withPassword(request, isRight ? account : undefined));
  if (outcome.ok) return outcome;
  const details = { problem: { from: null, to: outcome.problem } };
  await recordAttempt(request, account?.id ?? null, { action: "sign-in-failed", details });
  const isUnconfirmed = outcome.problem === "unconfirmed";
  if (account && isUnconfirmed) await mailAgain(request, account);
  // Somebody may register an address and then sign in. Another answer or another time would reveal whether the address
  // had an account.
  await untilConstantTime(request, begun);
  throw isUnconfirmed ? refusal("wrong-credentials") : new StepRefused(outcome);
}

async function withPassword(request: AccountRequest, account: AccountRow | undefined): Promise<SignInDone> {
  if (!account) throw refusal("wrong-credentials");
  // Thrown before the transaction: it is answered like a wrong password, and must take about as long, even on a busy
  // machine.
  if (account.email_confirmed === 0) throw refusal("unconfirmed");
  const done = await beginSession(request, {
    personId: account.id,
    way: "password",
    stillOpens: hasSamePassword(account),
    otherwise: "wrong-credentials",
  });
  await forgetSignInTries(request, account.email);
  return done;
}

/** A user who knows the password of an unconfirmed account has lost the mail. */
async function mailAgain(request: AccountRequest, account: AccountRow): Promise<void> {
  if (await mayMailAgain(request, account.email)) await mailConfirmation(request, account);
}

export async function signOut(request: AccountRequest): Promise<AccountSuccess> {
  const session = await sessionOfBrowser(request);
  if (session) {
    const { sessionId: id, person } = session;
    await request.database.write((writer) => deleteSession(writer, { id, personId: person.id }));
    await recordAction(request, person.id, { action: "signed-out" });
  }
  return { ok: true, cookies: [endedSessionLine(request.publicOrigin)] };
}
