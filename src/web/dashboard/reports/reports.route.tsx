import { href, Link } from "react-router";
import { z } from "zod";
import { isUrgent, type ReceivedReport } from "#core/reports/report.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenMoment } from "#i18n/written.ts";
import { listReports } from "#operations/reports/read-reports.ts";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { keyed } from "#design/page/keys.ts";
import { listWith } from "#design/table/list-address.ts";
import { ListChoice } from "#design/table/list-choice.tsx";
import { ListPages } from "#design/table/list-pages.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { pages } from "../../pages.ts";
import { reportKindWords } from "../../report/report-kind-words.ts";
import { readList } from "../frame/read-page.server.ts";
import type { Route } from "./+types/reports.route.ts";

/** An unknown value in the URL counts as no choice. */
const stateChoice = z.enum(["open", "closed"]).catch("open");

export const loader = (args: Route.LoaderArgs) =>
  readList(args, async ({ portal, actor, cursor }) => {
    const state = stateChoice.parse(args.url.searchParams.get("state"));
    const { reports, next } = await listReports(portal, actor, { state, cursor });
    return { state, rows: reports.map(listedReport), next };
  });

const listedReport = ({ id, reference, kind, about, message, receivedAt, isFromHolder }: ReceivedReport) => ({
  id,
  reference,
  kind,
  about,
  isFromHolder: isFromHolder ?? false,
  beginning: message.slice(0, 200),
  received: writtenMoment(receivedAt),
});

export default function Reports({ loaderData: { state, rows, place } }: Route.ComponentProps) {
  return (
    <PageFrame title={m.reports_title()}>
      <p className="max-w-prose text-quiet">{m.reports_text()}</p>
      <div className="-mx-2.5">
        <ListChoice label={m.state()} choices={stateChoices(place.query)} chosen={state} />
      </div>
      <DataTable
        caption={m.reports_title()}
        columns={columns()}
        rows={rows}
        empty={<EmptyState {...emptyWords[state]()} />}
      />
      <ListPages page={pages.reports.path} {...place} />
    </PageFrame>
  );
}

const emptyWords = {
  open: () => ({ title: m.reports_none_title(), text: m.reports_none_text() }),
  closed: () => ({ title: m.reports_none_closed_title(), text: m.reports_none_closed_text() }),
};

const stateChoices = (query: string) => [
  { value: "open", look: m.reports_open(), address: listWith(query, "state", null) },
  { value: "closed", look: m.reports_closed(), address: listWith(query, "state", "closed") },
];

const columns = (): Column<ReturnType<typeof listedReport>>[] => [
  {
    title: m.reports_column(),
    look: "main",
    cell: ({ id, kind, reference, beginning, isFromHolder }) => (
      <div className="grid py-1.5">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <Link
            to={href(pages.answerReport.path, { id })}
            className="row-button font-semibold"
            {...keyed("e", m.reports_column())}
          >
            {reportKindWords[kind]()}
            <span className="sr-only"> {reference}</span>
          </Link>
          {isUrgent(kind) && <span className="text-14 font-semibold">{m.reports_urgent()}</span>}
          <span className="text-14 text-quiet tabular-nums">{reference}</span>
          {isFromHolder && <span className="text-14 font-semibold">{m.reports_by_holder()}</span>}
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
