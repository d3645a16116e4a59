import { m } from "#i18n/compiled/messages.js";
import { addClass } from "#operations/classes/manage-class.ts";
import { listClasses } from "#operations/classes/offered-classes.ts";
import { pages } from "../../pages.ts";
import { readPage } from "../frame/read-page.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { handleForm } from "../frame/run-action.server.ts";
import { shownPageDraft } from "../page-draft/page-draft.server.ts";
import type { Route } from "./+types/add-class.route.ts";
import { ClassForm, classTyped, currencyChoices } from "./class-form.tsx";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal, actor }) => {
    const { classes } = await listClasses(portal, actor, { limit: 1 });
    const currencies = currencyChoices(classes[0]?.currency);
    const filled = { seats: "20", currency: currencies[0]?.value ?? "" };
    return { currencies, filled, draft: await shownPageDraft(portal, actor, "class:new") };
  });

export const action = (args: Route.ActionArgs) =>
  handleForm(args, async ({ portal, actor, form }) => {
    const { id } = await addClass(portal, actor, classTyped(form));
    return redirectInApp(pages.classes.path, "class-added", id);
  });

export default function AddClass({ loaderData, actionData }: Route.ComponentProps) {
  const paths = { action: pages.addClass.path, back: pages.classes.path };
  return <ClassForm {...loaderData} {...paths} answer={actionData} title={m.class_add()} />;
}
