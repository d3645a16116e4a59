import { readConfig } from "#config";
import { isPortalError } from "#core/errors.ts";
import { hideRecord, decideOnRecord, deleteRecord } from "#operations/records/change-record.ts";
import { acceptInvitation } from "#operations/staff/invitations.ts";
import { setUpPortal } from "#operations/staff/set-up-portal.ts";
import { changeRole, deleteStaff, suspendStaff } from "#operations/staff/manage-accounts.ts";
import { openPortal } from "#server/open-portal.ts";
import { admin } from "./people.ts";
import type { Attempt, FlashMessage } from "./racer.ts";
import { chosenSettings } from "./chosen-settings.ts";
import { actorOf, goodPassword, lowGuessingCosts } from "./staff.ts";

let portal = await openPortal(readConfig(), { guessingCosts: lowGuessingCosts });

async function act(attempt: FlashMessage): Promise<unknown> {
  if ("opens" in attempt) {
    await portal[Symbol.asyncDispose]();
    return (portal = await openPortal(readConfig(attempt.opens), { guessingCosts: lowGuessingCosts }));
  }
  if ("version" in attempt) return actOnRecord(attempt);
  if ("by" in attempt) return actOnStaff(attempt);
  const form = { ...attempt, name: `Process ${process.pid}`, password: goodPassword };
  return attempt.deed === "set-up"
    ? setUpPortal(portal, form, await chosenSettings(portal))
    : acceptInvitation(portal, form);
}

function actOnRecord({ deed, id, version }: Extract<Attempt, { version: number }>): Promise<unknown> {
  const target = { id, expectedVersion: version };
  if (deed === "approve") return decideOnRecord(portal, admin, target, "approve");
  return deed === "hide" ? hideRecord(portal, admin, target) : deleteRecord(portal, admin, target);
}

function actOnStaff({ deed, id, by }: Extract<Attempt, { by: string }>): Promise<unknown> {
  const actor = actorOf(by, "admin");
  if (deed === "demote") return changeRole(portal, actor, { id, role: "student" });
  return deed === "suspend" ? suspendStaff(portal, actor, { id }) : deleteStaff(portal, actor, { id });
}

process.on("message", (attempt: FlashMessage) => {
  act(attempt).then(
    () => process.send?.("done"),
    (error: unknown) => process.send?.(isPortalError(error) ? error.id : String(error)),
  );
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
