import type { WaitedFor } from "#core/records/watch.ts";
import type { FormResult, FormValues } from "#design/form/form-result.ts";
import { m } from "#i18n/compiled/messages.js";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { askToWatch, confirmWatches, readWatches, stopWatches } from "#operations/watches/watch-number.ts";
import { offersWatching } from "#operations/watches/offer-to-watch.ts";
import { openedToken, openMailedLink, postedToken } from "../account/server/mailed-link.server.ts";
import { keepPrivate } from "../account/server/private-pages.server.ts";
import { orErrorPage } from "../frame/or-error-page.server.ts";
import { readForm } from "../frame/read-form.server.ts";
import { useSite } from "../frame/site/site-facts.ts";
import { unsubmittedForm, submitForm } from "../frame/submit-form.server.ts";
import { type Visit, visitContext } from "../frame/visit.server.ts";
import type { Route } from "./+types/watch.route.ts";
import { AskForm, WatchRequested, EndedLink, watchForm, YourNumbers } from "./watch-forms.tsx";

export const middleware: Route.MiddlewareFunction[] = [keepPrivate, openMailedLink];

/** Only reads: mail scanners open links too, so opening a link must change nothing. */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { portal } = visit;
  const token = openedToken(visit);
  return orErrorPage(visit, async () => ({
    token,
    watches: token === "" ? null : await readWatches(portal, token),
    isOffered: await offersWatching(portal),
  }));
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  const { token = postedToken(request), ticket = "", email = "", done = "" } = form;
  const isOnlyAnotherLanguage = form["language"] !== undefined;
  if (token !== "")
    return answerLink(visit, token, isOnlyAnotherLanguage ? done : pressedIn(form), isOnlyAnotherLanguage);
  const values = { ticket, email };
  if (isOnlyAnotherLanguage) return unsubmittedForm(visit, { ...values, done });
  return submitForm(visit, { values }, async () => {
    const { portal, clientAddress } = visit;
    await askToWatch(portal, values, { clientAddress, language: spokenLocale() });
    return unsubmittedForm(visit, { ...values, done: "asked" });
  });
}

/** Returns the pressed button. The unsubscribe button of a mail program sends only `List-Unsubscribe` (RFC 8058). */
const pressedIn = (form: FormValues): string =>
  form["List-Unsubscribe"] === "One-Click" ? "stop" : (form["do"] ?? "");

async function answerLink(visit: Visit, token: string, done: string, isOnlyShown: boolean) {
  return submitForm(visit, { values: { token } }, async () => {
    if (!isOnlyShown && done === "stop") await stopWatches(visit.portal, token);
    if (!isOnlyShown && done === "confirm") await confirmWatches(visit.portal, token);
    return { ...unsubmittedForm(visit, { token, done }), watches: await readWatches(visit.portal, token) };
  });
}

export const handle = { typedForm: watchForm };

type WatchResult = FormResult & { watches?: readonly WaitedFor[] | null };

export default function Watch({ loaderData, actionData }: Route.ComponentProps) {
  const { operator } = useSite();
  const answer: WatchResult | undefined = actionData;
  const { token = answer ? "" : loaderData.token, done = "" } = answer?.values ?? {};
  if (token !== "") {
    const { watches = loaderData.watches, problem = null } = answer ?? {};
    if (watches === null && (problem === null || problem === "not-found")) return <EndedLink />;
    return <YourNumbers {...{ token, done }} watches={watches ?? []} operator={operator.name} result={answer} />;
  }
  if (answer && done === "asked") return <WatchRequested {...answer.values} />;
  if (!loaderData.isOffered) return <EndedLink />;
  return (
    <div className="grid max-w-2xl gap-6">
      <title>{`${m.watch_title()} – ${operator.name}`}</title>
      <h1 className="text-28 sm:text-36">{m.watch_title()}</h1>
      <p>{m.watch_terms({ operator: operator.name })}</p>
      <AskForm result={answer} />
    </div>
  );
}
