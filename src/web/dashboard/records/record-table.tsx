import { Link } from "react-router";
import { type PublicState, publicStates } from "#core/records/public-state.ts";
import { m } from "#i18n/compiled/messages.js";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { ActionButton } from "#design/form/action-button.tsx";
import { DeleteLink } from "#design/form/confirm.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { keyed } from "#design/page/keys.ts";
import { listWith } from "#design/table/list-address.ts";
import { ListChoice } from "#design/table/list-choice.tsx";
import { ListPages } from "#design/table/list-pages.tsx";
import { ListSearch } from "#design/table/list-search.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { RecordPicture } from "../frame/record-picture.tsx";
import { StateWord } from "#design/page/state-label.tsx";

export type ListedRecord = {
  id: string;
  name: string;
  irccNumber: string;
  /** The address of the photo. */
  photo: string | null;
  publicState: PublicState;
};

type RecordTableProps = {
  operatorName: string;
  /** The path of the list, and what its address asks for. */
  page: string;
  query: string;
  asked: { search: string; state: PublicState | null; sort: string };
  rows: readonly ListedRecord[];
  count: { count: number; written: string; isMore: boolean };
  isFirst: boolean;
  /** The address of what comes after these. */
  next: string | null;
};

export function RecordTable({ operatorName, page, query, asked, rows, count, isFirst, next }: RecordTableProps) {
  const { search, state, sort } = asked;
  return (
    <PageFrame title={m.manage_records()} operatorName={operatorName}>
      <ListSearch action={page} label={m.search_records()} search={search} kept={{ sort, ...(state && { state }) }} />
      <div className="-mx-2.5 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <ListChoice label={m.state()} choices={stateChoices(query)} chosen={state ?? ""} />
        <ListChoice label={m.sort_by()} choices={sortChoices(query)} chosen={sort} />
      </div>
      {rows.length > 0 ? (
        <>
          <p className="text-quiet">{count.isMore ? m.records_many(count) : m.records_found(count)}</p>
          <DataTable caption={m.manage_records()} columns={columnsOf(page, page + query)} rows={rows} />
          <ListPages page={page} isFirst={isFirst} query={query} next={next} />
        </>
      ) : (
        <NoRows isSearch={search !== "" || state !== null || !isFirst} page={page} />
      )}
    </PageFrame>
  );
}

const stateChoices = (query: string) => [
  { value: "", look: m.every_state(), address: listWith(query, "state", null) },
  ...publicStates.map((publicState) => ({
    value: publicState,
    look: <StateWord publicState={publicState} />,
    address: listWith(query, "state", publicState),
  })),
];

const sortChoices = (query: string) => [
  { value: "name", look: m.sort_name(), address: listWith(query, "sort", null) },
  { value: "added", look: m.sort_added(), address: listWith(query, "sort", "added") },
  { value: "changed", look: m.sort_changed(), address: listWith(query, "sort", "changed") },
];

/** As the specification has them, and the state in words. */
const columnsOf = (page: string, back: string): Column<ListedRecord>[] => [
  {
    title: m.column_delete(),
    look: "grave",
    cell: ({ id, name }) => <DeleteLink of={name} action={`${page}/${id}/delete`} back={back} />,
  },
  {
    title: m.column_picture(),
    look: "main",
    cell: ({ irccNumber, ...row }) => <RecordPicture {...row} number={irccNumber} />,
  },
  { title: m.state(), look: "state", cell: StateWord },
  {
    title: m.column_update(),
    cell: ({ id, name }) => (
      <Link to={`/Update_A_User/${id}`} className="row-button" {...keyed("e", m.update_record())}>
        {m.update_record()}
        <span className="sr-only"> {name}</span>
      </Link>
    ),
  },
  {
    title: m.column_hide(),
    cell: ({ publicState, ...row }) =>
      publicState !== "hidden" && <HideButton {...row} does="hide" {...{ page, back }} />,
  },
  {
    title: m.column_unhide(),
    cell: ({ publicState, ...row }) =>
      publicState === "hidden" && <HideButton {...row} does="unhide" {...{ page, back }} />,
  },
];

type HideButtonProps = { id: string; name: string; does: "hide" | "unhide"; page: string; back: string };

const HideButton = ({ id, name, does, page, back }: HideButtonProps) => (
  <ActionButton
    action={page}
    fields={{ do: does, id, back }}
    label={does === "hide" ? m.hide_record() : m.unhide_record()}
    of={name}
    className="row-button"
    {...keyed("h", `${m.hide_record()} / ${m.unhide_record()}`)}
  />
);

const NoRows = ({ isSearch, page }: { isSearch: boolean; page: string }) =>
  isSearch ? (
    <EmptyState title={m.no_match_title()} text={m.no_match_text()}>
      <Link to={page} className="inline-flex min-h-11 items-center">
        {m.clear_search()}
      </Link>
    </EmptyState>
  ) : (
    <EmptyState title={m.no_records_title()} text={m.no_records_text()} />
  );
