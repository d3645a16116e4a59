import { neighboursInQueue } from "#operations/records/list-records.ts";
import { href, type ShouldRevalidateFunctionArgs } from "react-router";
import { mayApproveRecord } from "#core/staff/permissions.ts";
import { m } from "#i18n/compiled/messages.js";
import { readRecord } from "#operations/records/read-record.ts";
import { sendBackRecord } from "#operations/records/change-record.ts";
import type { FormValues } from "#design/form/form-result.ts";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { expectedVersion } from "../../frame/read-form.server.ts";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { backTo, redirectInApp } from "../frame/redirect-in-app.server.ts";
import { answerForm } from "../frame/run-action.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { ViewerParts } from "../frame/viewer-parts.tsx";
import { staffRecord } from "../records/staff-record.server.ts";
import { StaffRecordView } from "../records/staff-record.tsx";
import { Decisions } from "./decisions.tsx";
import type { Route } from "./+types/decide.route.ts";

export const loader = (asked: Route.LoaderArgs) =>
  readPage(asked, async ({ visit, portal, actor }) => {
    const { id } = asked.params;
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

const backIn = (form: FormValues) => backTo(form["back"], pages.approval.path);

/** Sends the record back; the other decisions go to the page of the queue. */
export const action = (sent: Route.ActionArgs) =>
  answerForm(
    sent,
    async ({ portal, actor, form }) => {
      const { id } = sent.params;
      await sendBackRecord(portal, actor, { id, expectedVersion: expectedVersion(form) }, form["reason"] ?? "");
      return redirectInApp(backIn(form), "sent-back", id);
    },
    (form) => redirectInApp(backIn(form), "gone"),
  );

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

const failure = 503;

/** Also when a reason came back: perhaps because the record is another one now. Without an answer no other would come. */
export const shouldRevalidate = ({ actionStatus }: ShouldRevalidateFunctionArgs): boolean => actionStatus !== failure;

export default function Decide({ loaderData, actionData }: Route.ComponentProps) {
  const { record, before, after, ...decision } = loaderData;
  return (
    <FormPage title={record.name} answer={actionData}>
      {(result) => (
        <>
          <QueueSteps before={before} after={after} />
          {/* Of another record nothing stays: no reason half typed, no list scrolled down. */}
          <StaffRecordView key={record.id} record={record}>
            <Decisions {...{ record, result, ...decision }} onwards={after ?? before ?? pages.approval.path} />
          </StaffRecordView>
          <ViewerParts />
        </>
      )}
    </FormPage>
  );
}

/** From record to record without going back to the list; null where it is the last on that side. */
const QueueSteps = ({ before, after }: { before: string | null; after: string | null }) => (
  <nav aria-label={m.queue_title()} className="-mt-2 flex flex-wrap gap-x-6">
    <TextLink to={pages.approval.path} label={m.queue_title()} hotkey="q" />
    {before && <TextLink to={before} label={m.queue_before()} hotkey="p" />}
    {after && <TextLink to={after} label={m.queue_after()} hotkey="n" />}
  </nav>
);
