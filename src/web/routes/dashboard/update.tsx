import { hideCandidate } from "#operations/candidates/hide-candidate.ts";
import { unhideCandidate } from "#operations/candidates/unhide-candidate.ts";
import { CandidateTable } from "#ui/dashboard/candidate-table.tsx";
import { TypedStays } from "#ui/dashboard/typed-stays.tsx";
import { readForm } from "../../accounts/forms.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { answerOrStay } from "../../dashboard/answer-or-stay.ts";
import { addressOfList, candidateList } from "../../dashboard/candidate-list.ts";
import { doAndTell } from "../../dashboard/do-and-tell.ts";
import { backTo, goOn } from "../../dashboard/go-on.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/update.ts";

const page = "/dashboard/update";

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  return needed(visit, () => candidateList(visit.portal, actor, url.searchParams));
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { portal } = visit;
  const form = await readForm(request);
  const { do: does, id = "" } = form;
  // A search comes as a form, so that no number is in an address.
  if (does !== "hide" && does !== "unhide") return goOn(page + addressOfList(portal, form));
  const { actor } = await knownVisitor(visit);
  const [deed, change] =
    does === "hide" ? (["hidden", hideCandidate] as const) : (["unhidden", unhideCandidate] as const);
  return doAndTell(visit, { deed, id, back: backTo(form["back"], page), here: page }, () =>
    change(portal, actor, { id }),
  );
}

export const clientAction = (sent: Route.ClientActionArgs) => answerOrStay(sent);

export default function Update({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <TypedStays answer={actionData}>{() => <CandidateTable {...loaderData} {...{ page, operatorName }} />}</TypedStays>
  );
}
