import { data, Link } from "react-router";
import { languagesOn } from "#core/settings/languages.ts";
import { partFrom, rowsIn, rowsOf } from "#core/settings/menu-rows.ts";
import { type MenuPart, menuParts } from "#core/settings/menus.ts";
import type { Settings } from "#core/settings/settings.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { m } from "#i18n/compiled/messages.js";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings, versionedSettings } from "#operations/settings/current-settings.ts";
import type { Portal } from "#operations/portal.ts";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { expectedVersion, firstValues, readFields } from "../../frame/read-form.server.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { failureOf } from "../../frame/submit-form.server.ts";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { MenusForm } from "./menus-form.tsx";
import { type EditedMenus, editMenus, type ShownMenus } from "./use-edited-menus.ts";
import type { Route } from "./+types/menus.route.ts";

const partIn = ({ searchParams }: URL): MenuPart =>
  menuParts.find((part) => part === searchParams.get("part")) ?? "categories";

const othersOn = ({ languages }: Settings) => languagesOn(languages).filter((language) => language !== "en");

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal }): Promise<ShownMenus> => {
    const { settings, version } = await versionedSettings(portal);
    const part = partIn(args.url);
    return { part, rows: rowsOf(settings.menus, part), others: othersOn(settings), version };
  });

/** Saves the menus. For browsers without scripts, it also handles the buttons that only change the rows. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const part = partIn(url);
  const fields = await readFields(request);
  const form = firstValues(fields);
  const others = othersOn(await currentSettings(portal));
  const shown: ShownMenus = { part, rows: rowsIn(fields, part), others, version: expectedVersion(form) };
  const { do: pressed = "" } = form;
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

async function save(portal: Portal, actor: Actor, shown: ShownMenus) {
  const { menus: before } = await currentSettings(portal);
  // The operation validates the menus with all settings. It refuses a stale version, so the other parts have not
  // changed since the form was rendered.
  const menus = { ...before, [shown.part]: partFrom(shown.rows, shown.part) };
  await changeSettings(portal, actor, { change: { menus }, expectedVersion: shown.version });
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormOnFailure(args);

export default function EditMenus({ loaderData: shown, actionData }: Route.ComponentProps) {
  const { part, version } = shown;
  return (
    <FormPage title={m.menus_title()} answer={actionData}>
      {(answer) => (
        <>
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
        </>
      )}
    </FormPage>
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
