import { neighboursInRun } from "#operations/bulk/review-run.ts";
import { neighboursInQueue } from "#operations/records/approval-queue.ts";
import type { ReactNode } from "react";
import { href, type ShouldRevalidateFunctionArgs } from "react-router";
import { isOn } from "#core/settings/features.ts";
import { m } from "#i18n/compiled/messages.js";
import { sendBackRecord } from "#operations/records/change-record.ts";
import type { FormValues } from "#design/form/form-result.ts";
import { expectedVersion } from "../../frame/read-form.server.ts";
import { pages } from "../../pages.ts";
import { pictureOf } from "../../sheet/page-image.tsx";
import { FormPage } from "../frame/form-page.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { backTo, redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { handleForm } from "../frame/run-action.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { RecordActions } from "../records/record-actions.tsx";
import { decideAddress } from "../record-list/record-links.tsx";
import { paperSizes } from "../records/record-view.tsx";
import type { StaffRecord } from "../records/staff-record.tsx";
import { wholeRecord } from "../records/staff-record.server.ts";
import { RecordParts, WholeRecord } from "../records/whole-record.tsx";
import { type Decision, loadDecision, usePageAhead } from "./page-ahead.ts";
import type { Route } from "./+types/decide.route.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async (known) => {
    const { portal, actor } = known;
    const { id } = args.params;
    const run = isOn(await known.visit.settings(), "bulk") ? args.url.searchParams.get("run") : null;
    const [shown, { before, after }] = await Promise.all([
      wholeRecord(known, id, args.url),
      run === null ? neighboursInQueue(portal, actor, id) : neighboursInRun(portal, actor, run, id),
    ]);
    return {
      ...shown,
      run,
      before: before && decideAddress(before, run),
      after: after && decideAddress(after, run),
    };
  });

export const clientLoader = (args: Route.ClientLoaderArgs) => loadDecision(args, args.serverLoader, withPictures);

/** Loads the pictures that are seen first. */
function withPictures(decision: Decision): Decision {
  const { photo, documents }: StaffRecord = decision.record;
  const [firstPage] = documents[0]?.pages ?? [];
  if (photo) new Image().src = pictureOf(photo.page, null).src;
  if (firstPage) {
    const { src, srcSet, sizes } = pictureOf(firstPage, null, paperSizes);
    Object.assign(new Image(), { sizes, srcset: srcSet, src });
  }
  return decision;
}

const backIn = (form: FormValues) => backTo(form["back"], pages.approval.path);

/** Sends the record back. The forms for approving and for revoking an approval post to the page of the queue. */
export const action = (args: Route.ActionArgs) =>
  handleForm(
    args,
    async ({ portal, actor, form }) => {
      const { id } = args.params;
      await sendBackRecord(portal, actor, { id, expectedVersion: expectedVersion(form) }, form["reason"] ?? "");
      return redirectInApp(backIn(form), "sent-back", id);
    },
    (form) => redirectInApp(backIn(form), "not-found"),
  );

const failures: readonly (number | undefined)[] = [404, 503];

/**
 * Reloads the data even if the form came back with a problem: the record may have changed. After a failure a reload
 * would fail too.
 */
export const shouldRevalidate = ({ actionStatus }: ShouldRevalidateFunctionArgs): boolean =>
  !failures.includes(actionStatus);

export default function Decide({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData && <DecisionPage {...loaderData} answer={actionData} />;
}

type DecisionPageProps = Decision & { answer: Route.ComponentProps["actionData"] };

function DecisionPage({ record, may, run, before, after, answer, sendBackDraft, ...rest }: DecisionPageProps) {
  const list = run === null ? pages.approval.path : href(pages.bulkRun.path, { id: run });
  const here = decideAddress(record.id, run);
  usePageAhead(here, after);
  return (
    <FormPage title={record.name} answer={answer}>
      {(result) => (
        <>
          <QueueSteps {...{ before, after, list }} label={run === null ? m.queue_title() : m.bulk_approve()}>
            <RecordParts id={record.id} comments={rest.work.comments.length} />
          </QueueSteps>
          <WholeRecord {...{ record, here, ...rest }}>
            <RecordActions
              {...{ record, may, result, list, here, sendBackDraft }}
              changes={rest.changes}
              isIncomplete={rest.missing.length > 0}
              onwards={after ?? before ?? list}
            />
          </WholeRecord>
        </>
      )}
    </FormPage>
  );
}

type QueueStepsProps = {
  before: string | null;
  after: string | null;
  list: string;
  label: string;
  children: ReactNode;
};

/** Links to the list and to the neighbouring records. `before` and `after` are null at the ends of the list. */
const QueueSteps = ({ before, after, list, label, children }: QueueStepsProps) => (
  <nav aria-label={label} className="shows-keys -mt-2 flex flex-wrap gap-x-6">
    <TextLink to={list} label={label} hotkey="q" />
    {before && <TextLink to={before} label={m.queue_before()} hotkey="p" />}
    {after && <TextLink to={after} label={m.queue_after()} hotkey="n" />}
    {children}
  </nav>
);
