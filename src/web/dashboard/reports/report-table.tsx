import { Link } from "react-router";
import type { ReportKind } from "#core/reports/report.ts";
import { m } from "#i18n/compiled/messages.js";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { keyed } from "#design/page/keys.ts";
import { listWith } from "#design/table/list-address.ts";
import { ListChoice } from "#design/table/list-choice.tsx";
import { ListPages } from "#design/table/list-pages.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { reportKindWords } from "../../report/report-kind-words.ts";

export type ListedReport = {
  id: string;
  reference: string;
  kind: ReportKind;
  about: string;
  /** How the message begins. */
  beginning: string;
  /** The day, written out. */
  received: string;
};

type ReportTableProps = {
  operatorName: string;
  page: string;
  query: string;
  state: "open" | "closed";
  rows: readonly ListedReport[];
  isFirst: boolean;
  next: string | null;
};

export const ReportTable = ({ operatorName, page, query, state, rows, isFirst, next }: ReportTableProps) => (
  <PageFrame title={m.reports_title()} operatorName={operatorName}>
    <p className="max-w-prose text-quiet">{m.reports_text()}</p>
    <div className="-mx-2.5">
      <ListChoice label={m.state()} choices={stateChoices(query)} chosen={state} />
    </div>
    {rows.length > 0 ? (
      <>
        <DataTable caption={m.reports_title()} columns={columnsOf(page)} rows={rows} />
        <ListPages page={page} isFirst={isFirst} query={query} next={next} />
      </>
    ) : (
      <NoReports state={state} />
    )}
  </PageFrame>
);

const stateChoices = (query: string) => [
  { value: "open", look: m.reports_open(), address: listWith(query, "state", null) },
  { value: "closed", look: m.reports_closed(), address: listWith(query, "state", "closed") },
];

const columnsOf = (page: string): Column<ListedReport>[] => [
  {
    title: m.reports_column(),
    look: "main",
    cell: ({ id, kind, reference, beginning }) => (
      <div className="grid py-1.5">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <Link to={`${page}/${id}`} className="row-button font-semibold" {...keyed("e", m.reports_column())}>
            {reportKindWords[kind]()}
            <span className="sr-only"> {reference}</span>
          </Link>
          <span className="text-14 text-quiet tabular-nums">{reference}</span>
        </span>
        <span className="line-clamp-1 text-quiet wrap-anywhere">{beginning}</span>
      </div>
    ),
  },
  {
    title: m.reports_about(),
    look: "state",
    cell: ({ about }) => <span className="line-clamp-2 whitespace-normal wrap-anywhere md:w-56">{about}</span>,
  },
  { title: m.reports_received(), cell: ({ received }) => received },
];

const NoReports = ({ state }: { state: "open" | "closed" }) =>
  state === "open" ? (
    <EmptyState title={m.reports_none_title()} text={m.reports_none_text()} />
  ) : (
    <EmptyState title={m.reports_none_closed_title()} text={m.reports_none_closed_text()} />
  );
