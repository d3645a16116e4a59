import { readStaffMember } from "#operations/staff/read-staff-member.ts";
import { MemberPage } from "./member-page.tsx";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { shownMember } from "./staff-list.server.ts";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/staff-member.route.ts";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const member = await orErrorPage(visit, () => readStaffMember(visit.portal, actor, { id }));
  return { member: shownMember(member, actor), keepsMail: visit.portal.post.keepsMails };
}

export default function StaffMember({ loaderData }: Route.ComponentProps) {
  return <MemberPage {...loaderData} list="/dashboard/Admin_Control" operatorName={useDashboard().operatorName} />;
}
