import { m } from "#i18n/compiled/messages.js";
import { addClass } from "#operations/classes/add-class.ts";
import { listClasses } from "#operations/classes/list-classes.ts";
import { ClassForm } from "#ui/dashboard/classes/class-form.tsx";
import { TypedStays } from "#ui/dashboard/typed-stays.tsx";
import { readForm } from "../../accounts/forms.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { answerOrStay } from "../../dashboard/answer-or-stay.ts";
import { classTyped, currencyChoices, emptyBoxes } from "../../dashboard/classes/class-boxes.ts";
import { goOn } from "../../dashboard/go-on.ts";
import { saveForm } from "../../dashboard/save-form.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/add-class.ts";

const page = "/dashboard/add-class";
const list = "/dashboard/classes";

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const { classes } = await needed(visit, () => listClasses(visit.portal, actor, { limit: 1 }));
  const currencies = currencyChoices(classes[0]?.currency);
  return { currencies, filled: emptyBoxes(currencies[0]?.value ?? "") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const form = await readForm(request);
  return saveForm(visit, { form, here: page }, async () => {
    const { id } = await addClass(visit.portal, actor, classTyped(form));
    return goOn(list, "class-added", id);
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => answerOrStay(sent);

export default function AddClass({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <TypedStays answer={actionData}>
      {(sent) => (
        <ClassForm {...loaderData} {...{ operatorName, sent }} title={m.class_add()} action={page} back={list} />
      )}
    </TypedStays>
  );
}
