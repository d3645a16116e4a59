import { rowsOf } from "#core/settings/menu-rows.ts";
import { type MenuPart, menuParts } from "#core/settings/menus.ts";
import { versionedSettings } from "#operations/settings/current-settings.ts";
import { MenusPage } from "#ui/dashboard/menus/menus-page.tsx";
import { TypedStays } from "#ui/dashboard/typed-stays.tsx";
import { readFields } from "../../accounts/forms.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { answerOrStay } from "../../dashboard/answer-or-stay.ts";
import { answerMenusForm } from "../../dashboard/menus/answer-menus-form.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/menus.ts";

const page = "/dashboard/Menus";

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { settings, version } = await needed(visit, () => versionedSettings(visit.portal));
  const part = partIn(url);
  return { part, rows: rowsOf(settings.menus, part), version };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const part = partIn(url);
  return answerMenusForm(visit, actor, part, await readFields(request), `${page}?part=${part}`);
}

export const clientAction = (sent: Route.ClientActionArgs) => answerOrStay(sent);

const partIn = ({ searchParams }: URL): MenuPart =>
  menuParts.find((part) => part === searchParams.get("part")) ?? "categories";

export default function EditMenus({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <TypedStays answer={actionData}>
      {(answer) => {
        const sent = answer?.part === loaderData.part ? answer : undefined;
        return <MenusPage page={page} shown={loaderData} {...{ sent, operatorName }} />;
      }}
    </TypedStays>
  );
}
