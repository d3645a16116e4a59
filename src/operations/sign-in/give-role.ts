import type { AccountActor } from "#core/accounts/actor.ts";
import { type ChosenRole, higherRole } from "#core/accounts/listed-account.ts";
import { isPortalError } from "#core/errors.ts";
import type { Provider } from "#core/settings/sign-in.ts";
import { personWithRole } from "#storage/database/accounts/roles.ts";
import { byProvider } from "../accounts/change-accounts.ts";
import { changeRole } from "../accounts/manage-accounts.ts";
import type { Portal } from "../portal.ts";

/** Refusals after which the person signs in with the role that they have. */
const staysFor: ReadonlySet<string> = new Set(["waits", "asked-too-often", "stale", "last-admin", "not-allowed"]);

/**
 * Brings the role of a person in line with what their provider says. A lower role counts at once. The admin who saved the
 * provider gives a higher one, so where the four-eyes rule is on, it waits for a second admin, who is not that admin.
 * People of organisations keep their role.
 */
export async function giveRoleByProvider(
  portal: Portal,
  id: string,
  role: ChosenRole,
  { name, changedBy }: Pick<Provider, "name" | "changedBy">,
): Promise<void> {
  const row = await personWithRole(portal.database.read, id);
  const before = row?.role ?? "student";
  if (!row || row.suspended_at !== null || before === role || before === "organisation") return;
  const giver: AccountActor = { kind: "account", id: changedBy, role: "admin" };
  const actor = higherRole(role, before) === role ? giver : byProvider;
  try {
    await changeRole(portal, actor, { id, role, provider: name });
  } catch (error) {
    if (!isPortalError(error) || !staysFor.has(error.id)) throw error;
  }
}
