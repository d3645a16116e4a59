import { chosenKinds } from "#core/records/bulk-run.ts";
import { publicStates } from "#core/records/public-state.ts";
import { mayInBulk, mayTakeRecords } from "#core/accounts/permissions.ts";
import { isOn, isPartOf } from "#core/settings/features.ts";
import { m } from "#i18n/compiled/messages.js";
import { hideRecord, unhideRecord } from "#operations/records/change-record.ts";
import { deleteOwnView } from "#operations/records/record-views.ts";
import { EmptyState } from "#design/page/empty-state.tsx";
import { StateWord } from "#design/page/state-label.tsx";
import { DataTable } from "#design/table/data-table.tsx";
import { listWith } from "#design/table/list-address.ts";
import { ListChoice } from "#design/table/list-choice.tsx";
import { ListPages } from "#design/table/list-pages.tsx";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { ListSearch } from "#design/table/list-search.tsx";
import { pages } from "../../pages.ts";
import { TickBar } from "../record-list/tick-bar.tsx";
import { DamagedNote } from "../record-list/damaged-note.tsx";
import { ExportButtons } from "../record-list/export-buttons.tsx";
import { FormPage } from "../frame/form-page.tsx";
import { readList } from "../frame/read-page.server.ts";
import { handleButtons } from "../frame/run-action.server.ts";
import { typedBefore } from "../../frame/say-why.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { recordColumns } from "../record-list/list-columns.tsx";
import { ListFilter, ListTool } from "../record-list/list-filter.tsx";
import { ListTools, ListViews } from "../record-list/list-views.tsx";
import { RecordPanel, usePanel } from "./record-panel.tsx";
import { answerListForm, recordList } from "../record-list/record-list.server.ts";
import type { Route } from "./+types/records.route.ts";

const page = pages.records.path;

export const loader = (args: Route.LoaderArgs) =>
  readList(args, async (known) => ({
    ...(await recordList(known, args.url.searchParams)),
    kinds: chosenKinds.filter((kind) => mayInBulk(known.actor, kind)),
    takesScans: mayTakeRecords(known.actor),
    typedName: typedBefore(args.request),
  }));

const buttons = {
  hide: { flash: "hidden", work: hideRecord },
  unhide: { flash: "unhidden", work: unhideRecord },
  "delete-view": { flash: "view-deleted", work: deleteOwnView },
} as const;

/** A search is also posted as a form, so that no number appears in a URL. */
export const action = (args: Route.ActionArgs) => handleButtons(args, { page, buttons, answerOther: answerListForm });

export default function Records({ loaderData, actionData }: Route.ComponentProps) {
  const { shownChoices, kept, searched, views, adders, colleagues, areDeleted, columns, rows, count, kinds, place } =
    loaderData;
  const { problem, ownFilters, documents } = loaderData;
  const { search, state, sort } = shownChoices;
  const { query, isFirst } = place;
  const panel = usePanel();
  const site = useDashboard();
  const hasBulk = isOn(site, "bulk");
  const back = page + query;
  const isSearch = search !== "" || Object.keys(kept).some((name) => name !== "sort") || !isFirst;
  return (
    <FormPage title={m.manage_records()} answer={actionData}>
      <ListViews page={page} views={views} />
      <ListSearch action={page} label={m.search_records()} search={search} kept={kept} />
      <div>
        <div className="-mx-2.5 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 pb-1">
          <ListChoice label={m.state()} choices={stateChoices(query)} chosen={state ?? ""} />
          <ListChoice label={m.sort_by()} choices={sortChoices(query)} chosen={sort} />
        </div>
        <div className="flex flex-wrap items-baseline gap-x-6 border-t border-line">
          <ListFilter {...{ page, kept, searched, adders, colleagues, areDeleted, ownFilters, documents }} />
          <ListTools {...{ page, back, kept, columns }} typedName={loaderData.typedName} />
          {rows.length > 0 && isPartOf(site, pages.recordsExport) && (
            <ExportTool back={back} takesScans={loaderData.takesScans} />
          )}
          {hasBulk && <TextLink to={pages.bulkRuns.path} label={m.tick_earlier()} className="ms-auto text-quiet" />}
        </div>
      </div>
      <DamagedNote names={loaderData.damaged} />
      {problem !== null ? (
        <OwnFilterProblem problem={problem} />
      ) : rows.length > 0 ? (
        <div className="list-and-panel">
          <div className="list-beside">
            <TickBar
              found={count.isMore ? m.records_many(count) : m.records_found(count)}
              kinds={kinds}
              all={isFirst && !place.next ? null : count.isMore ? m.tick_all_many(count) : m.tick_all_match(count)}
              back={back}
            />
            <DataTable
              caption={m.manage_records()}
              columns={recordColumns(columns.shown, { hasBulk, back, panel, isByLastDay: "ends" in kept })}
              rows={rows}
            />
            <ListPages page={page} {...place} />
          </div>
          <RecordPanel {...panel} rows={rows} back={back} />
        </div>
      ) : (
        <NoRows isSearch={isSearch} />
      )}
    </FormPage>
  );
}

const ExportTool = ({ back, takesScans }: { back: string; takesScans: boolean }) => (
  <ListTool label={m.bulk_export()}>
    <p className="max-w-prose pb-3 text-quiet">{m.bulk_export_text()}</p>
    {takesScans && <p className="max-w-prose pb-3 text-quiet">{m.export_zip_text()}</p>}
    <div className="pb-4">
      <ExportButtons action={pages.recordsExport.path} fields={{ back }} takesScans={takesScans} />
    </div>
  </ListTool>
);

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

/** The list is empty then: to show all records would look like an answer. */
const OwnFilterProblem = ({ problem }: { problem: "incomplete" | "unknown" }) => (
  <EmptyState
    title={m.own_filter_unusable()}
    text={problem === "incomplete" ? m.own_filter_incomplete() : m.own_filter_unknown()}
  >
    <TextLink to={page} label={m.clear_search()} />
  </EmptyState>
);

const NoRows = ({ isSearch }: { isSearch: boolean }) =>
  isSearch ? (
    <EmptyState title={m.no_match_title()} text={m.no_match_text()}>
      <TextLink to={page} label={m.clear_search()} />
    </EmptyState>
  ) : (
    <EmptyState title={m.no_records_title()} text={m.no_records_text()} />
  );
