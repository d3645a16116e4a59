import { data } from "react-router";
import { type FieldProblems, PortalError } from "#core/errors.ts";
import { partFrom, rowsIn, rowsOf } from "#core/settings/menu-rows.ts";
import { type MenuPart, menuParts } from "#core/settings/menus.ts";
import type { Actor } from "#core/staff/actor.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { versionedSettings } from "#operations/settings/current-settings.ts";
import type { Portal } from "#operations/portal.ts";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { readFields } from "../../frame/read-form.server.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { failureOf } from "../../frame/submit-form.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { type EditedMenus, editMenus, type ShownMenus } from "./edited-menus.ts";
import { MenusPage } from "./menus-page.tsx";
import type { Route } from "./+types/menus.route.ts";

const page = "/dashboard/Menus";

const partIn = ({ searchParams }: URL): MenuPart =>
  menuParts.find((part) => part === searchParams.get("part")) ?? "categories";

export async function loader({ url, context }: Route.LoaderArgs): Promise<ShownMenus> {
  const visit = context.get(visitContext);
  const { settings, version } = await orErrorPage(visit, () => versionedSettings(visit.portal));
  const part = partIn(url);
  return { part, rows: rowsOf(settings.menus, part), version };
}

/** Saves. Without scripts it also answers the buttons that only change the rows. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { portal } = visit;
  const { actor } = await knownVisitor(visit);
  const part = partIn(url);
  const form = await readFields(request);
  const shown: ShownMenus = { part, rows: rowsIn(form, part), version: Number(form.get("version")) };
  const pressed = form.get("do") ?? "";
  if (pressed !== "save") return data(editMenus(shown, pressed, portal.now()));
  try {
    await save(portal, actor, shown);
    return redirectInApp(`${page}?part=${part}`, "menus-saved");
  } catch (error) {
    const { status, ...refusal } = failureOf(visit, error);
    const version = refusal.problem === "stale" ? (await versionedSettings(portal)).version : shown.version;
    const values = { ...shown, version };
    return data<EditedMenus>({ ...refusal, values, at: portal.now(), focus: firstWrong(refusal.fields, part) }, status);
  }
}

async function save(portal: Portal, actor: Actor, { part, rows, version: expectedVersion }: ShownMenus) {
  const { settings, version } = await versionedSettings(portal);
  // The other parts are taken from what is there now, so that has to be what the form was made from.
  if (version !== expectedVersion) throw new PortalError("stale");
  // Checked with all settings, by the operation.
  const menus = { ...settings.menus, [part]: partFrom(rows, part) };
  await changeSettings(portal, actor, { change: { menus }, expectedVersion });
}

/** The id of the first wrong box: of "menus.footer.2.links.3.to" it is "to-2-3". */
function firstWrong(fields: FieldProblems, part: MenuPart): string {
  const [first = ""] = Object.keys(fields);
  const [, box = ""] = /\.(\w+)$/.exec(first) ?? [];
  const places = [...first.matchAll(/\.(\d+)(?=\.)/g)].map(([, place]) => place);
  return [box, ...(part === "navbar" || part === "tiles" ? ["0"] : []), ...places].join("-");
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function EditMenus({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <KeepFormOnFailure answer={actionData}>
      {(answer) => {
        const sent = answer?.values.part === loaderData.part ? answer : undefined;
        return <MenusPage page={page} shown={loaderData} {...{ sent, operatorName }} />;
      }}
    </KeepFormOnFailure>
  );
}
