import { z } from "zod";
import type { Caller, Outcome, SignInStep } from "#core/staff/accounts.ts";
import { accountByEmail } from "#storage/database/accounts.ts";
import { deleteSession } from "#storage/database/sessions.ts";
import type { AccountDesk } from "./account-desk.ts";
import { recordClaim, recordDeed } from "./account-events.ts";
import { endedCookieLine } from "./cookies.ts";
import { sessionOfBrowser } from "./current-session.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { readForm, signInForm } from "./forms.ts";
import { mailConfirmation } from "./mailed-links.ts";
import { refusalIn } from "./refusals.ts";
import { byAccount, refusedForMail, refusedForSignIn, tryLimits } from "./tries.ts";

/** `body` is better-auth's own answer, for programs that signed in at its endpoint. */
export type SignInOutcome = Outcome<SignInStep & { body: unknown }>;

export async function signIn(desk: AccountDesk, caller: Caller, form: unknown): Promise<SignInOutcome> {
  const read = readForm(signInForm, form);
  if (!read.ok) return read;
  const refused = await refusedForSignIn(desk, caller, read.value.email);
  return refused ?? signInByPassword(desk, caller, read.value);
}

const secondStep = z.object({ twoFactorRedirect: z.literal(true) });

/** The tries have been counted. */
export async function signInByPassword(
  desk: AccountDesk,
  caller: Caller,
  { email, password }: { email: string; password: string },
): Promise<SignInOutcome> {
  const answer = await desk.ask(caller, { method: "POST", path: "/sign-in/email", body: { email, password } });
  if (answer.status !== 200) {
    const refusal = refusalIn(answer);
    await recordFailure(desk, caller, email, refusal.problem);
    if (refusal.problem === "unconfirmed") await mailAgain(desk, caller, email);
    return refusal;
  }
  await desk.limits.forget(byAccount(tryLimits.signInByAccount, email));
  const { cookies, body } = answer;
  if (secondStep.safeParse(body).success) return { ok: true, next: "second-factor", cookies, body };
  await finishSignIn(desk, caller, answer, "password");
  return { ok: true, next: "signed-in", cookies, body };
}

async function recordFailure(desk: AccountDesk, caller: Caller, email: string, problem: string): Promise<void> {
  const account = await accountByEmail(desk.database.read, email);
  await recordClaim(desk, caller, account?.id ?? null, {
    action: "sign-in-failed",
    details: { problem: { from: null, to: problem } },
  });
}

/** Who knows the password has lost the mail. */
async function mailAgain(desk: AccountDesk, caller: Caller, email: string): Promise<void> {
  const account = await accountByEmail(desk.database.read, email);
  if (account && !(await refusedForMail(desk, caller, email))) await mailConfirmation(desk, account);
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
