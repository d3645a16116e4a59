import { StaffTable } from "#ui/dashboard/staff/staff-table.tsx";
import { TypedStays } from "#ui/dashboard/typed-stays.tsx";
import { readForm } from "../../accounts/forms.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { answerOrStay } from "../../dashboard/answer-or-stay.ts";
import { goOn } from "../../dashboard/go-on.ts";
import { addressOfStaffList, staffList } from "../../dashboard/staff-list.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/admin-control.ts";

const page = "/dashboard/Admin_Control";

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  return needed(visit, () => staffList(visit.portal, actor, url.searchParams));
}

/** A search comes as a form, so that no mail address is in an address. */
export async function action({ request, context }: Route.ActionArgs) {
  const { search = "" } = await readForm(request);
  return goOn(page + addressOfStaffList(context.get(visitContext).portal, search));
}

export const clientAction = (sent: Route.ClientActionArgs) => answerOrStay(sent);

export default function AdminControl({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <TypedStays answer={actionData}>{() => <StaffTable {...loaderData} {...{ page, operatorName }} />}</TypedStays>
  );
}
