import type { AccountEvent } from "#core/audit/audit-event.ts";
import type { Caller } from "#core/staff/accounts.ts";
import type { LimitRule } from "#limits/limits.ts";
import type { AccountParts } from "./account-parts.ts";
import { browserKind } from "./browser-kind.ts";
import { byAccount, byClient, tryLimits } from "./tries.ts";

type What = Pick<AccountEvent, "action" | "details">;

const from = (caller: Caller) => ({
  clientAddress: caller.clientAddress,
  browser: browserKind(caller.headers.get("user-agent") ?? ""),
});

/** What somebody did whom we know. */
export const recordDeed = ({ record }: AccountParts, caller: Caller, personId: string, what: What): Promise<void> =>
  record({ ...what, personId, isProven: true, ...from(caller) });

const hour = 60 * 60;

/** Of failures without an account: the share of one client, so that its flood does not hide those of others. */
const shareOfClient: LimitRule = { name: "recorded failures by client", atMost: 20, withinSeconds: hour };
/** And of all clients together, so that no number of them fills the disk. */
const shareOfAll: LimitRule = { name: "recorded failures of one subject", atMost: 1000, withinSeconds: hour };

/**
 * What somebody tried who could be anybody. So many an hour for an account, and for a client where there is no account:
 * what goes beyond is counted in the limits, not in the chain.
 */
export async function recordClaim(
  { limits, record }: AccountParts,
  caller: Caller,
  personId: string | null,
  what: What,
): Promise<void> {
  const own = personId === null ? byClient(shareOfClient, caller) : byAccount(tryLimits.recordedFailures, personId);
  // Counted in turn: what a client has no share in any more is not taken from the others. Two counts for everybody, so
  // that the time they take does not tell whether there is an account.
  for (const attempt of [own, byAccount(shareOfAll, personId ?? "")]) {
    if (!(await limits.attempt([attempt])).allowed) return;
  }
  await record({ ...what, personId, isProven: false, ...from(caller) });
}
