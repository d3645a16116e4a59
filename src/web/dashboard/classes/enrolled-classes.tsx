import { m } from "#i18n/compiled/messages.js";
import { ConfirmLink } from "#design/form/confirm.tsx";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { keyed } from "#design/page/keys.ts";
import { PageFrame } from "#design/page/page-frame.tsx";
import { ShapedWord } from "#design/page/state-label.tsx";
import { ToClasses } from "./student-links.tsx";
import { ClassName, type PayState, type ShownClass } from "./shown-class.tsx";

type EnrolledRow = Pick<ShownClass, "id" | "title" | "place" | "start"> & {
  hasSeat: boolean;
  /** "Enrolled on 3 March 2026" */
  since: string;
  pay: PayState;
};

type EnrolledClassesProps = { operatorName: string; page: string; rows: readonly EnrolledRow[] };

/** Where a student has a seat or had one, and what is still to pay. */
export const EnrolledClasses = ({ operatorName, page, rows }: EnrolledClassesProps) => (
  <PageFrame title={m.class_my_enrolled()} operatorName={operatorName}>
    {rows.length > 0 ? (
      <>
        <p className="max-w-prose text-quiet">{m.class_enrolled_text()}</p>
        <DataTable caption={m.class_my_enrolled()} columns={columnsOf(page)} rows={rows} />
        <ToClasses />
      </>
    ) : (
      <EmptyState title={m.class_none_enrolled()} text={m.class_none_enrolled_text()}>
        <ToClasses />
      </EmptyState>
    )}
  </PageFrame>
);

const columnsOf = (page: string): Column<EnrolledRow>[] => [
  { title: m.class_one(), look: "main", cell: ClassName },
  { title: m.class_payment(), look: "state", cell: ({ pay }) => <ShapedWord {...pay} /> },
  { title: m.class_seat(), cell: ({ since }) => <span className="text-quiet">{since}</span> },
  {
    title: m.class_give_up(),
    look: "grave",
    cell: ({ id, title, hasSeat }) =>
      hasSeat && (
        <ConfirmLink
          label={m.class_give_up()}
          of={title}
          action={`${page}/${id}/give-up`}
          back={page}
          text={m.class_give_up_text()}
          yes={m.class_give_up_yes()}
          className="row-button grave"
          {...keyed("x", m.class_give_up())}
        />
      ),
  },
];
