import type { FirstSettings } from "#core/settings/settings.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";

/** The settings that an operator chooses when setting up a site. */
export async function chosenSettings(portal: Portal): Promise<FirstSettings> {
  const { operator, timeZone } = await currentSettings(portal);
  return {
    operator: { ...operator, name: "Agency of the test", licence: "RL-1" },
    timeZone,
    lookupPolicy: "guarded",
    shownKinds: ["photo", "visaPaper"],
    registration: "open",
    secondFactor: "optional",
  };
}
