import type { Actor } from "#core/staff/actor.ts";
import type { Portal } from "../portal.ts";
import { changeSettings, type SettingsChanged } from "./change-settings.ts";

/** Sets the day up to which records are checked. */
export async function changeDate(portal: Portal, actor: Actor, dateValue: string): Promise<SettingsChanged> {
  return changeSettings(portal, actor, { change: { dateValue } });
}
