import { m } from "#i18n/compiled/messages.js";
import { editClass } from "#operations/classes/edit-class.ts";
import { readClass } from "#operations/classes/list-classes.ts";
import { ClassForm } from "./class-form.tsx";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { expectedVersion, readForm } from "../../frame/read-form.server.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { boxesOf, classTyped, currencyChoices } from "./class-boxes.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/update-class.route.ts";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const one = await orErrorPage(visit, () => readClass(visit.portal, actor, id));
  return { id, filled: boxesOf(one), version: String(one.version), currencies: currencyChoices(one.currency) };
}

export async function action({ request, url, context, params: { id } }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const form = await readForm(request);
  return submitForm(visit, { values: form, here: url.pathname }, async () => {
    await editClass(visit.portal, actor, { id, expectedVersion: expectedVersion(form) }, classTyped(form));
    return redirectInApp(`/dashboard/classes/${id}`, "class-saved", id);
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function EditClass({ loaderData: { id, ...form }, actionData }: Route.ComponentProps) {
  const back = `/dashboard/classes/${id}`;
  const { operatorName } = useDashboard();
  return (
    <KeepFormOnFailure answer={actionData}>
      {(sent) => (
        <ClassForm {...form} {...{ operatorName, back, sent }} title={m.class_edit()} action={`${back}/edit`} />
      )}
    </KeepFormOnFailure>
  );
}
