import { checkInput } from "#core/fields.ts";
import { PortalError } from "#core/errors.ts";
import type { StepDone } from "#core/accounts/accounts.ts";
import { type AccountRow, accountByEmail } from "#storage/database/accounts/accounts.ts";
import { deleteSession } from "#storage/database/accounts/sessions.ts";
import type { QueueClient } from "#core/fair-queue.ts";
import { type AccountRequest, refusalIn } from "./account-context.ts";
import { failedSignIn, recordAction, recordAttempt } from "./account-events.ts";
import { beginSession, hasSamePassword, type SignInDone } from "./begin-session.ts";
import { untilConstantTime } from "./constant-response-time.ts";
import { endedSessionLine } from "./cookies.ts";
import { sessionOfBrowser } from "./current-session.ts";
import { signInForm } from "./forms.ts";
import { inTurn, knownBrowser, knownClient, stranger } from "./hash-turns.ts";
import { knownBrowserId } from "./known-browsers.ts";
import { mailConfirmation } from "./mailed-links.ts";
import { isPassword } from "./password-hash.ts";
import { payForPassword } from "./password-price.ts";
import { mayMailAgain, signInTries, takeBackSignInTry } from "./tries.ts";

export async function signIn(request: AccountRequest, form: unknown): Promise<SignInDone> {
  const typed = checkInput(signInForm, form);
  const { headers } = request.caller;
  const proof = typed.proof ?? headers.get("Proof-Of-Work") ?? undefined;
  const ticket = typed.waitTicket ?? headers.get("Wait-Ticket") ?? undefined;
  const browser = knownBrowserId(request, typed.email);
  const client = browser === null ? await stranger(request, proof) : await knownBrowser(request, browser, proof);
  const tries = signInTries(request, typed.email);
  const done = await signInByPassword(request, typed, client, () => payForPassword(request, client, tries, ticket));
  await takeBackSignInTry(request, typed.email);
  return done;
}

/** For an account that a link has just made: nobody else can have used up the tries of the link. */
export async function signInByLink(request: AccountRequest, form: unknown): Promise<SignInDone> {
  const typed = checkInput(signInForm, form);
  return signInByPassword(request, typed, knownClient(typed.email));
}

export async function signInByPassword(
  request: AccountRequest,
  { email, password }: { email: string; password: string },
  client: QueueClient,
  pay: () => Promise<void> = async () => undefined,
): Promise<SignInDone> {
  const begun = performance.now();
  const account = await accountByEmail(request.database.read, email);
  const hash = account?.password_hash ?? null;
  const isRight = await inTurn(request, client, [], async () => {
    await pay();
    return isPassword(hash, password, request.passwordWork);
  });
  try {
    return await withPassword(request, isRight ? account : undefined);
  } catch (error) {
    const refusal = refusalIn(error);
    await recordAttempt(request, account?.id ?? null, failedSignIn(refusal));
    const isUnconfirmed = refusal.id === "unconfirmed";
    if (account && isUnconfirmed) await mailAgain(request, account);
    // Somebody may register an address and then sign in. Another answer or another time would reveal whether the address
    // had an account.
    await untilConstantTime(request, begun);
    throw isUnconfirmed ? new PortalError("wrong-credentials") : refusal;
  }
}

async function withPassword(request: AccountRequest, account: AccountRow | undefined): Promise<SignInDone> {
  if (!account) throw new PortalError("wrong-credentials");
  // Thrown before the transaction: it is answered like a wrong password, and must take about as long, even on a busy
  // machine.
  if (account.email_confirmed === 0) throw new PortalError("unconfirmed");
  return beginSession(request, {
    personId: account.id,
    way: "password",
    stillOpens: hasSamePassword(account),
    otherwise: "wrong-credentials",
  });
}

/** A user who knows the password of an unconfirmed account has lost the mail. */
async function mailAgain(request: AccountRequest, account: AccountRow): Promise<void> {
  if (await mayMailAgain(request, account.email)) await mailConfirmation(request, account);
}

export async function signOut(request: AccountRequest): Promise<StepDone> {
  const session = await sessionOfBrowser(request);
  if (session) {
    const { sessionId: id, person } = session;
    await request.database.write((writer) => deleteSession(writer, { id, personId: person.id }));
    await recordAction(request, person.id, { action: "signed-out" });
  }
  return { cookies: [endedSessionLine(request.publicOrigin)] };
}
