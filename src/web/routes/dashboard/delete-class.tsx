import { deleteClass } from "#operations/classes/delete-class.ts";
import { readClass } from "#operations/classes/list-classes.ts";
import { m } from "#i18n/compiled/messages.js";
import { ConfirmPage } from "#ui/dashboard/confirm.tsx";
import { PageFrame } from "#ui/dashboard/page-frame.tsx";
import { readForm } from "../../accounts/forms.ts";
import { goTo } from "../../accounts/go-to.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { leadingTo } from "../../accounts/return-address.ts";
import { classProblems } from "../../dashboard/class-problems.ts";
import { doAndTell } from "../../dashboard/do-and-tell.ts";
import { backTo } from "../../dashboard/go-on.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/delete-class.ts";

const list = "/dashboard/classes";

export async function loader({ url, context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  if (actor.mustProveAgain) return goTo(leadingTo("/prove-again", url.pathname + url.search));
  const { title } = await needed(visit, () => readClass(visit.portal, actor, id));
  return { title, action: url.pathname, back: backTo(url.searchParams.get("back"), list) };
}

export async function action({ request, url, context, params: { id } }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const back = backTo((await readForm(request))["back"], list);
  const here = leadingBack(url.pathname, back);
  return doAndTell(visit, { deed: "class-deleted", id, back, here, told: classProblems }, () =>
    deleteClass(visit.portal, actor, { id }),
  );
}

const leadingBack = (page: string, back: string) => `${page}?${new URLSearchParams({ back }).toString()}`;

export default function DeleteClass({ loaderData: { title, action: path, back } }: Route.ComponentProps) {
  return (
    <PageFrame title={m.are_you_sure()} operatorName={useDashboard().operatorName}>
      <ConfirmPage of={title} action={path} back={back} />
    </PageFrame>
  );
}
