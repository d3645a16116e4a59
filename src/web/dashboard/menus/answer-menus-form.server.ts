import { data } from "react-router";
import { isPortalError, PortalError } from "#core/errors.ts";
import { defaultMenus } from "#core/settings/default-menus.ts";
import { editRows } from "#core/settings/edit-rows.ts";
import { type GroupRow, partFrom, rowsIn, rowsOf } from "#core/settings/menu-rows.ts";
import type { MenuPart } from "#core/settings/menus.ts";
import type { Actor } from "#core/staff/actor.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { versionedSettings } from "#operations/settings/current-settings.ts";
import type { Portal } from "#operations/portal.ts";
import type { SentMenus } from "./shown-menus.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";

/** What a button of the form does: "save", "delivered", or a change of the rows, which only shows them. */
export async function answerMenusForm(visit: Visit, actor: Actor, part: MenuPart, form: URLSearchParams, page: string) {
  const rows = rowsIn(form, part);
  const version = Number(form.get("version"));
  const said = form.get("do") ?? "";
  const again: SentMenus = { part, rows, version, fields: {}, state: "unsaved", focus: "", at: visit.portal.now() };
  if (said === "delivered") return data({ ...again, rows: rowsOf(defaultMenus, part), state: "delivered" as const });
  if (said !== "save") return data({ ...again, ...editRows(rows, said, part) });
  try {
    await save(visit.portal, actor, part, rows, version);
    return redirectInApp(page, "menus-saved");
  } catch (error) {
    const known = isPortalError(error) ? error : new PortalError("internal");
    if (known.id !== "invalid") visit.report(error);
    const seen = known.id === "stale" ? (await versionedSettings(visit.portal)).version : version;
    const fields = known.fields ?? {};
    return data({ ...again, version: seen, fields, state: known.id, focus: firstWrong(fields, part) }, known.status);
  }
}

async function save(portal: Portal, actor: Actor, part: MenuPart, rows: GroupRow[], expectedVersion: number) {
  const { settings, version } = await versionedSettings(portal);
  // The other parts are taken from what is there now, so that has to be what the form was made from.
  if (version !== expectedVersion) throw new PortalError("stale");
  // Checked with all settings, by the operation.
  const menus = { ...settings.menus, [part]: partFrom(rows, part) };
  await changeSettings(portal, actor, { change: { menus }, expectedVersion });
}

/** As the page names the box: of "menus.footer.2.links.3.to" it is "to-2-3". */
function firstWrong(fields: NonNullable<PortalError["fields"]>, part: MenuPart): string {
  const [first = ""] = Object.keys(fields);
  const [, box = ""] = /\.(\w+)$/.exec(first) ?? [];
  const places = [...first.matchAll(/\.(\d+)(?=\.)/g)].map(([, place]) => place);
  return [box, ...(part === "navbar" || part === "tiles" ? ["0"] : []), ...places].join("-");
}
