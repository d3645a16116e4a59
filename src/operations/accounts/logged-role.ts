import { isDeepStrictEqual } from "node:util";
import type { AuditAction } from "#core/audit/audit-event.ts";
import { minuteMs } from "#core/durations.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import type { AccountColumns } from "#storage/database/accounts/bound-accounts.ts";
import { auditEventsOf } from "#storage/database/audit.ts";
import { rowsWithIds } from "#storage/database/rows.ts";
import { openEvent } from "../portal/log-audit-event.ts";
import type { Portal } from "../portal/portal.ts";

const roleActions = new Set<AuditAction>(["account-made", "invitation-taken", "role-changed"]);

/** The events of changes of an account: each follows a change of the row, or belongs to it. */
const changingActions: readonly AuditAction[] = [
  ...roleActions,
  "address-confirmed",
  "staff-confirmed",
  "staff-suspended",
  "staff-restored",
  "password-reset",
  "password-changed",
  "profile-changed",
  "provider-linked",
  "provider-removed",
  "factor-added",
  "factor-removed",
  "recovery-codes-made",
];

/** An event of a sign-in is written after its change. A busy site may take a while. */
const eventFollowsWithinMs = 2 * minuteMs;

/**
 * True if the audit log tells the same about a person's role and whether they are suspended, and of no later change of the account:
 * an old account that was put back whole is older than its events.
 */
export async function isAccountLogged(portal: Portal, row: AccountColumns): Promise<boolean> {
  const { database, keyring } = portal;
  const events = await auditEventsOf(database.read, "staff", row.person_id, changingActions);
  const [settings] = await rowsWithIds(database.read, "settings", ["settings"]);
  const key = settings ? unwrapKey(keyring, settings.id, settings.wrapped_key) : null;
  const logged: Record<"role" | "organisation" | "isSuspended", unknown> = {
    role: "student",
    organisation: null,
    isSuspended: false,
  };
  for (const event of events) {
    const { action, details } = openEvent(event, key);
    if (details?.["suspended"]) logged.isSuspended = details["suspended"].to;
    if (!roleActions.has(action)) continue;
    logged.role = details?.["role"]?.to;
    logged.organisation = details?.["organisationId"]?.to ?? null;
    // An account that is made again is not suspended any more.
    if (action === "account-made") logged.isSuspended = false;
  }
  const isOlder = events.some(({ at }) => at > row.person_changed_at + eventFollowsWithinMs);
  const { role, organisation_id: organisation, suspended_at: suspendedAt } = row;
  return (
    !isOlder && isDeepStrictEqual(logged, { role: role ?? "student", organisation, isSuspended: suspendedAt !== null })
  );
}
