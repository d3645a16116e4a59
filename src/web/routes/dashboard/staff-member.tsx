import { readStaffMember } from "#operations/staff/read-staff-member.ts";
import { MemberPage } from "#ui/dashboard/staff/member-page.tsx";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { shownMember } from "../../dashboard/staff-list.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/staff-member.ts";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const member = await needed(visit, () => readStaffMember(visit.portal, actor, { id }));
  return { member: shownMember(member, actor), keepsMail: visit.portal.post.keepsLetters };
}

export default function StaffMember({ loaderData }: Route.ComponentProps) {
  return <MemberPage {...loaderData} list="/dashboard/Admin_Control" operatorName={useDashboard().operatorName} />;
}
