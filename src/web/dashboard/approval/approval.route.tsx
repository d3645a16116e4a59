import { href } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { type Column, DataTable, RowLink } from "#design/table/data-table.tsx";
import { ActionButton } from "#design/form/action-button.tsx";
import { DeleteLink } from "#design/form/confirm.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { keyed } from "#design/page/keys.ts";
import { ListPages } from "#design/table/list-pages.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { RecordPicture } from "../frame/record-picture.tsx";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { mayApproveRecord } from "#core/staff/permissions.ts";
import { writtenCount, writtenMoment } from "#i18n/written.ts";
import { countRecords, readApprovalQueue } from "#operations/records/list-records.ts";
import { expectedVersion, readForm } from "../../frame/read-form.server.ts";
import { signedInVisit } from "../../account/server/known-visitor.server.ts";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { runAction } from "../frame/run-action.server.ts";
import { backTo, redirectInApp } from "../frame/redirect-in-app.server.ts";
import { pages } from "../../pages.ts";
import { photoOf } from "../records/record-list.server.ts";
import { placeIn } from "#design/table/list-address.ts";
import { decideOnRecord } from "#operations/records/change-record.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import type { Route } from "./+types/approval.route.ts";

export async function loader({ url: { searchParams }, context }: Route.LoaderArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const [{ fourEyes }, page, { count, isMore }] = await orErrorPage(visit, () =>
    Promise.all([
      visit.settings(),
      readApprovalQueue(portal, actor, { cursor: searchParams.get("cursor") ?? undefined }),
      countRecords(portal, actor, { status: "waiting" }),
    ]),
  );
  return {
    rows: page.records.map((record) => waitingRecord(record, mayApproveRecord(actor, record, fourEyes))),
    count: { count, written: writtenCount(count), isMore },
    ...placeIn(searchParams, page.next),
  };
}

/** `mayApprove` is false where the rule of four eyes forbids it. */
function waitingRecord(record: CandidateRecord, mayApprove: boolean) {
  const { id, version, name, passportNumber, addedAt } = record;
  return { id, version, name, passportNumber, photo: photoOf(record), addedOn: writtenMoment(addedAt), mayApprove };
}

type WaitingRecord = ReturnType<typeof waitingRecord>;

/** Approves, or takes an approval back, for the queue and for the page of one record. */
export async function action({ request, context }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const form = await readForm(request);
  const { do: does, id = "" } = form;
  if (does !== "approve" && does !== "unapprove") return redirectInApp(pages.approval.path);
  const back = backTo(form["back"], pages.approval.path);
  const [flash, decision] = does === "approve" ? (["approved", "approve"] as const) : (["unapproved", "deny"] as const);
  return runAction(
    visit,
    {
      flash,
      id,
      back,
      otherwise: backTo(form["from"], back),
      here: pages.approval.path,
      problems: { "not-allowed": "four-eyes" },
    },
    () => decideOnRecord(portal, actor, { id, expectedVersion: expectedVersion(form) }, decision),
  );
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

/** The records of moderators that nobody has decided on yet. */
export default function ControlPost({ loaderData }: Route.ComponentProps) {
  const { query, rows, count, isFirst, next } = loaderData;
  const [first] = rows;
  const begin = first && { path: href(pages.decide.path, { id: first.id }), label: m.queue_begin() };
  return (
    <PageFrame title={m.queue_title()} {...(begin && { next: begin })}>
      {first ? (
        <>
          <p className="text-quiet">{count.isMore ? m.queue_many(count) : m.queue_count(count)}</p>
          <DataTable caption={m.queue_title()} columns={columnsOf(pages.approval.path + query)} rows={rows} />
        </>
      ) : (
        <EmptyState title={m.queue_empty_title()} text={m.queue_empty_text()} />
      )}
      <ListPages page={pages.approval.path} isFirst={isFirst} query={query} next={next} />
    </PageFrame>
  );
}

/** As the specification has them, and where the documents are. */
const columnsOf = (here: string): Column<WaitingRecord>[] => [
  {
    title: m.column_delete(),
    look: "grave",
    cell: ({ id, name }) => <DeleteLink of={name} action={href(pages.deleteRecord.path, { id })} back={here} />,
  },
  {
    title: m.column_picture(),
    look: "main",
    cell: ({ passportNumber, ...row }) => <RecordPicture {...row} number={passportNumber} />,
  },
  { title: m.column_added(), look: "state", cell: ({ addedOn }) => <span className="text-quiet">{addedOn}</span> },
  {
    title: m.documents_column(),
    cell: ({ id, name }) => (
      <RowLink to={href(pages.decide.path, { id })} label={m.look_at_documents()} of={name} hotkey="o" />
    ),
  },
  { title: m.column_approve(), cell: (row) => <ApproveCell {...row} here={here} /> },
];

const ApproveCell = ({ id, version, name, mayApprove, here }: WaitingRecord & { here: string }) =>
  mayApprove ? (
    <ActionButton
      action={pages.approval.path}
      fields={{ do: "approve", id, version: String(version), back: here }}
      label={m.approve_record()}
      of={name}
      className="row-button"
      {...keyed("a", m.approve_record())}
    />
  ) : (
    <span className="text-14 text-quiet">{m.four_eyes_short()}</span>
  );
