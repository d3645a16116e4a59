import { href, Link } from "react-router";
import type { OwnDeclared, PapersHere } from "#core/own-fields/own-paper.ts";
import { m } from "#i18n/compiled/messages.js";
import { missingWords } from "#i18n/own-field-words.ts";
import { messageCount, writtenMoment } from "#i18n/written.ts";
import { type QueuedRecord, readApprovalQueue, readReturnedRevisions } from "#operations/records/approval-queue.ts";
import { discardDamaged } from "#operations/revisions/check-revisions.ts";
import { takeBackPart } from "#operations/revisions/take-back.ts";
import { waitingWork } from "#operations/overview/waiting-work.ts";
import { decideOnRecord } from "#operations/records/change-record.ts";
import { buttonClass } from "#design/form/button.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { RowMenu } from "#design/table/row-menu.tsx";
import { ListPages } from "#design/table/list-pages.tsx";
import { pages } from "../../pages.ts";
import { readList } from "../frame/read-page.server.ts";
import { RowAction } from "../frame/row-action.tsx";
import { handleButtons, type Buttons } from "../frame/run-action.server.ts";
import { DeleteRecordLink, numberColumn, PaperCount, personColumn } from "../record-list/record-columns.tsx";
import { TextLink } from "../frame/text-link.tsx";
import { decideAddress, UpdateLink } from "../record-list/record-links.tsx";
import { changedFields, missingLabels } from "../records/waiting-changes.server.ts";
import { papersIn, photoOf } from "../record-list/record-list.server.ts";
import type { Route } from "./+types/approval.route.ts";

const page = pages.approval.path;

export const loader = (args: Route.LoaderArgs) =>
  readList(args, async ({ visit, portal, actor, cursor }) => {
    const [settings, { records, next }, { records: all }, returned] = await Promise.all([
      visit.settings(),
      readApprovalQueue(portal, actor, { cursor, limit: 20 }),
      waitingWork(portal, actor, maxCounted),
      readReturnedRevisions(portal, actor, 20),
    ]);
    return {
      rows: records.map((record) => waitingRecord(record, settings)),
      count: { ...messageCount(all.count), isMore: all.isMore },
      returned: returned.map(({ record: { id, name } }) => ({ id, name })),
      next,
    };
  });

const maxCounted = 1000;

/** `mayApprove` is false if the four-eyes rule forbids it. `changed`: the fields that a revision changes. */
function waitingRecord({ since, mayApprove, ...revised }: QueuedRecord, declared: OwnDeclared & PapersHere) {
  const { record } = revised;
  const { id, version, name, passportNumber: number } = record;
  const shown = {
    id,
    version,
    name,
    number,
    papers: papersIn(record, declared),
    photo: photoOf(record, declared),
  };
  const { isDamaged } = revised;
  const missing = missingLabels(revised, declared.ownFields);
  const changed = changedFields(revised, declared);
  return { ...shown, changed, missing, isDamaged, addedOn: writtenMoment(since), mayApprove };
}

type WaitingRecord = ReturnType<typeof waitingRecord>;

const buttons: Buttons = {
  approve: {
    flash: "approved",
    // NaN equals no version: a form without a version counts as stale. Only the version that was seen is approved.
    work: (portal, actor, { id, expectedVersion = Number.NaN }) =>
      decideOnRecord(portal, actor, { id, expectedVersion }, "approve"),
  },
  "approve-changes": {
    flash: "changes-approved",
    work: (portal, actor, { id, expectedVersion = Number.NaN }) =>
      decideOnRecord(portal, actor, { id, expectedVersion }, "approve"),
  },
  "take-back": { flash: "part-taken-back", work: takeBackPart },
  "discard-damaged": { flash: "damaged-discarded", work: discardDamaged },
  unapprove: {
    flash: "unapproved",
    work: (portal, actor, target) => decideOnRecord(portal, actor, target, "deny"),
  },
};

const problems = {
  "not-allowed": "four-eyes",
  stale: "changed-since",
  // Only taking a part back gives a record a number.
  "duplicate-number": "part-needs-number",
} as const;

/** Approves a record or revokes an approval. The queue and the page of one record both post here. */
export const action = (args: Route.ActionArgs) => handleButtons(args, { page, buttons, problems });

export default function ControlPost({ loaderData: { rows, count, returned, place } }: Route.ComponentProps) {
  const [first] = rows;
  const begin = first && { path: href(pages.decide.path, { id: first.id }), label: m.queue_begin() };
  return (
    <PageFrame title={m.queue_title()} {...(begin && { next: begin })}>
      {first ? (
        <>
          <p className="text-quiet">{count.isMore ? m.queue_many(count) : m.queue_count(count)}</p>
          <DataTable caption={m.queue_title()} columns={queueColumns(page + place.query)} rows={rows} />
        </>
      ) : (
        <EmptyState title={m.queue_empty_title()} text={m.queue_empty_text()} />
      )}
      <ListPages page={page} {...place} />
      {returned.length > 0 && (
        <section aria-labelledby="returned" className="grid gap-2">
          <h2 id="returned" className="text-18">
            {m.changes_returned_list()}
          </h2>
          <ul>
            {returned.map(({ id, name }) => (
              <li key={id}>
                <TextLink to={href(pages.record.path, { id })} label={name} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </PageFrame>
  );
}

/** Changes are approved on the page that shows old and new: the row has only the old. */
const ApproveRow = ({ id, version, name, changed, here }: WaitingRecord & { here: string }) =>
  changed ? (
    <Link to={decideAddress(id)} className={buttonClass({ variant: "row" })}>
      {m.changes_compare()}
      <span className="sr-only"> {name}</span>
    </Link>
  ) : (
    <RowAction
      action={page}
      fields={{ do: "approve", id, version: String(version), back: here }}
      label={m.approve_record()}
      of={name}
      hotkey="a"
    />
  );

/** Why the record cannot be approved here now. */
function whyNot({ missing, mayApprove, isDamaged }: WaitingRecord): string | null {
  if (missing.length > 0) return missingWords(missing);
  if (mayApprove) return null;
  return isDamaged ? m.changes_damaged_short() : m.four_eyes_short();
}

const StateCell = ({ row }: { row: WaitingRecord }) => {
  const { addedOn, changed } = row;
  const reason = whyNot(row);
  return (
    <span className="text-quiet">
      {changed ? m.changes_of_day({ date: addedOn, fields: changed }) : addedOn}
      {reason !== null && <span className="block text-14">{reason}</span>}
    </span>
  );
};

const QueueMenu = ({ row, here }: { row: WaitingRecord; here: string }) => (
  <RowMenu of={row.name}>
    {row.mayApprove && row.missing.length === 0 && <ApproveRow {...row} here={here} />}
    <UpdateLink
      {...row}
      label={row.missing.length > 0 ? m.approval_fill_in() : m.update_record()}
      back={here}
      className="row-button"
    />
    <DeleteRecordLink {...row} back={here} />
  </RowMenu>
);

const queueColumns = (here: string): Column<WaitingRecord>[] => [
  personColumn(here, { address: (id) => decideAddress(id) }),
  numberColumn(m.passport_number()),
  { title: m.column_added(), look: "state", cell: (row) => <StateCell row={row} /> },
  { title: m.documents_column(), cell: ({ papers }) => <PaperCount count={papers} /> },
  { title: m.row_actions(), look: "menu", cell: (row) => <QueueMenu row={row} here={here} /> },
];
