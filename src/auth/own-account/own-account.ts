import { PortalError } from "#core/errors.ts";
import type { Caller, Refused } from "#core/staff/accounts.ts";
import { accountById } from "#storage/database/accounts.ts";
import type { AccountDesk } from "../account-desk.ts";
import { recordClaim } from "../account-events.ts";
import { type CurrentSession, isRecentlyProven, sessionOfBrowser } from "../current-session.ts";
import { isPassword } from "../password-hash.ts";
import { refused } from "../refusals.ts";
import { byAccount, refusedForOwnPassword, tryLimits } from "../tries.ts";

/** Whoever changes their own account is signed in with a browser. */
export async function ownSession(desk: AccountDesk, caller: Caller): Promise<CurrentSession> {
  const session = await sessionOfBrowser(desk, caller);
  if (!session) throw new PortalError("not-signed-in");
  return session;
}

/** Google people have no password to type; a fresh sign-in stands in for it. */
const refusedUnlessFresh = (desk: AccountDesk, session: CurrentSession): Refused | null =>
  isRecentlyProven(desk, session) ? null : refused("prove-again");

type Typed = { field: string; password: string | undefined };

/** Whether it is not the account's owner who asks: somebody may sit at a browser that another left open. */
export async function refusedUnlessOwner(
  desk: AccountDesk,
  caller: Caller,
  { person, ...session }: CurrentSession,
  { field, password }: Typed,
): Promise<Refused | null> {
  if (!person.hasPassword) return refusedUnlessFresh(desk, { ...session, person });
  if (password === undefined) return { ok: false, problem: "fields", fields: { [field]: "required" } };
  const wait = await refusedForOwnPassword(desk, caller, person.id);
  if (wait) return wait;
  const account = await accountById(desk.database.read, person.id);
  if (!(await isPassword(account?.password_hash ?? null, password)))
    return refusedWrongPassword(desk, caller, person.id);
  await desk.limits.forget(byAccount(tryLimits.passwordInSession, person.id));
  return null;
}

/** The same before factors change; whoever has one shows it as well. */
export async function refusedUnlessMayChangeFactors(
  desk: AccountDesk,
  caller: Caller,
  session: CurrentSession,
  password: string | undefined,
): Promise<Refused | null> {
  const { hasTotp, passkeys } = session.person;
  const stale = hasTotp || passkeys > 0 ? refusedUnlessFresh(desk, session) : null;
  return stale ?? refusedUnlessOwner(desk, caller, session, { field: "password", password });
}

export async function refusedWrongPassword(desk: AccountDesk, caller: Caller, personId: string): Promise<Refused> {
  const details = { problem: { from: null, to: "wrong-credentials" } };
  await recordClaim(desk, caller, personId, { action: "sign-in-failed", details });
  return refused("wrong-credentials");
}
