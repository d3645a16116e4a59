import { m } from "#i18n/compiled/messages.js";
import { editClass } from "#operations/classes/edit-class.ts";
import { readClass } from "#operations/classes/list-classes.ts";
import { ClassForm } from "#ui/dashboard/classes/class-form.tsx";
import { TypedStays } from "#ui/dashboard/typed-stays.tsx";
import { readForm } from "../../accounts/forms.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { answerOrStay } from "../../dashboard/answer-or-stay.ts";
import { boxesOf, classTyped, currencyChoices } from "../../dashboard/classes/class-boxes.ts";
import { goOn } from "../../dashboard/go-on.ts";
import { saveForm } from "../../dashboard/save-form.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/edit-class.ts";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const one = await needed(visit, () => readClass(visit.portal, actor, id));
  return { id, filled: boxesOf(one), version: String(one.version), currencies: currencyChoices(one.currency) };
}

export async function action({ request, url, context, params: { id } }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const form = await readForm(request);
  return saveForm(visit, { form, here: url.pathname }, async () => {
    await editClass(visit.portal, actor, { id, expectedVersion: Number(form["version"]) }, classTyped(form));
    return goOn(`/dashboard/classes/${id}`, "class-saved", id);
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => answerOrStay(sent);

export default function EditClass({ loaderData: { id, ...form }, actionData }: Route.ComponentProps) {
  const back = `/dashboard/classes/${id}`;
  const { operatorName } = useDashboard();
  return (
    <TypedStays answer={actionData}>
      {(sent) => (
        <ClassForm {...form} {...{ operatorName, back, sent }} title={m.class_edit()} action={`${back}/edit`} />
      )}
    </TypedStays>
  );
}
