import type { SetupStep } from "#core/settings/setup-steps.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { countAdmins, staffById } from "#storage/database/accounts/staff.ts";
import { keepsMails } from "../mails/mail-server.ts";
import type { Portal } from "../portal.ts";
import { changeSettings } from "../settings/change-settings.ts";
import { currentSettings } from "../settings/current-settings.ts";
import { storedMember } from "../staff/read-staff.ts";

type StepsDone = Record<SetupStep, boolean>;

/** Returns which steps are done now. Null once all steps are done, or an admin has hidden the list. */
export async function readSetupSteps(portal: Portal, actor: Actor, lacksRecords: boolean): Promise<StepsDone | null> {
  const { database, backupPlace } = portal;
  const { checklistIsPutAway, operator, texts } = await currentSettings(portal);
  if (checklistIsPutAway) return null;
  const [admins, own] = await Promise.all([countAdmins(database.read), staffById(database.read, actorId(actor))]);
  const { hasApp, passkeys } = own ? storedMember(own) : { hasApp: false, passkeys: 0 };
  const steps: StepsDone = {
    operator: operator.name !== "" && operator.licence !== "",
    factor: hasApp || passkeys > 0,
    mail: !(await keepsMails(portal)),
    backup: backupPlace !== null,
    admin: admins > 1,
    privacy: texts.privacy !== undefined,
    record: !lacksRecords,
  };
  return Object.values(steps).every(Boolean) ? null : steps;
}

export const hideChecklist = (portal: Portal, actor: Actor) =>
  changeSettings(portal, actor, { change: { checklistIsPutAway: true } });
