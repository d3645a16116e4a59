import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { ActionButton } from "#design/form/action-button.tsx";
import { DeleteLink } from "#design/form/confirm.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { keyed } from "#design/page/keys.ts";
import { ListPages } from "#design/table/list-pages.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { RecordPicture } from "../frame/record-picture.tsx";

export type WaitingRecord = {
  id: string;
  version: number;
  name: string;
  passportNumber: string;
  /** The address of the photo. */
  photo: string | null;
  addedOn: string;
  /** False where the rule of four eyes forbids it. */
  mayApprove: boolean;
};

type ApprovalTableProps = {
  operatorName: string;
  /** The path of the queue, and what its address asks for. */
  page: string;
  query: string;
  rows: readonly WaitingRecord[];
  count: { count: number; written: string; isMore: boolean };
  isFirst: boolean;
  /** The address of what comes after these. */
  next: string | null;
};

/** The records of moderators that nobody has decided on yet. */
export function ApprovalTable({ operatorName, page, query, rows, count, isFirst, next }: ApprovalTableProps) {
  const [first] = rows;
  const begin = first && { path: `${page}/${first.id}`, label: m.queue_begin() };
  return (
    <PageFrame title={m.queue_title()} operatorName={operatorName} {...(begin && { next: begin })}>
      {first ? (
        <>
          <p className="text-quiet">{count.isMore ? m.queue_many(count) : m.queue_count(count)}</p>
          <DataTable caption={m.queue_title()} columns={columnsOf(page, page + query)} rows={rows} />
        </>
      ) : (
        <EmptyState title={m.queue_empty_title()} text={m.queue_empty_text()} />
      )}
      <ListPages page={page} isFirst={isFirst} query={query} next={next} />
    </PageFrame>
  );
}

/** As the specification has them, and where the papers are. */
const columnsOf = (page: string, here: string): Column<WaitingRecord>[] => [
  {
    title: m.column_delete(),
    look: "grave",
    cell: ({ id, name }) => <DeleteLink of={name} action={`/dashboard/update/${id}/delete`} back={here} />,
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
      <Link to={`${page}/${id}`} className="row-button" {...keyed("o", m.look_at_documents())}>
        {m.look_at_documents()}
        <span className="sr-only"> {name}</span>
      </Link>
    ),
  },
  { title: m.column_approve(), cell: (row) => <ApproveCell {...row} page={page} here={here} /> },
];

const ApproveCell = ({ id, version, name, mayApprove, page, here }: WaitingRecord & { page: string; here: string }) =>
  mayApprove ? (
    <ActionButton
      action={page}
      fields={{ do: "approve", id, version: String(version), back: here }}
      label={m.approve_record()}
      of={name}
      className="row-button"
      {...keyed("a", m.approve_record())}
    />
  ) : (
    <span className="text-14 text-quiet">{m.four_eyes_short()}</span>
  );
