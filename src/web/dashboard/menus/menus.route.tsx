import { data, Link } from "react-router";
import { PortalError } from "#core/errors.ts";
import { partFrom, rowsIn, rowsOf } from "#core/settings/menu-rows.ts";
import { type MenuPart, menuParts } from "#core/settings/menus.ts";
import type { Actor } from "#core/staff/actor.ts";
import { m } from "#i18n/compiled/messages.js";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { versionedSettings } from "#operations/settings/current-settings.ts";
import type { Portal } from "#operations/portal.ts";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { readFields } from "../../frame/read-form.server.ts";
import { signedInVisit } from "../../account/server/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { failureOf } from "../../frame/submit-form.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import { pages } from "../../pages.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { type EditedMenus, editMenus, type ShownMenus } from "./edited-menus.ts";
import { MenusForm } from "./menus-form.tsx";
import type { Route } from "./+types/menus.route.ts";

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
  const { visit, portal, actor } = await signedInVisit(context);
  const part = partIn(url);
  const form = await readFields(request);
  const shown: ShownMenus = { part, rows: rowsIn(form, part), version: Number(form.get("version")) };
  const pressed = form.get("do") ?? "";
  if (pressed !== "save") return data(editMenus(shown, pressed, portal.now()));
  try {
    await save(portal, actor, shown);
    return redirectInApp(`${pages.menus.path}?part=${part}`, "menus-saved");
  } catch (error) {
    const { status, ...refusal } = failureOf(visit, error);
    const version = refusal.problem === "stale" ? (await versionedSettings(portal)).version : shown.version;
    const values = { ...shown, version };
    return data<EditedMenus>({ ...refusal, values, at: portal.now(), focus: "" }, status);
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

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

/** What surrounds the pages for visitors, one part at a time. */
export default function EditMenus({ loaderData: shown, actionData }: Route.ComponentProps) {
  const { part, version } = shown;
  return (
    <KeepFormOnFailure answer={actionData}>
      {(answer) => (
        <PageFrame title={m.menus_title()}>
          <Parts current={part} />
          <div className="grid max-w-3xl gap-1">
            <p>{words[part].text()}</p>
            <p className="text-quiet">{m.menus_languages()}</p>
          </div>
          <MenusForm
            key={`${part} ${version}`}
            action={`${pages.menus.path}?part=${part}`}
            shown={shown}
            sent={answer?.values.part === part ? answer : undefined}
          />
        </PageFrame>
      )}
    </KeepFormOnFailure>
  );
}

const Parts = ({ current }: { current: MenuPart }) => (
  <nav aria-label={m.menus_parts()}>
    <ul className="flex flex-wrap gap-x-6 border-b border-line">
      {menuParts.map((one) => (
        <li key={one}>
          <Link
            to={`${pages.menus.path}?part=${one}`}
            aria-current={one === current ? "page" : undefined}
            className="inline-flex min-h-11 items-center no-underline hover:underline aria-[current]:border-b-4 aria-[current]:border-action aria-[current]:font-semibold"
          >
            {words[one].name()}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

const words: Record<MenuPart, { name: () => string; text: () => string }> = {
  categories: { name: m.menus_categories, text: m.menus_categories_text },
  navbar: { name: m.menus_navbar, text: m.menus_navbar_text },
  tiles: { name: m.menus_tiles, text: m.menus_tiles_text },
  footer: { name: m.menus_footer, text: m.menus_footer_text },
};
