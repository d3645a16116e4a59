import { PortalError } from "#core/errors.ts";
import { readStaffMember } from "#operations/staff/read-staff-member.ts";
import { ConfirmPage } from "#ui/dashboard/confirm.tsx";
import { isStaffDeed, questionBefore, type StaffDeedId } from "#ui/dashboard/staff/staff-deeds.ts";
import { readForm } from "../../accounts/forms.ts";
import { goTo } from "../../accounts/go-to.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { leadingTo } from "../../accounts/return-address.ts";
import { doAndTell } from "../../dashboard/do-and-tell.ts";
import { backTo } from "../../dashboard/go-on.ts";
import { staffWork } from "../../dashboard/staff-work.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { type Visit, visitContext } from "../../visit.ts";
import type { Route } from "./+types/staff-deed.ts";

const list = "/dashboard/Admin_Control";

/** The question before it, as a page. What is done without one has none. */
export async function loader({ url, context, params: { id, deed: named } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const deed = await knownDeed(visit, named);
  const { actor } = await knownVisitor(visit);
  if (staffWork[deed].needsProof && actor.mustProveAgain)
    return goTo(leadingTo("/prove-again", url.pathname + url.search));
  const { name, email } = await needed(visit, () => readStaffMember(visit.portal, actor, { id }));
  const question = await needed(visit, async () => questionBefore(deed, id === actor.id) ?? nothingHere());
  return { of: name || email, ...question, action: url.pathname, back: backTo(url.searchParams.get("back"), list) };
}

export async function action({ request, url, context, params: { id, deed: named } }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const deed = await knownDeed(visit, named);
  const { actor } = await knownVisitor(visit);
  const { does, told } = staffWork[deed];
  const back = backTo((await readForm(request))["back"], list);
  const isAsked = questionBefore(deed, id === actor.id) !== null;
  const here = isAsked ? `${url.pathname}?${new URLSearchParams({ back }).toString()}` : back;
  return doAndTell(visit, { deed: told, id, back, here, told: { "not-found": "staff-gone" } }, () =>
    does(visit.portal, actor, { id }),
  );
}

const knownDeed = (visit: Visit, deed: string): Promise<StaffDeedId> =>
  needed(visit, async () => (isStaffDeed(deed) ? deed : nothingHere()));

function nothingHere(): never {
  throw new PortalError("not-found");
}

export default function StaffQuestion({ loaderData: question }: Route.ComponentProps) {
  return <ConfirmPage {...question} operatorName={useDashboard().operatorName} />;
}
