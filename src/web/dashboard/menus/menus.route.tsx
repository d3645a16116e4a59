import { rowsOf } from "#core/settings/menu-rows.ts";
import { type MenuPart, menuParts } from "#core/settings/menus.ts";
import { versionedSettings } from "#operations/settings/current-settings.ts";
import { MenusPage } from "./menus-page.tsx";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { readFields } from "../../frame/read-form.server.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { answerMenusForm } from "./answer-menus-form.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/menus.route.ts";

const page = "/dashboard/Menus";

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { settings, version } = await orErrorPage(visit, () => versionedSettings(visit.portal));
  const part = partIn(url);
  return { part, rows: rowsOf(settings.menus, part), version };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const part = partIn(url);
  return answerMenusForm(visit, actor, part, await readFields(request), `${page}?part=${part}`);
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

const partIn = ({ searchParams }: URL): MenuPart =>
  menuParts.find((part) => part === searchParams.get("part")) ?? "categories";

export default function EditMenus({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <KeepFormOnFailure answer={actionData}>
      {(answer) => {
        const sent = answer?.part === loaderData.part ? answer : undefined;
        return <MenusPage page={page} shown={loaderData} {...{ sent, operatorName }} />;
      }}
    </KeepFormOnFailure>
  );
}
