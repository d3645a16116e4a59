import { m } from "#i18n/compiled/messages.js";
import { deleteCandidate } from "#operations/candidates/delete-candidate.ts";
import { readCandidate } from "#operations/candidates/read-candidate.ts";
import { ConfirmPage } from "#ui/dashboard/confirm.tsx";
import { PageFrame } from "#ui/dashboard/page-frame.tsx";
import { readForm } from "../../accounts/forms.ts";
import { goTo } from "../../accounts/go-to.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { leadingTo } from "../../accounts/return-address.ts";
import { doAndTell } from "../../dashboard/do-and-tell.ts";
import { backTo } from "../../dashboard/go-on.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/delete-candidate.ts";

const list = "/dashboard/update";

export async function loader({ url, context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  if (actor.mustProveAgain) return goTo(leadingTo("/prove-again", url.pathname + url.search));
  const { name } = await needed(visit, () => readCandidate(visit.portal, actor, id));
  return { name, action: url.pathname, back: backTo(url.searchParams.get("back"), list) };
}

export async function action({ request, url, context, params: { id } }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const back = backTo((await readForm(request))["back"], list);
  const here = `${url.pathname}?${new URLSearchParams({ back }).toString()}`;
  return doAndTell(visit, { deed: "deleted", id, back, here }, () => deleteCandidate(visit.portal, actor, { id }));
}

export default function DeleteCandidate({ loaderData: { name, action: path, back } }: Route.ComponentProps) {
  return (
    <PageFrame title={m.are_you_sure()} operatorName={useDashboard().operatorName}>
      <ConfirmPage of={name} action={path} back={back} />
    </PageFrame>
  );
}
