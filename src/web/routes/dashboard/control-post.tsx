import { decideOnCandidate } from "#operations/candidates/decide-on-candidate.ts";
import { ApprovalTable } from "#ui/dashboard/approval-table.tsx";
import { readForm } from "../../accounts/forms.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { answerOrStay } from "../../dashboard/answer-or-stay.ts";
import { approvalQueue, versionIn } from "../../dashboard/approval-queue.ts";
import { doAndTell } from "../../dashboard/do-and-tell.ts";
import { backTo, goOn } from "../../dashboard/go-on.ts";
import { queuePage } from "../../dashboard/queue-paths.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/control-post.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  return needed(visit, () => approvalQueue(visit, actor, url.searchParams));
}

/** Approves, or takes an approval back, for the queue and for the page of one record. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  const { do: does, id = "" } = form;
  if (does !== "approve" && does !== "unapprove") return goOn(queuePage);
  const { actor } = await knownVisitor(visit);
  const back = backTo(form["back"], queuePage);
  const [deed, decision] = does === "approve" ? (["approved", "approve"] as const) : (["unapproved", "deny"] as const);
  return doAndTell(
    visit,
    { deed, id, back, otherwise: backTo(form["from"], back), here: queuePage, told: { "not-allowed": "four-eyes" } },
    () => decideOnCandidate(visit.portal, actor, { id, expectedVersion: versionIn(form) }, decision),
  );
}

export const clientAction = (sent: Route.ClientActionArgs) => answerOrStay(sent);

export default function ControlPost({ loaderData }: Route.ComponentProps) {
  return <ApprovalTable {...loaderData} page={queuePage} operatorName={useDashboard().operatorName} />;
}
