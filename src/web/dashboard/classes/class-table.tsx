import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { ActionButton } from "#design/form/action-button.tsx";
import { DeleteLink } from "#design/form/confirm.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { keyed } from "#design/page/keys.ts";
import { listWith } from "#design/table/list-address.ts";
import { ListChoice } from "#design/table/list-choice.tsx";
import { ListPages } from "#design/table/list-pages.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { ClassName, type ShownClass } from "./shown-class.tsx";

type ClassTableProps = {
  operatorName: string;
  page: string;
  query: string;
  state: "open" | "closed";
  rows: readonly ShownClass[];
  isFirst: boolean;
  next: string | null;
};

export function ClassTable({ operatorName, page, query, state, rows, isFirst, next }: ClassTableProps) {
  const toAdd = { path: "/dashboard/add-class", label: m.class_add() };
  return (
    <PageFrame title={m.class_all()} operatorName={operatorName} next={toAdd}>
      <div className="-mx-2.5">
        <ListChoice label={m.state()} choices={choicesOf(page)} chosen={state} />
      </div>
      {rows.length > 0 ? (
        <DataTable caption={m.class_all()} columns={columnsOf(page, page + query)} rows={rows} />
      ) : (
        <EmptyState {...emptyWords[state]()} />
      )}
      <ListPages page={page} query={query} isFirst={isFirst} next={next} />
    </PageFrame>
  );
}

const emptyWords = {
  open: () => ({ title: m.class_none_open(), text: m.class_none_open_text() }),
  closed: () => ({ title: m.class_none_closed(), text: m.class_none_closed_text() }),
};

const choicesOf = (page: string) => [
  { value: "open", look: m.class_open_ones(), address: page },
  { value: "closed", look: m.class_closed_ones(), address: page + listWith("", "state", "closed") },
];

const columnsOf = (page: string, back: string): Column<ShownClass>[] => [
  { title: m.class_one(), look: "main", cell: ClassName },
  { title: m.class_seats(), look: "state", cell: ({ seats }) => seats },
  { title: m.class_fee(), cell: ({ fee }) => fee },
  {
    title: m.class_roll(),
    cell: ({ id, title }) => (
      <Link to={`${page}/${id}`} className="row-button font-semibold" {...keyed("o", m.class_roll())}>
        {m.class_roll()}
        <span className="sr-only"> {title}</span>
      </Link>
    ),
  },
  {
    title: m.column_update(),
    cell: ({ id, title }) => (
      <Link to={`${page}/${id}/edit`} className="row-button" {...keyed("e", m.update_record())}>
        {m.update_record()}
        <span className="sr-only"> {title}</span>
      </Link>
    ),
  },
  {
    title: `${m.class_close()} / ${m.class_reopen()}`,
    cell: ({ id, title, room }) => (
      <ActionButton
        action={page}
        fields={{ do: room === "closed" ? "reopen" : "close", id, back }}
        label={room === "closed" ? m.class_reopen() : m.class_close()}
        of={title}
        className="row-button"
        {...keyed("c", `${m.class_close()} / ${m.class_reopen()}`)}
      />
    ),
  },
  {
    title: m.delete_record(),
    look: "grave",
    cell: ({ id, title, isTaken }) => !isTaken && <DeleteLink of={title} action={`${page}/${id}/delete`} back={back} />,
  },
];
