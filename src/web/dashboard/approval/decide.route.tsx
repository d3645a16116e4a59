import type { ShouldRevalidateFunctionArgs } from "react-router";
import { mayApproveRecord } from "#core/staff/permissions.ts";
import { neighboursInQueue } from "#operations/records/approval-queue.ts";
import { readRecord } from "#operations/records/read-record.ts";
import { Decisions } from "./decisions.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { QueueSteps } from "./queue-steps.tsx";
import { StaffRecordView } from "../records/staff-record.tsx";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { ViewerParts } from "../frame/viewer-parts.tsx";
import { readForm } from "../../frame/read-form.server.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { versionIn } from "./approval-queue.server.ts";
import { backTo } from "../frame/redirect-in-app.server.ts";
import { pageOfRecord, queuePage } from "./queue-paths.ts";
import { sendBack } from "./send-back.server.ts";
import { staffRecord } from "../records/staff-record.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/decide.route.ts";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  return orErrorPage(visit, async () => {
    const record = await readRecord(visit.portal, actor, id);
    const { fourEyes } = await visit.settings();
    const { before, after } = await neighboursInQueue(visit.portal, actor, id);
    return {
      record: await staffRecord(visit, actor, record),
      isApproved: record.approval === "approved",
      mayApprove: mayApproveRecord(actor, record, fourEyes),
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

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

const failure = 503;

/** Also when a reason came back: perhaps because the record is another one now. Without an answer no other would come. */
export const shouldRevalidate = ({ actionStatus }: ShouldRevalidateFunctionArgs): boolean => actionStatus !== failure;

export default function Decide({ loaderData, actionData }: Route.ComponentProps) {
  const { record, isApproved, mayApprove, page, before, after } = loaderData;
  const onwards = after ?? before ?? queuePage;
  const { operatorName } = useDashboard();
  return (
    <KeepFormOnFailure answer={actionData}>
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
    </KeepFormOnFailure>
  );
}
