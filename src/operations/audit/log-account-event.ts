import type { AccountEvent } from "#core/audit/account-event.ts";
import { anonymous, type Actor } from "#core/staff/actor.ts";
import type { Portal } from "../portal.ts";
import { logSettingsEvent } from "./log-settings-event.ts";

/**
 * Adds what somebody did with an account, or tried to, to the chain. Where it came from is sealed under the key of the
 * settings, not of the account: who did what stays known after the account is gone.
 */
export async function logAccountEvent(
  portal: Pick<Portal, "database" | "keyring" | "now">,
  { action, personId, isProven, clientAddress, browser, details = {} }: AccountEvent,
): Promise<void> {
  const actor: Actor = isProven && personId !== null ? { kind: "staff", id: personId, role: "student" } : anonymous;
  const event = {
    actor,
    action,
    subject: "staff",
    subjectId: personId ?? "unknown",
    details: { ...details, clientAddress: { from: null, to: clientAddress }, browser: { from: null, to: browser } },
  } as const;
  await logSettingsEvent(portal, event);
}
