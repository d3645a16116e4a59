import { system } from "#core/accounts/actor.ts";
import { allFeatures, type Feature, featuresWhere, thatNeed } from "#core/settings/features.ts";
import { keyOfSettings, sealSettings, versionedSettings } from "#operations/portal/current-settings.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { updateRow } from "#storage/database/rows.ts";

/** A site that nobody has set up yet has all features, so that a test switches off what it is about. */
export async function switchEverythingOn(portal: Portal): Promise<void> {
  const { settings, version, changedAt } = await versionedSettings(portal);
  if (version > 1 || Object.values(settings.features).every(Boolean)) return;
  const key = await keyOfSettings(portal);
  const columns = sealSettings(key, { ...settings, features: allFeatures }, { version, changed_at: changedAt });
  await portal.database.write((writer) => updateRow(writer, "settings", "settings", columns));
  portal.settingsCache.last = null;
}

/** Switches these off, with those that need them, and all others on. */
export const switchOff = (portal: Portal, off: readonly Feature[]) => {
  const isOff = (one: Feature) => off.includes(one) || off.some((other) => thatNeed(other).includes(one));
  return changeSettings(portal, system("test"), { change: { features: featuresWhere((one) => !isOff(one)) } });
};
