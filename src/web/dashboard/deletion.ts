import type { ErrorId } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import type { Portal } from "#operations/portal.ts";
import type { DeedId } from "#ui/dashboard/deeds.ts";
import { readForm } from "../accounts/forms.ts";
import { goTo } from "../accounts/go-to.ts";
import { knownVisitor } from "../accounts/known-visitor.ts";
import { leadingTo } from "../accounts/return-address.ts";
import { needed } from "../needed.ts";
import { type Visit, visitContext } from "../visit.ts";
import { doAndTell } from "./do-and-tell.ts";
import { backTo } from "./go-on.ts";

/** How things of one kind are deleted. */
export type Deletion = {
  /** Where they are listed. */
  list: string;
  /** By what one knows it again. */
  nameOf: (portal: Portal, actor: Actor, id: string) => Promise<string>;
  work: (portal: Portal, actor: Actor, target: { id: string }) => Promise<unknown>;
  deed: DeedId;
  told?: Partial<Record<ErrorId, DeedId>>;
};

type Asked = { url: URL; context: { get: (key: typeof visitContext) => Visit }; params: { id: string } };

/** The question before it, as a page. The second step is shown before. */
export async function askToDelete({ url, context, params: { id } }: Asked, { list, nameOf }: Deletion) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  if (actor.mustProveAgain) return goTo(leadingTo("/prove-again", url.pathname + url.search));
  const of = await needed(visit, () => nameOf(visit.portal, actor, id));
  return { of, action: url.pathname, back: backTo(url.searchParams.get("back"), list) };
}

export async function deleteAndTell(
  { request, url, context, params: { id } }: Asked & { request: Request },
  { list, work, deed, told }: Deletion,
): Promise<Response> {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const back = backTo((await readForm(request))["back"], list);
  const here = `${url.pathname}?${new URLSearchParams({ back }).toString()}`;
  return doAndTell(visit, { deed, id, back, here, ...(told && { told }) }, () => work(visit.portal, actor, { id }));
}
