import { m } from "#i18n/compiled/messages.js";
import { addClass } from "#operations/classes/add-class.ts";
import { listClasses } from "#operations/classes/list-classes.ts";
import { ClassForm } from "./class-form.tsx";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { readForm } from "../../frame/read-form.server.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { classTyped, currencyChoices, emptyBoxes } from "./class-boxes.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/add-class.route.ts";

const page = "/dashboard/add-class";
const list = "/dashboard/classes";

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const { classes } = await orErrorPage(visit, () => listClasses(visit.portal, actor, { limit: 1 }));
  const currencies = currencyChoices(classes[0]?.currency);
  return { currencies, filled: emptyBoxes(currencies[0]?.value ?? "") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const form = await readForm(request);
  return submitForm(visit, { values: form, here: page }, async () => {
    const { id } = await addClass(visit.portal, actor, classTyped(form));
    return redirectInApp(list, "class-added", id);
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function AddClass({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <KeepFormOnFailure answer={actionData}>
      {(sent) => (
        <ClassForm {...loaderData} {...{ operatorName, sent }} title={m.class_add()} action={page} back={list} />
      )}
    </KeepFormOnFailure>
  );
}
