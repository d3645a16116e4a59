import type { AccountEvent } from "#core/audit/account-event.ts";
import { anonymous, type Actor } from "#core/staff/actor.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { settingsRow } from "#storage/database/settings.ts";
import type { Portal } from "../portal.ts";
import { recordEvent } from "./record-event.ts";

/**
 * Adds what somebody did with an account, or tried to, to the chain. Where it came from is sealed under the key of the
 * settings, not of the account: who did what stays known after the account is gone.
 */
export async function recordAccountEvent(
  portal: Pick<Portal, "database" | "keyring" | "now">,
  { action, personId, isProven, clientAddress, browser, details = {} }: AccountEvent,
): Promise<void> {
  const settings = await portal.database.find(settingsRow, []);
  if (!settings) throw new Error("the settings row is missing");
  const key = unwrapKey(portal.keyring, "settings", settings.wrapped_key);
  const actor: Actor = isProven && personId !== null ? { kind: "staff", id: personId, role: "student" } : anonymous;
  const event = {
    actor,
    action,
    subject: "staff",
    subjectId: personId ?? "unknown",
    details: { ...details, clientAddress: { from: null, to: clientAddress }, browser: { from: null, to: browser } },
  } as const;
  await portal.database.write((writer) => recordEvent(portal, writer, event, key));
}
