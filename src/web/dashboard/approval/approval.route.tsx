import { decideOnRecord } from "#operations/records/decide-on-record.ts";
import { ApprovalTable } from "./approval-table.tsx";
import { readForm } from "../../frame/read-form.server.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { approvalQueue, versionIn } from "./approval-queue.server.ts";
import { runAction } from "../frame/run-action.server.ts";
import { backTo, redirectInApp } from "../frame/redirect-in-app.server.ts";
import { queuePage } from "./queue-paths.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/approval.route.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  return orErrorPage(visit, () => approvalQueue(visit, actor, url.searchParams));
}

/** Approves, or takes an approval back, for the queue and for the page of one record. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  const { do: does, id = "" } = form;
  if (does !== "approve" && does !== "unapprove") return redirectInApp(queuePage);
  const { actor } = await knownVisitor(visit);
  const back = backTo(form["back"], queuePage);
  const [flash, decision] = does === "approve" ? (["approved", "approve"] as const) : (["unapproved", "deny"] as const);
  return runAction(
    visit,
    {
      flash,
      id,
      back,
      otherwise: backTo(form["from"], back),
      here: queuePage,
      problems: { "not-allowed": "four-eyes" },
    },
    () => decideOnRecord(visit.portal, actor, { id, expectedVersion: versionIn(form) }, decision),
  );
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function ControlPost({ loaderData }: Route.ComponentProps) {
  return <ApprovalTable {...loaderData} page={queuePage} operatorName={useDashboard().operatorName} />;
}
