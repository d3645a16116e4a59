import { data } from "react-router";
import type { ListAnswer } from "./list-in-parts.ts";
import { NumberList } from "./number-list.tsx";
import { readForm } from "../../frame/read-form.server.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { answerList, problemWithList } from "./many-numbers.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/many-numbers.route.ts";

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

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function ManyNumbers({ actionData }: Route.ComponentProps) {
  return <NumberList page={page} operatorName={useDashboard().operatorName} given={actionData} />;
}
