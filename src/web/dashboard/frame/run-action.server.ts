import { isPortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import type { Portal } from "#operations/portal.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { leadingTo } from "../../account/server/return-address.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { type Visit, visitContext } from "../../frame/visit.server.ts";
import type { FlashMessageId, FlashProblems } from "./flash-messages.ts";
import { backTo, redirectInApp } from "./redirect-in-app.server.ts";

type Action = {
  /** What the next page says when it is done. */
  flash: FlashMessageId;
  id: string;
  /** That page. */
  back: string;
  /** The page that says why it was not done, where that is another one. */
  otherwise?: string;
  /** The page where it can be done again, for who has to prove themselves first. */
  here: string;
  problems?: FlashProblems;
};

/** Does something for a form of one button. The next page says so, or why it was not done. */
export async function runAction(
  { report }: Pick<Visit, "report">,
  { flash, id, back, otherwise = back, here, problems = {} }: Action,
  work: () => Promise<unknown>,
): Promise<Response> {
  try {
    await work();
    return redirectInApp(back, flash, id);
  } catch (error) {
    if (isPortalError(error) && error.id === "prove-again") return redirectWithReload(leadingTo("/prove-again", here));
    report(error);
    const problem = isPortalError(error) ? error.id : "internal";
    // What is not there any more has no page of its own.
    return redirectInApp(problem === "not-found" ? back : otherwise, problems[problem] ?? usual[problem] ?? "failed");
  }
}

const usual: FlashProblems = {
  "not-found": "gone",
  "not-allowed": "refused",
  stale: "stale",
  "last-admin": "last-admin",
  "not-confirmed": "staff-unconfirmed",
};

/** How things of one kind are deleted. */
export type Deletion = {
  /** Where they are listed. */
  list: string;
  /** By what one knows it again. */
  nameOf: (portal: Portal, actor: Actor, id: string) => Promise<string>;
  work: (portal: Portal, actor: Actor, target: { id: string }) => Promise<unknown>;
  flash: FlashMessageId;
  problems?: FlashProblems;
};

type DeletionRequest = { url: URL; context: { get: (key: typeof visitContext) => Visit }; params: { id: string } };

/** The question before it, as a page. The second step is shown before. */
export async function askToDelete({ url, context, params: { id } }: DeletionRequest, { list, nameOf }: Deletion) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  if (actor.mustProveAgain) return redirectWithReload(leadingTo("/prove-again", url.pathname + url.search));
  const of = await orErrorPage(visit, () => nameOf(visit.portal, actor, id));
  return { of, action: url.pathname, back: backTo(url.searchParams.get("back"), list) };
}

export async function runDeletion(
  { request, url, context, params: { id } }: DeletionRequest & { request: Request },
  { list, work, flash, problems = {} }: Deletion,
): Promise<Response> {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const back = backTo((await readForm(request))["back"], list);
  const here = `${url.pathname}?${new URLSearchParams({ back }).toString()}`;
  return runAction(visit, { flash, id, back, here, problems }, () => work(visit.portal, actor, { id }));
}
