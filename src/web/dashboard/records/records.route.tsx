import { publicStates } from "#core/records/public-state.ts";
import { m } from "#i18n/compiled/messages.js";
import { hideRecord, unhideRecord } from "#operations/records/change-record.ts";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { StateWord } from "#design/page/state-label.tsx";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { listWith } from "#design/table/list-address.ts";
import { ListChoice } from "#design/table/list-choice.tsx";
import { ListPages } from "#design/table/list-pages.tsx";
import { ListSearch } from "#design/table/list-search.tsx";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readList } from "../frame/read-page.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { answerButtons } from "../frame/run-action.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { deleteColumn, HideButton, pictureColumn, stateColumn, updateColumn } from "./record-columns.tsx";
import { addressOfList, type listed, recordList } from "./record-list.server.ts";
import type { Route } from "./+types/records.route.ts";

const page = pages.records.path;

export const loader = (asked: Route.LoaderArgs) =>
  readList(asked, (known) => recordList(known, asked.url.searchParams));

const buttons = {
  hide: { flash: "hidden", work: hideRecord },
  unhide: { flash: "unhidden", work: unhideRecord },
} as const;

export const action = (sent: Route.ActionArgs) =>
  answerButtons(sent, {
    page,
    buttons,
    // A search comes as a form, so that no number is in an address.
    answerOther: (portal, form) => redirectInApp(page + addressOfList(portal, form)),
  });

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function Records({ loaderData: { asked, rows, count, place }, actionData }: Route.ComponentProps) {
  const { search, state, sort } = asked;
  const { query, isFirst } = place;
  return (
    <FormPage title={m.manage_records()} answer={actionData}>
      <ListSearch action={page} label={m.search_records()} search={search} kept={{ sort, ...(state && { state }) }} />
      <div className="-mx-2.5 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <ListChoice label={m.state()} choices={stateChoices(query)} chosen={state ?? ""} />
        <ListChoice label={m.sort_by()} choices={sortChoices(query)} chosen={sort} />
      </div>
      {rows.length > 0 ? (
        <>
          <p className="text-quiet">{count.isMore ? m.records_many(count) : m.records_found(count)}</p>
          <DataTable caption={m.manage_records()} columns={columnsOf(page + query)} rows={rows} />
          <ListPages page={page} {...place} />
        </>
      ) : (
        <NoRows isSearch={search !== "" || state !== null || !isFirst} />
      )}
    </FormPage>
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
const columnsOf = (back: string): Column<ReturnType<typeof listed>>[] => [
  deleteColumn(back),
  pictureColumn(),
  stateColumn(),
  updateColumn(back),
  { title: m.column_hide(), cell: (row) => row.publicState !== "hidden" && <HideButton {...row} back={back} /> },
  { title: m.column_unhide(), cell: (row) => row.publicState === "hidden" && <HideButton {...row} back={back} /> },
];

const NoRows = ({ isSearch }: { isSearch: boolean }) =>
  isSearch ? (
    <EmptyState title={m.no_match_title()} text={m.no_match_text()}>
      <TextLink to={page} label={m.clear_search()} />
    </EmptyState>
  ) : (
    <EmptyState title={m.no_records_title()} text={m.no_records_text()} />
  );
