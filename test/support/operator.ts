import type { Settings } from "#core/settings/settings.ts";
import { system } from "#core/accounts/actor.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";

/** Changes some of the operator's details and keeps the rest. */
export async function changeOperator(portal: Portal, change: Partial<Settings["operator"]>): Promise<void> {
  const { operator } = await currentSettings(portal);
  await changeSettings(portal, system("test"), { change: { operator: { ...operator, ...change } } });
}
