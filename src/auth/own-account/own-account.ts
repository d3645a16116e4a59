import { PortalError } from "#core/errors.ts";
import type { Caller, Refused } from "#core/staff/accounts.ts";
import type { AccountDesk } from "../account-desk.ts";
import { recordClaim } from "../account-events.ts";
import { type CurrentSession, isRecentlyProven, sessionOfBrowser } from "../current-session.ts";
import { refused } from "../refusals.ts";
import { byAccount, refusedForSignIn, tryLimits } from "../tries.ts";

/** Whoever changes their own account is signed in with a browser. */
export async function ownSession(desk: AccountDesk, caller: Caller): Promise<CurrentSession> {
  const session = await sessionOfBrowser(desk, caller);
  if (!session) throw new PortalError("not-signed-in");
  return session;
}

/** Google people have no password to type; a fresh sign-in stands in for it. */
export const refusedUnlessFresh = (desk: AccountDesk, session: CurrentSession): Refused | null =>
  isRecentlyProven(desk, session) ? null : refused("prove-again");

/** Somebody sits at a browser that another left open: the password is tried as often as at sign-in. */
export async function refusedForPassword(
  desk: AccountDesk,
  caller: Caller,
  session: CurrentSession,
  password: string | undefined,
): Promise<Refused | null> {
  if (!session.person.hasPassword) return refusedUnlessFresh(desk, session);
  if (password === undefined) return { ok: false, problem: "fields", fields: { password: "required" } };
  return refusedForSignIn(desk, caller, session.person.email);
}

export const passwordWasRight = ({ limits }: AccountDesk, { person }: CurrentSession): Promise<void> =>
  limits.forget(byAccount(tryLimits.signInByAccount, person.email));

export async function refusedWrongPassword(desk: AccountDesk, caller: Caller, personId: string): Promise<Refused> {
  const details = { problem: { from: null, to: "wrong-credentials" } };
  await recordClaim(desk, caller, personId, { action: "sign-in-failed", details });
  return refused("wrong-credentials");
}
