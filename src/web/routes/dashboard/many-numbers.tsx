import { data } from "react-router";
import type { ListAnswer } from "#ui/dashboard/list-in-parts.ts";
import { NumberList } from "#ui/dashboard/number-list.tsx";
import { readForm } from "../../accounts/forms.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { answerOrStay } from "../../dashboard/answer-or-stay.ts";
import { answerList, problemWithList } from "../../dashboard/many-numbers.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/many-numbers.ts";

const page = "/MaltipleInput";

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const form = await readForm(request);
  try {
    return await answerList(visit.portal, actor, form);
  } catch (error) {
    visit.report(error);
    const { words, status } = problemWithList(error);
    return data<ListAnswer>({ kind: "refused", numbers: form["numbers"] ?? "", problem: words }, status);
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => answerOrStay(sent);

export default function ManyNumbers({ actionData }: Route.ComponentProps) {
  return <NumberList page={page} operatorName={useDashboard().operatorName} given={actionData} />;
}
