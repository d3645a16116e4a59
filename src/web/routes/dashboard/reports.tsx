import { ReportTable } from "#ui/dashboard/reports/report-table.tsx";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { reportQueue } from "../../dashboard/report-queue.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/reports.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  return needed(visit, () => reportQueue(visit.portal, actor, url.searchParams));
}

export default function Reports({ loaderData }: Route.ComponentProps) {
  return <ReportTable {...loaderData} page="/dashboard/Reports" operatorName={useDashboard().operatorName} />;
}
