import { Hono } from "hono";
import { PortalError } from "#core/errors.ts";
import { changeDate as changeCheckedUpTo } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/settings/current-settings.ts";
import type { ApiParts, RouteEnv } from "./route-env.ts";
import { changeDate, readDates } from "./contract/settings-calls.ts";
import { type Routes, mountCall } from "./http/mount-call.ts";

const settingsId = "settings" as const;

/** The specification knows one row of settings. */
export function settingsRoutes({ portal }: ApiParts): Routes {
  const routes = new Hono<RouteEnv>();

  mountCall(routes, readDates, async () => {
    const { dateValue } = await currentSettings(portal);
    return { answer: [{ _id: settingsId, dateValue }] };
  });

  mountCall(routes, changeDate, async ({ actor, path, body }) => {
    if (path.settingsId !== settingsId) throw new PortalError("not-found");
    const { modified } = await changeCheckedUpTo(portal, actor, body.dateValue);
    return { answer: { matchedCount: 1, modifiedCount: modified } };
  });

  return routes;
}
