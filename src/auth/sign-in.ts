import { z } from "zod";
import type { Caller, Outcome, Refused, SignInStep } from "#core/staff/accounts.ts";
import { type AccountRow, accountByEmail } from "#storage/database/accounts.ts";
import { deleteSession } from "#storage/database/sessions.ts";
import type { AccountDesk } from "./account-desk.ts";
import { recordClaim, recordDeed } from "./account-events.ts";
import { endedCookieLine } from "./cookies.ts";
import { sessionOfBrowser } from "./current-session.ts";
import { untilEven } from "./even-time.ts";
import { finishSignIn, hasSamePassword, mayGoOnToCode } from "./finish-sign-in.ts";
import { readForm, signInForm } from "./forms.ts";
import { mailConfirmation } from "./mailed-links.ts";
import type { LibraryAnswer } from "./library/ask-library.ts";
import { refusalIn, refused } from "./refusals.ts";
import { forgetSignInTries, mayMailAgain, refusedForSignIn } from "./tries.ts";

/** `body` is better-auth's own answer, for programs that signed in at its endpoint. */
export type SignInOutcome = Outcome<SignInStep & { body: unknown }>;

export async function signIn(desk: AccountDesk, caller: Caller, form: unknown): Promise<SignInOutcome> {
  const read = readForm(signInForm, form);
  if (!read.ok) return read;
  const wait = await refusedForSignIn(desk, caller, read.value.email);
  return wait ?? signInByPassword(desk, caller, read.value);
}

const secondStep = z.object({ twoFactorRedirect: z.literal(true) });

/** The tries have been counted. */
export async function signInByPassword(
  desk: AccountDesk,
  caller: Caller,
  { email, password }: { email: string; password: string },
): Promise<SignInOutcome> {
  const begun = performance.now();
  const account = await accountByEmail(desk.database.read, email);
  const answer = await desk.ask(caller, { method: "POST", path: "/sign-in/email", body: { email, password } });
  const outcome =
    account && answer.status === 200 ? await redirectInApp(desk, caller, account, answer) : refusalIn(answer);
  if (outcome.ok) return outcome;
  const details = { problem: { from: null, to: outcome.problem } };
  await recordClaim(desk, caller, account?.id ?? null, { action: "sign-in-failed", details });
  if (outcome.problem !== "unconfirmed") return refusedEvenly(begun, outcome);
  if (account) await mailAgain(desk, caller, account);
  return refusedEvenly(begun, refused("wrong-credentials"));
}

/** The password was right. */
async function redirectInApp(
  desk: AccountDesk,
  caller: Caller,
  account: AccountRow,
  answer: LibraryAnswer,
): Promise<SignInOutcome> {
  await forgetSignInTries(desk, caller, account.email);
  const { cookies, body } = answer;
  if (secondStep.safeParse(body).success) {
    const isSame = await mayGoOnToCode(desk, account);
    return isSame ? { ok: true, next: "second-factor", cookies, body } : refused("wrong-credentials");
  }
  const finished = await finishSignIn(desk, caller, answer, { way: "password", stillOpens: hasSamePassword(account) });
  return finished ? { ok: true, next: "signed-in", cookies: finished, body } : refused("wrong-credentials");
}

/** Whoever registers an address and then signs in would learn from any other answer, or another time, whether it had an account. */
async function refusedEvenly(begun: number, refusal: Refused): Promise<Refused> {
  await untilEven(begun);
  return refusal;
}

/** Who knows the password has lost the mail. */
async function mailAgain(desk: AccountDesk, caller: Caller, account: AccountRow): Promise<void> {
  if (await mayMailAgain(desk, caller, account.email)) await mailConfirmation(desk, account);
}

export async function signOut(desk: AccountDesk, caller: Caller): Promise<{ cookies: string[] }> {
  const session = await sessionOfBrowser(desk, caller);
  if (session) {
    const { sessionId: id, person } = session;
    await desk.database.write((writer) => deleteSession(writer, { id, personId: person.id }));
    await recordDeed(desk, caller, person.id, { action: "signed-out" });
  }
  return { cookies: [endedCookieLine(desk.publicOrigin)] };
}
