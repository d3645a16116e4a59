import { PortalError } from "#core/errors.ts";
import type { Accounts, Caller } from "#core/staff/accounts.ts";

/** Changes the caller's own name and photo, or says why not as a call does. */
export async function changeOwnProfile(
  accounts: Accounts,
  caller: Caller,
  profile: { name: string; photoURL?: string | undefined },
): Promise<void> {
  const outcome = await accounts.changeProfile(caller, profile);
  if (outcome.ok) return;
  if (outcome.problem === "fields") throw new PortalError("invalid", { fields: outcome.fields });
  throw new PortalError(outcome.problem === "wait" ? "too-many-requests" : "not-allowed");
}
