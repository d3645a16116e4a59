import { ReportTable } from "./report-table.tsx";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { reportQueue } from "./report-queue.server.ts";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/reports.route.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  return orErrorPage(visit, () => reportQueue(visit.portal, actor, url.searchParams));
}

export default function Reports({ loaderData }: Route.ComponentProps) {
  return <ReportTable {...loaderData} page="/dashboard/Reports" operatorName={useDashboard().operatorName} />;
}
