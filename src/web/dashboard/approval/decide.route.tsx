import { href, Link, type ShouldRevalidateFunctionArgs } from "react-router";
import { mayApproveRecord } from "#core/staff/permissions.ts";
import { m } from "#i18n/compiled/messages.js";
import { readRecord } from "#operations/records/read-record.ts";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { keyed } from "#design/page/keys.ts";
import { PageFrame } from "#design/page/page-frame.tsx";
import { sendBackRecord } from "#operations/records/change-record.ts";
import { neighboursInQueue } from "#operations/records/list-records.ts";
import { signedInVisit } from "../../account/server/known-visitor.server.ts";
import { backTo, redirectInApp } from "../frame/redirect-in-app.server.ts";
import { ViewerParts } from "../frame/viewer-parts.tsx";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { expectedVersion, readForm } from "../../frame/read-form.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { staffRecord } from "../records/staff-record.server.ts";
import { StaffRecordView } from "../records/staff-record.tsx";
import { Decisions } from "./decisions.tsx";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/decide.route.ts";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  return orErrorPage(visit, async () => {
    const record = await readRecord(portal, actor, id);
    const { fourEyes } = await visit.settings();
    const { before, after } = await neighboursInQueue(portal, actor, id);
    return {
      record: await staffRecord(visit, actor, record),
      isApproved: record.approval === "approved",
      mayApprove: mayApproveRecord(actor, record, fourEyes),
      before: before && href(pages.decide.path, { id: before }),
      after: after && href(pages.decide.path, { id: after }),
    };
  });
}

/** Sends the record back; the other decisions go to the page of the queue. */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const form = await readForm(request);
  const back = backTo(form["back"], pages.approval.path);
  return submitForm(visit, { values: form, gone: redirectInApp(back, "gone") }, async () => {
    const target = { id, expectedVersion: expectedVersion(form) };
    await sendBackRecord(portal, actor, target, form["reason"] ?? "");
    return redirectInApp(back, "sent-back", id);
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

const failure = 503;

/** Also when a reason came back: perhaps because the record is another one now. Without an answer no other would come. */
export const shouldRevalidate = ({ actionStatus }: ShouldRevalidateFunctionArgs): boolean => actionStatus !== failure;

export default function Decide({ loaderData, actionData }: Route.ComponentProps) {
  const { record, before, after, ...decision } = loaderData;
  return (
    <KeepFormOnFailure answer={actionData}>
      {(result) => (
        <PageFrame title={record.name}>
          <QueueSteps before={before} after={after} />
          {/* Of another record nothing stays: no reason half typed, no list scrolled down. */}
          <StaffRecordView key={record.id} record={record}>
            <Decisions {...{ record, result, ...decision }} onwards={after ?? before ?? pages.approval.path} />
          </StaffRecordView>
          <ViewerParts />
        </PageFrame>
      )}
    </KeepFormOnFailure>
  );
}

/** From record to record without going back to the list; null where it is the last on that side. */
const QueueSteps = ({ before, after }: { before: string | null; after: string | null }) => (
  <nav aria-label={m.queue_title()} className="-mt-2 flex flex-wrap gap-x-6">
    <Link to={pages.approval.path} className={step} {...keyed("q", m.queue_title())}>
      {m.queue_title()}
    </Link>
    {before && (
      <Link to={before} className={step} {...keyed("p", m.queue_before())}>
        {m.queue_before()}
      </Link>
    )}
    {after && (
      <Link to={after} className={step} {...keyed("n", m.queue_after())}>
        {m.queue_after()}
      </Link>
    )}
  </nav>
);

const step = "inline-flex min-h-11 items-center";
