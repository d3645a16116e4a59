import { Link } from "react-router";
import { z } from "zod";
import type { ReceivedReport, ReportKind } from "#core/reports/report.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenMoment } from "#i18n/written.ts";
import { listReports } from "#operations/reports/list-reports.ts";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { keyed } from "#design/page/keys.ts";
import { listWith } from "#design/table/list-address.ts";
import { ListChoice } from "#design/table/list-choice.tsx";
import { ListPages } from "#design/table/list-pages.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import { reportKindWords } from "../../report/report-kind-words.ts";
import { placeIn } from "../frame/place-in-list.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import type { Route } from "./+types/reports.route.ts";

const page = "/dashboard/Reports";

/** What nobody can have chosen counts as not chosen. */
const stateChoice = z.enum(["open", "closed"]).catch("open");

export async function loader({ url: { searchParams }, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const state = stateChoice.parse(searchParams.get("state"));
  const question = { state, cursor: searchParams.get("cursor") ?? undefined };
  const { reports, next } = await orErrorPage(visit, () => listReports(visit.portal, actor, question));
  return { state, rows: reports.map(listedReport), ...placeIn(searchParams, next) };
}

type ListedReport = {
  id: string;
  reference: string;
  kind: ReportKind;
  about: string;
  /** How the message begins. */
  beginning: string;
  /** The day, written out. */
  received: string;
};

const listedReport = ({ id, reference, kind, about, message, receivedAt }: ReceivedReport): ListedReport => ({
  id,
  reference,
  kind,
  about,
  beginning: message.slice(0, 200),
  received: writtenMoment(receivedAt),
});

export default function Reports({ loaderData: { state, rows, query, isFirst, next } }: Route.ComponentProps) {
  return (
    <PageFrame title={m.reports_title()} operatorName={useDashboard().operatorName}>
      <p className="max-w-prose text-quiet">{m.reports_text()}</p>
      <div className="-mx-2.5">
        <ListChoice label={m.state()} choices={stateChoices(query)} chosen={state} />
      </div>
      {rows.length > 0 ? (
        <>
          <DataTable caption={m.reports_title()} columns={columns()} rows={rows} />
          <ListPages page={page} isFirst={isFirst} query={query} next={next} />
        </>
      ) : state === "open" ? (
        <EmptyState title={m.reports_none_title()} text={m.reports_none_text()} />
      ) : (
        <EmptyState title={m.reports_none_closed_title()} text={m.reports_none_closed_text()} />
      )}
    </PageFrame>
  );
}

const stateChoices = (query: string) => [
  { value: "open", look: m.reports_open(), address: listWith(query, "state", null) },
  { value: "closed", look: m.reports_closed(), address: listWith(query, "state", "closed") },
];

const columns = (): Column<ListedReport>[] => [
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
