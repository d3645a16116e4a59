import type { ShouldRevalidateFunctionArgs } from "react-router";
import { mayApproveCandidate } from "#core/staff/permissions.ts";
import { neighboursInQueue } from "#operations/candidates/approval-queue.ts";
import { readCandidate } from "#operations/candidates/read-candidate.ts";
import { Decisions } from "#ui/dashboard/decisions.tsx";
import { PageFrame } from "#ui/dashboard/page-frame.tsx";
import { QueueSteps } from "#ui/dashboard/queue-steps.tsx";
import { StaffRecordView } from "#ui/dashboard/staff-record.tsx";
import { TypedStays } from "#ui/dashboard/typed-stays.tsx";
import { ViewerParts } from "#ui/dashboard/viewer-parts.tsx";
import { readForm } from "../../accounts/forms.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { answerOrStay } from "../../dashboard/answer-or-stay.ts";
import { versionIn } from "../../dashboard/approval-queue.ts";
import { backTo } from "../../dashboard/go-on.ts";
import { pageOfRecord, queuePage } from "../../dashboard/queue-paths.ts";
import { sendBack } from "../../dashboard/send-back.ts";
import { staffRecord } from "../../dashboard/staff-record.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/decide.ts";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  return needed(visit, async () => {
    const candidate = await readCandidate(visit.portal, actor, id);
    const { fourEyes } = await visit.settings();
    const { before, after } = await neighboursInQueue(visit.portal, actor, id);
    return {
      record: await staffRecord(visit, actor, candidate),
      isApproved: candidate.approval === "approved",
      mayApprove: mayApproveCandidate(actor, candidate, fourEyes),
      page: pageOfRecord(id),
      before: before && pageOfRecord(before),
      after: after && pageOfRecord(after),
    };
  });
}

/** Sends the record back; the other decisions go to the page of the queue. */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const form = await readForm(request);
  const back = backTo(form["back"], queuePage);
  return sendBack(visit, actor, { id, expectedVersion: versionIn(form), reason: form["reason"] ?? "", back });
}

export const clientAction = (sent: Route.ClientActionArgs) => answerOrStay(sent);

const unanswered = 503;

/** Also when a reason came back: perhaps because the record is another one now. Without an answer no other would come. */
export const shouldRevalidate = ({ actionStatus }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus !== unanswered;

export default function Decide({ loaderData, actionData }: Route.ComponentProps) {
  const { record, isApproved, mayApprove, page, before, after } = loaderData;
  const onwards = after ?? before ?? queuePage;
  const { operatorName } = useDashboard();
  return (
    <TypedStays answer={actionData}>
      {(cameBack) => (
        <PageFrame title={record.name} operatorName={operatorName}>
          <QueueSteps queue={queuePage} before={before} after={after} />
          {/* Of another record nothing stays: no reason half typed, no list scrolled down. */}
          <StaffRecordView key={record.id} record={record}>
            <Decisions {...{ record, isApproved, mayApprove, page, onwards }} queue={queuePage} sendBack={cameBack} />
          </StaffRecordView>
          <ViewerParts />
        </PageFrame>
      )}
    </TypedStays>
  );
}
