import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { ActionButton } from "#design/form/action-button.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { keyed } from "#design/page/keys.ts";
import { ListPages } from "#design/table/list-pages.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { ClassName, RoomWord, type ShownClass } from "./shown-class.tsx";

type OfferedClass = ShownClass & { isEnrolled: boolean };

export type SelectedClassesProps = {
  operatorName: string;
  page: string;
  query: string;
  selected: readonly OfferedClass[];
  offered: readonly OfferedClass[];
  isFirst: boolean;
  next: string | null;
};

/** What a student keeps in mind, and what else is offered. */
export function SelectedClasses({ operatorName, page, query, selected, offered, isFirst, next }: SelectedClassesProps) {
  const back = page + query;
  return (
    <PageFrame title={m.class_my_selected()} operatorName={operatorName}>
      {selected.length > 0 ? (
        <>
          <p className="max-w-prose text-quiet">{m.class_selected_text()}</p>
          <DataTable caption={m.class_my_selected()} columns={selectedColumns(page, back)} rows={selected} />
        </>
      ) : (
        <EmptyState title={m.class_none_selected()} text={m.class_none_selected_text()} />
      )}
      <h2 className="mt-6 text-22">{m.class_offered()}</h2>
      {offered.length > 0 ? (
        <DataTable caption={m.class_offered()} columns={offeredColumns(page, back)} rows={offered} />
      ) : (
        <EmptyState title={m.class_none_offered()} text={m.class_none_offered_text()} />
      )}
      <ListPages page={page} query={query} isFirst={isFirst} next={next} />
    </PageFrame>
  );
}

const facts = (): Column<OfferedClass>[] => [
  { title: m.class_one(), look: "main", cell: ClassName },
  { title: m.class_seats(), look: "state", cell: RoomWord },
  { title: m.class_fee(), cell: ({ fee }) => fee },
];

const selectedColumns = (page: string, back: string): Column<OfferedClass>[] => [
  ...facts(),
  { title: m.class_enrol(), cell: (row) => <EnrolOrWhyNot {...row} action={page} back={back} /> },
  {
    title: m.class_unselect(),
    look: "grave",
    cell: ({ id, title }) => (
      <ActionButton
        action={page}
        fields={{ do: "unselect", id, back }}
        label={m.class_unselect()}
        of={title}
        className="row-button"
        {...keyed("r", m.class_unselect())}
      />
    ),
  },
];

const offeredColumns = (page: string, back: string): Column<OfferedClass>[] => [
  ...facts(),
  { title: m.class_enrol(), cell: (row) => <EnrolOrWhyNot {...row} action={page} back={back} /> },
  {
    title: m.class_select(),
    cell: ({ id, title, isEnrolled }) =>
      !isEnrolled && (
        <ActionButton
          action={page}
          fields={{ do: "select", id, back }}
          label={m.class_select()}
          of={title}
          className="row-button"
          {...keyed("s", m.class_select())}
        />
      ),
  },
];

type EnrolProps = OfferedClass & { action: string; back: string };

function EnrolOrWhyNot({ id, title, room, isEnrolled, action, back }: EnrolProps) {
  if (isEnrolled) return <Link to="/dashboard/my-enrolled-classes">{m.class_enrolled_already()}</Link>;
  if (room !== "left") return <span className="text-quiet">{whyNot[room]()}</span>;
  return (
    <ActionButton
      action={action}
      fields={{ do: "enrol", id, back }}
      label={m.class_enrol()}
      of={title}
      className="row-button font-semibold"
      {...keyed("e", m.class_enrol())}
    />
  );
}

const whyNot = { full: m.class_full_wait, closed: m.class_closed_wait };
