import { findByNumber } from "#operations/records/find-by-number.ts";
import { fromAddress, numberToAddress } from "#operations/records/search-in-address.ts";
import { FindRecord } from "./find-record.tsx";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { readForm } from "../../frame/read-form.server.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { pageOfRecord } from "../approval/queue-paths.ts";
import { staffRecord } from "../records/staff-record.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/find.route.ts";

const page = "/dashboard/Find";
const longestNumber = 100;

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const asked = fromAddress(visit.portal, { sealed: url.searchParams.get("sealed") ?? undefined });
  if (asked === "") return { asked, found: [] };
  const found = await orErrorPage(visit, async () => {
    const records = await findByNumber(visit.portal, actor, asked);
    return Promise.all(
      records.map(async (record) => ({
        ...(await staffRecord(visit, actor, record)),
        decidedAt: pageOfRecord(record.id),
      })),
    );
  });
  return { asked, found };
}

/** The number travels on sealed: addresses are kept in logs and histories. */
export async function action({ request, context }: Route.ActionArgs) {
  const { portal } = context.get(visitContext);
  const number = ((await readForm(request))["number"] ?? "").trim().slice(0, longestNumber);
  return redirectInApp(
    number === "" ? page : `${page}?${new URLSearchParams(numberToAddress(portal, number)).toString()}`,
  );
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function Find({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <KeepFormOnFailure answer={actionData}>
      {() => <FindRecord {...loaderData} {...{ page, operatorName }} />}
    </KeepFormOnFailure>
  );
}
