import { StaffTable } from "./staff-table.tsx";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { readForm } from "../../frame/read-form.server.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { addressOfStaffList, staffList } from "./staff-list.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/staff-list.route.ts";

const page = "/dashboard/Admin_Control";

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  return orErrorPage(visit, () => staffList(visit.portal, actor, url.searchParams));
}

/** A search comes as a form, so that no mail address is in an address. */
export async function action({ request, context }: Route.ActionArgs) {
  const { search = "" } = await readForm(request);
  return redirectInApp(page + addressOfStaffList(context.get(visitContext).portal, search));
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function AdminControl({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <KeepFormOnFailure answer={actionData}>
      {() => <StaffTable {...loaderData} {...{ page, operatorName }} />}
    </KeepFormOnFailure>
  );
}
