import type { AccountEvent } from "#core/audit/account-event.ts";
import type { Caller } from "#core/staff/accounts.ts";
import type { AccountParts } from "./account-parts.ts";
import { browserKind } from "./browser-kind.ts";
import { byAccount, tryLimits } from "./tries.ts";

type What = Pick<AccountEvent, "action" | "details">;

const from = (caller: Caller) => ({
  clientAddress: caller.clientAddress,
  browser: browserKind(caller.headers.get("user-agent") ?? ""),
});

/** What somebody did whom we know. */
export const recordDeed = ({ record }: AccountParts, caller: Caller, personId: string, what: What): Promise<void> =>
  record({ ...what, personId, isProven: true, ...from(caller) });

/**
 * What somebody tried who could be anybody. So many an hour for an account, and as many for all addresses without one:
 * what goes beyond is counted in the limits, not in the chain.
 */
export async function recordClaim(
  { limits, record }: AccountParts,
  caller: Caller,
  personId: string | null,
  what: What,
): Promise<void> {
  const verdict = await limits.attempt([byAccount(tryLimits.recordedFailures, personId ?? "")]);
  if (verdict.allowed) await record({ ...what, personId, isProven: false, ...from(caller) });
}
