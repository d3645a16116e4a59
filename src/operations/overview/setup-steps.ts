import type { SetupStep } from "#core/settings/setup-steps.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { countAdmins, hasFactor, personWithRole } from "#storage/database/accounts/roles.ts";
import { mailState } from "../mails/mail-server.ts";
import type { Portal } from "../portal/portal.ts";
import { changeSettings } from "../settings/change-settings.ts";
import { currentSettings } from "../portal/current-settings.ts";

type StepsDone = Record<SetupStep, boolean>;

/** Returns which steps are done now. Null once all steps are done, or an admin has hidden the list. */
export async function readSetupSteps(portal: Portal, actor: Actor, lacksRecords: boolean): Promise<StepsDone | null> {
  const { database, backupPlace } = portal;
  const { backups, checklistIsPutAway, operator, timeZone, texts } = await currentSettings(portal);
  if (checklistIsPutAway) return null;
  const [admins, own] = await Promise.all([countAdmins(database.read), personWithRole(database.read, actorId(actor))]);
  const steps: StepsDone = {
    operator: operator.name !== "" && operator.licence !== "",
    zone: timeZone !== "",
    factor: own !== undefined && hasFactor(own),
    mail: (await mailState(portal)) !== "kept",
    backup: backupPlace !== null || !backups.isOn,
    admin: admins > 1,
    privacy: texts.privacy !== undefined,
    record: !lacksRecords,
  };
  return Object.values(steps).every(Boolean) ? null : steps;
}

export const hideChecklist = (portal: Portal, actor: Actor) =>
  changeSettings(portal, actor, { change: { checklistIsPutAway: true } });
