import type { RouterContextProvider } from "react-router";
import type { Actor, AccountActor } from "#core/accounts/actor.ts";
import type { FormValues } from "#design/form/form-result.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { expectedVersion, readForm } from "../../frame/read-form.server.ts";
import { redirectToProof } from "../../frame/redirect-with-reload.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import type { Visit } from "../../frame/visit.server.ts";
import type { FlashMessageId, FlashProblems } from "../../frame/flash/flash-messages.ts";
import { draftFields } from "../page-draft/autosave.ts";
import { endingDraft } from "../page-draft/page-draft.server.ts";
import type { KnownVisit } from "./read-page.server.ts";
import { backTo, redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { answerOrSayWhy, type Places } from "../../frame/say-why.server.ts";

type ActionRequest = { request: Request; url: URL; context: Readonly<RouterContextProvider> };

/**
 * Runs the work of a form with fields, and returns its result. On a problem the form comes back. A form that leads on
 * was accepted: its page draft ends. For `gone` see `submitForm`; a form with a draft comes back even then, with its text.
 */
export async function handleForm<Done>(
  { request, url, context }: ActionRequest,
  work: (known: KnownVisit & { form: FormValues }) => Promise<Done>,
  gone?: (form: FormValues) => Response,
) {
  const known = await signedInVisit(context);
  const form = await readForm(request);
  const submission = { values: form, here: url.pathname, gone: form[draftFields.name] ? undefined : gone?.(form) };
  return submitForm(known.visit, submission, () =>
    endingDraft(known, form[draftFields.name], () => work({ ...known, form })),
  );
}

/** `flash` is the message after success. It is left out if the next page shows the result by itself. */
type Action = Places & { flash?: FlashMessageId | undefined; id: string };

/** Runs the action of a one-button form. The next page says that it was done, or why not. */
export const runAction = (
  visit: Pick<Visit, "report">,
  { flash, id, ...places }: Action,
  work: () => Promise<unknown>,
): Promise<Response> =>
  answerOrSayWhy(visit, places, async () => {
    await work();
    return redirectInApp(places.back, flash, id);
  });

type Target = { id: string; expectedVersion?: number | undefined };

type Button = {
  flash?: FlashMessageId;
  work: (portal: Portal, actor: AccountActor, target: Target, form: FormValues) => Promise<unknown>;
};

/** The buttons of a page, by the value that each sends as `do`. */
export type Buttons = Readonly<Record<string, Button>>;

type ButtonsOfPage<Answer> = {
  page: string;
  buttons: Buttons;
  problems?: FlashProblems;
  /** Handles a form that no button sent. */
  answerOther?: (known: KnownVisit, form: FormValues) => Promise<Answer>;
};

export async function handleButtons<Answer = Response>(
  { request, context }: ActionRequest,
  { page, buttons, problems = {}, answerOther }: ButtonsOfPage<Answer>,
): Promise<Response | Answer> {
  const known = await signedInVisit(context);
  const { visit, portal, actor } = known;
  const form = await readForm(request);
  const { do: does = "", id = "" } = form;
  const button = new Map(Object.entries(buttons)).get(does);
  if (!button) return answerOther ? answerOther(known, form) : redirectInApp(page);
  const back = backTo(form["back"], page);
  // The button that undoes the last action names no version.
  const target = form["version"] === undefined ? { id } : { id, expectedVersion: expectedVersion(form) };
  const seen = target.expectedVersion ? `${id}~${target.expectedVersion}` : undefined;
  const places = { back, otherwise: backTo(form["from"], back), here: page, seen };
  return runAction(visit, { ...places, flash: button.flash, id, problems }, () =>
    button.work(portal, actor, target, form),
  );
}

export type Deletion<Shown extends { of: string } = { of: string }> = {
  list: string;
  /** Returns the name of the thing, and what else the question shows. */
  read: (portal: Portal, actor: Actor, id: string) => Promise<Shown>;
  work: (portal: Portal, actor: Actor, target: { id: string }) => Promise<unknown>;
  flash: FlashMessageId;
  problems?: FlashProblems;
};

type WithId = { params: { id: string } };

/** Shows the question before a deletion as a page. A recent proof is requested first, if one is needed. */
export async function askToDelete<Shown extends { of: string }>(
  { url, context, params: { id } }: Omit<ActionRequest, "request"> & WithId,
  deletion: Deletion<Shown>,
) {
  const { visit, portal, actor } = await signedInVisit(context);
  if (actor.mustProveAgain) return redirectToProof(url.pathname + url.search);
  const shown = await orErrorPage(visit, () => deletion.read(portal, actor, id));
  return { ...shown, action: url.pathname, back: backTo(url.searchParams.get("back"), deletion.list) };
}

export async function runDeletion(
  { request, url, context, params: { id } }: ActionRequest & WithId,
  { list, work, flash, problems = {} }: Deletion,
): Promise<Response> {
  const { visit, portal, actor } = await signedInVisit(context);
  const back = backTo((await readForm(request))["back"], list);
  const here = `${url.pathname}?${new URLSearchParams({ back }).toString()}`;
  return runAction(visit, { flash, id, back, here, problems }, () => work(portal, actor, { id }));
}
