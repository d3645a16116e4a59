import type { ErrorId } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import type { Portal } from "#operations/portal.ts";
import type { FlashMessageId } from "./flash-messages.ts";
import { readForm } from "../../account/server/forms.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { leadingTo } from "../../account/server/return-address.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { type Visit, visitContext } from "../../frame/visit.server.ts";
import { runAction } from "./run-action.server.ts";
import { backTo } from "./redirect-in-app.server.ts";

/** How things of one kind are deleted. */
export type Deletion = {
  /** Where they are listed. */
  list: string;
  /** By what one knows it again. */
  nameOf: (portal: Portal, actor: Actor, id: string) => Promise<string>;
  work: (portal: Portal, actor: Actor, target: { id: string }) => Promise<unknown>;
  deed: FlashMessageId;
  told?: Partial<Record<ErrorId, FlashMessageId>>;
};

type Asked = { url: URL; context: { get: (key: typeof visitContext) => Visit }; params: { id: string } };

/** The question before it, as a page. The second step is shown before. */
export async function askToDelete({ url, context, params: { id } }: Asked, { list, nameOf }: Deletion) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  if (actor.mustProveAgain) return redirectWithReload(leadingTo("/prove-again", url.pathname + url.search));
  const of = await orErrorPage(visit, () => nameOf(visit.portal, actor, id));
  return { of, action: url.pathname, back: backTo(url.searchParams.get("back"), list) };
}

export async function runDeletion(
  { request, url, context, params: { id } }: Asked & { request: Request },
  { list, work, deed, told }: Deletion,
): Promise<Response> {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const back = backTo((await readForm(request))["back"], list);
  const here = `${url.pathname}?${new URLSearchParams({ back }).toString()}`;
  return runAction(visit, { deed, id, back, here, ...(told && { told }) }, () => work(visit.portal, actor, { id }));
}
