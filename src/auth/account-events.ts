import type { AccountEvent } from "#core/audit/audit-event.ts";
import type { Caller } from "#core/staff/accounts.ts";
import type { LimitRule } from "#limits/limits.ts";
import type { AccountRequest } from "./account-context.ts";
import { browserKind } from "./browser-kind.ts";
import { byAccount, byClient, tryLimits } from "./tries.ts";

type What = Pick<AccountEvent, "action" | "details">;

const from = (caller: Caller) => ({
  clientAddress: caller.clientAddress,
  browser: browserKind(caller.headers.get("user-agent") ?? ""),
});

export const recordAction = ({ record, caller }: AccountRequest, personId: string, what: What): Promise<void> =>
  record({ ...what, personId, isProven: true, ...from(caller) });

const hour = 60 * 60;

/** Failures without an account: of one client, so that its flood does not hide those of others. */
const shareOfClient: LimitRule = { name: "recorded failures by client", atMost: 20, withinSeconds: hour };
/** And of all clients together, so that no number of clients fills the disk. */
const shareOfAll: LimitRule = { name: "recorded failures of one subject", atMost: 1000, withinSeconds: hour };

/** An attempt by anybody. Beyond so many an hour by account, or else by client, the limits alone count it. */
export async function recordAttempt(request: AccountRequest, personId: string | null, what: What): Promise<void> {
  const { limits, record, caller } = request;
  const own = personId === null ? byClient(shareOfClient, request) : byAccount(tryLimits.recordedFailures, personId);
  // One after the other: what is over a client's own limit takes nothing from the others. Always two counts, so that their
  // time does not tell whether there is an account.
  for (const attempt of [own, byAccount(shareOfAll, personId ?? "")]) {
    if (!(await limits.attempt([attempt])).allowed) return;
  }
  await record({ ...what, personId, isProven: false, ...from(caller) });
}
