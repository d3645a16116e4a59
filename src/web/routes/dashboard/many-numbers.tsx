import { data } from "react-router";
import { NumberList } from "#ui/dashboard/number-list.tsx";
import { readForm } from "../../accounts/forms.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { checkedRows, problemWithList } from "../../dashboard/many-numbers.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/many-numbers.ts";

const page = "/MaltipleInput";

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const { numbers = "" } = await readForm(request);
  try {
    return { numbers, rows: await checkedRows(visit.portal, actor, numbers), problem: undefined };
  } catch (error) {
    visit.report(error);
    const { words, status } = problemWithList(error);
    return data({ numbers, rows: null, problem: words }, status);
  }
}

export default function ManyNumbers({ actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return <NumberList {...{ page, operatorName, numbers: "", rows: null, problem: undefined, ...actionData }} />;
}
