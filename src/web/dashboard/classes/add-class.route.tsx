import { m } from "#i18n/compiled/messages.js";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { addClass } from "#operations/classes/manage-class.ts";
import { listClasses } from "#operations/classes/offered-classes.ts";
import { signedInVisit } from "../../account/server/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { pages } from "../../pages.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import type { Route } from "./+types/add-class.route.ts";
import { ClassForm } from "./class-form.tsx";
import { classTyped, currencyChoices, emptyFields } from "./class-fields.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const { classes } = await orErrorPage(visit, () => listClasses(portal, actor, { limit: 1 }));
  const currencies = currencyChoices(classes[0]?.currency);
  return { currencies, filled: emptyFields(currencies[0]?.value ?? "") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const form = await readForm(request);
  return submitForm(visit, { values: form, here: pages.addClass.path }, async () => {
    const { id } = await addClass(portal, actor, classTyped(form));
    return redirectInApp(pages.classes.path, "class-added", id);
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function AddClass({ loaderData, actionData }: Route.ComponentProps) {
  const paths = { action: pages.addClass.path, back: pages.classes.path };
  return (
    <KeepFormOnFailure answer={actionData}>
      {(sent) => <ClassForm {...loaderData} {...paths} sent={sent} title={m.class_add()} />}
    </KeepFormOnFailure>
  );
}
