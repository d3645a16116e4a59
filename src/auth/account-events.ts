import type { AccountChange, DetailsOf } from "#core/audit/audit-details.ts";
import type { AuditAction } from "#core/audit/audit-event.ts";
import type { PortalError } from "#core/errors.ts";
import type { Caller } from "#core/accounts/accounts.ts";
import type { LimitRule } from "#limits/limits.ts";
import type { AccountRequest } from "./account-context.ts";
import { browserKind } from "./browser-kind.ts";
import { byAccount, byClient, tryLimits } from "./tries.ts";

const from = (caller: Caller) => ({
  clientAddress: caller.clientAddress,
  browser: browserKind(caller.headers.get("user-agent") ?? ""),
});

export const recordAction = <Action extends AuditAction, Details extends DetailsOf<Action>>(
  { record, caller }: AccountRequest,
  personId: string,
  what: AccountChange<Action, Details>,
): Promise<void> => record({ ...what, personId, isProven: true, ...from(caller) });

const hour = 60 * 60;

export const failedSignIn = ({ id }: PortalError): AccountChange<"sign-in-failed"> => ({
  action: "sign-in-failed",
  details: { problem: { from: null, to: id } },
});

/** Failures without an account, by client, so that the flood of one client does not hide the failures of others. */
const shareOfClient: LimitRule = { name: "recorded failures by client", atMost: 20, withinSeconds: hour };
/** Failures of one account, or of all clients together without an account, so that many clients cannot fill the disk. */
const shareOfAll: LimitRule = { name: "recorded failures of one subject", atMost: 1000, withinSeconds: hour };

/**
 * Records an attempt by anybody. Attempts beyond the hourly limit of the account, or else of the client, are not
 * recorded: only the rate limits count them.
 */
export async function recordAttempt<Action extends AuditAction, Details extends DetailsOf<Action>>(
  request: AccountRequest,
  personId: string | null,
  what: AccountChange<Action, Details>,
): Promise<void> {
  const { limits, record, caller } = request;
  const own = personId === null ? byClient(shareOfClient, request) : byAccount(tryLimits.recordedFailures, personId);
  // Sequential: an attempt over the client's own limit must not use up the shared one. There are two counts in every
  // case, so that the time does not reveal whether the account exists.
  for (const attempt of [own, byAccount(shareOfAll, personId ?? "")]) {
    if (!(await limits.attempt([attempt])).allowed) return;
  }
  await record({ ...what, personId, isProven: false, ...from(caller) });
}
