import type { AccountActor } from "#core/accounts/actor.ts";
import { isOfPerson } from "#core/accounts/held-changes.ts";
import { type ChosenRole, higherRole } from "#core/accounts/listed-account.ts";
import { isPortalError } from "#core/errors.ts";
import type { Provider } from "#core/settings/sign-in.ts";
import { heldRows } from "#storage/database/accounts/held-changes.ts";
import { personWithRole } from "#storage/database/accounts/roles.ts";
import { byProvider } from "../accounts/change-accounts.ts";
import { changeRole } from "../accounts/manage-accounts.ts";
import { refuseChange } from "./decide-change.ts";
import { openHeld } from "../held-changes/hold-change.ts";
import type { Portal } from "../portal/portal.ts";

/** Refusals after which the person signs in with the role that they have. */
const staysFor: ReadonlySet<string> = new Set(["waits", "asked-too-often", "stale", "last-admin", "not-allowed"]);

/**
 * Brings the role of a person in line with what their provider says. A lower role counts at once. The admin who saved the
 * provider gives a higher one, so where the four-eyes rule is on, it waits for a second admin, who is not that admin.
 * What a provider said before does not wait any longer. People of organisations keep their role, and so does everybody for
 * whom the provider says none.
 */
export async function giveRoleByProvider(
  portal: Portal,
  id: string,
  role: ChosenRole | null,
  { name, changedBy }: Pick<Provider, "name" | "changedBy">,
): Promise<void> {
  await refuseEarlier(portal, id, role);
  const row = await personWithRole(portal.database.read, id);
  const before = row?.role ?? "student";
  if (!row || role === null || row.suspended_at !== null || before === role || before === "organisation") return;
  const giver: AccountActor = { kind: "account", id: changedBy, role: "admin" };
  const actor = higherRole(role, before) === role ? giver : byProvider;
  try {
    await changeRole(portal, actor, { id, role, provider: name });
  } catch (error) {
    if (!isPortalError(error) || !staysFor.has(error.id)) throw error;
  }
}

/** Ends the wait of the other roles that providers gave this person. */
async function refuseEarlier(portal: Portal, id: string, role: ChosenRole | null): Promise<void> {
  const others = (await heldRows(portal, portal.database.read)).filter((row) => {
    const change = openHeld(portal.keyring, row);
    return isOfPerson(change) && change.subject === id && change.provider && change.kind !== `make-${role}`;
  });
  for (const row of others) {
    try {
      await refuseChange(portal, byProvider, row);
    } catch (error) {
      // An admin has just decided.
      if (!isPortalError(error) || error.id !== "not-found") throw error;
    }
  }
}
