import { href } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { updateClass } from "#operations/classes/manage-class.ts";
import { readClass } from "#operations/classes/offered-classes.ts";
import { expectedVersion } from "../../frame/read-form.server.ts";
import { pages } from "../../pages.ts";
import { readPage } from "../frame/read-page.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { handleForm } from "../frame/run-action.server.ts";
import { shownPageDraft } from "../page-draft/page-draft.server.ts";
import type { Route } from "./+types/update-class.route.ts";
import { ClassForm, classTyped, currencyChoices, classValues } from "./class-form.tsx";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal, actor }) => {
    const one = await readClass(portal, actor, args.params.id);
    return {
      filled: classValues(one),
      version: String(one.version),
      currencies: currencyChoices(one.currency),
      draft: await shownPageDraft(portal, actor, `class:${one.id}`),
    };
  });

export const action = (args: Route.ActionArgs) =>
  handleForm(args, async ({ portal, actor, form }) => {
    const { id } = args.params;
    await updateClass(portal, actor, { id, expectedVersion: expectedVersion(form) }, classTyped(form));
    return redirectInApp(href(pages.classRoll.path, { id }), "class-saved", id);
  });

export default function UpdateClass({ loaderData, actionData, params }: Route.ComponentProps) {
  const paths = { action: href(pages.updateClass.path, params), back: href(pages.classRoll.path, params) };
  return <ClassForm {...loaderData} {...paths} answer={actionData} title={m.class_edit()} />;
}
