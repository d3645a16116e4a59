import { type Actor, anonymous } from "#core/accounts/actor.ts";
import { mayListRecords } from "#core/accounts/permissions.ts";
import { PortalError } from "#core/errors.ts";
import { ownForVisitors, usedOf } from "#core/own-fields/own-field.ts";
import { papersForVisitors } from "#core/own-fields/own-paper.ts";
import { changeDate } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import type { ApiParts } from "./route-env.ts";
import { settingsCalls } from "./contract/settings-calls.ts";
import { type Routes, mountCall } from "./http/mount-call.ts";

const settingsId = "settings" as const;

/** The specification has exactly one row of settings. */
export function mountSettingsCalls(routes: Routes, { portal }: ApiParts): void {
  mountCall(routes, settingsCalls.readDates, async () => {
    const { dateValue, dateIsSet } = await currentSettings(portal);
    return { answer: [{ _id: settingsId, dateValue: dateIsSet ? dateValue : "" }] };
  });

  const isOfStaff = async (signedIn: () => Promise<{ actor: Actor } | null>) =>
    mayListRecords((await signedIn())?.actor ?? anonymous);

  mountCall(routes, settingsCalls.readFields, async ({ signedIn }) => {
    const { ownFields } = await currentSettings(portal);
    const isStaff = await isOfStaff(signedIn);
    const seen = isStaff ? usedOf(ownFields) : ownForVisitors(ownFields);
    const answer = seen.map(({ id, type, audience, labels, isNeeded, isSearched, choices }) => ({
      name: id,
      type,
      audience,
      labels,
      isNeeded,
      ...(isStaff && isSearched && { isSearched }),
      ...(type === "choice" && { choices }),
    }));
    return { answer };
  });

  mountCall(routes, settingsCalls.readPapers, async ({ signedIn }) => {
    const { ownPapers } = await currentSettings(portal);
    const isStaff = await isOfStaff(signedIn);
    const seen = isStaff ? usedOf(ownPapers) : papersForVisitors(ownPapers);
    const answer = seen.map(({ id, audience, labels, hasLastDay, isSearched }) => ({
      name: id,
      audience,
      labels,
      hasLastDay,
      ...(isStaff && isSearched && { isSearched }),
    }));
    return { answer };
  });

  mountCall(routes, settingsCalls.changeDate, async ({ actor, path, body }) => {
    if (path.settingsId !== settingsId) throw new PortalError("not-found");
    const { modified } = await changeDate(portal, actor, body.dateValue);
    return { answer: { matchedCount: 1, modifiedCount: modified } };
  });
}
