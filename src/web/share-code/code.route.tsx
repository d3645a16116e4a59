import { data } from "react-router";
import { parseCode, shareCode } from "#core/holders/codes.ts";
import { m } from "#i18n/compiled/messages.js";
import { askByShareCode, readShared } from "#operations/holders/use-share-code.ts";
import { keepPrivate } from "../account/server/private-pages.server.ts";
import { siteFrame } from "../frame/menus/site-frame.server.tsx";
import { orErrorPage } from "../frame/or-error-page.server.ts";
import { readForm } from "../frame/read-form.server.ts";
import { ShareTags } from "../frame/site/share-tags.tsx";
import { useSite } from "../frame/site/site-facts.ts";
import { OperatorIntro } from "../frame/site/site-operator.tsx";
import { type Visit, visitContext } from "../frame/visit.server.ts";
import { foundTitle, isNotSearched, titleNotSearched } from "../lookup/lookup-answer.tsx";
import { ScriptTemplates } from "../lookup/lookup-page.tsx";
import { lookupForm } from "../lookup-form/lookup-form.tsx";
import { allDocuments } from "../sheet/documents.tsx";
import { asAnswer, failedFor, headersOf, statusOf, visitorOf } from "../lookup/look-up.server.ts";
import { pages } from "../pages.ts";
import type { Route } from "./+types/code.route.ts";
import { CodeAnswer, type CodeAnswerKind } from "./code-answer.tsx";
import { CodeForm, type TypedCode } from "../lookup-form/code-form.tsx";

export const middleware: Route.MiddlewareFunction[] = [keepPrivate];

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const settings = await orErrorPage(visit, visit.settings);
  const { printHead } = siteFrame(settings, visit.portal.publicOrigin, visit.page);
  return { printHead, places: settings.officialPlaces };
}

type CodePageData = { typed: TypedCode; answered?: { answer: CodeAnswerKind; at: number } };

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { code = "", name, language, shown = "", proof = "", ticket = "" } = await readForm(request);
  const typed = { code: code.trim(), name: name?.trim() ?? "" };
  // A lookup page leads here with a code: its name is asked first.
  if (name === undefined) return data<CodePageData>({ typed });
  const isOnlyAnotherLanguage = language !== undefined;
  const answer = isOnlyAnotherLanguage
    ? await shownAgain(visit, shown)
    : await answerTo(visit, typed, { proof, ticket });
  if (!answer) return data<CodePageData>({ typed });
  for (const [header, value] of Object.entries(headersOf(answer))) visit.answerHeaders.set(header, value);
  return data<CodePageData>({ typed, answered: { answer, at: visit.portal.now() } }, statusOf(answer));
}

/** Returns the previous answer for the other language. This does not count as a use of the code. */
async function shownAgain(visit: Visit, token: string): Promise<CodeAnswerKind | null> {
  const hit = token === "" ? null : await orErrorPage(visit, () => readShared(visit.portal, token));
  return hit && { kind: "found", hit };
}

async function answerTo(
  visit: Visit,
  { code, name }: TypedCode,
  { proof, ticket: waitTicket }: { proof: string; ticket: string },
): Promise<CodeAnswerKind> {
  if (code === "") return { kind: "wrong-input", field: "code", problem: "missing" };
  if (parseCode(code, shareCode) === null) return { kind: "wrong-input", field: "code", problem: "unusable" };
  if (name === "") return { kind: "wrong-input", field: "name", problem: "missing" };
  try {
    const visitor = await visitorOf(visit, { proof, waitTicket });
    return asAnswer(await askByShareCode(visit.portal, { code, name }, visitor));
  } catch (error) {
    return failedFor(visit, error);
  }
}

export const handle = { typedForm: lookupForm };

/** The page for visitors with a share code. It works like the lookup pages. */
export default function Code({ loaderData, actionData }: Route.ComponentProps) {
  const site = useSite();
  const answered = actionData?.answered;
  const answer = answered?.answer;
  const welcome = m.code_welcome({ operator: site.operator.name });
  return (
    <>
      <title>{`${(answered && titleOf(answered)) ?? m.code_title()} – ${site.operator.name}`}</title>
      <ShareTags site={site} page={pages.code.path} title={m.code_title()} description={welcome} />
      <div id="lookup" className="grid grid-cols-1 gap-10">
        <div className="screen-only grid max-w-2xl grid-cols-1 content-start gap-5">
          <OperatorIntro operator={site.operator} />
          <h1 className="text-28 sm:text-36">{m.code_title()}</h1>
          <p>{welcome}</p>
          <CodeForm typed={actionData?.typed} wrong={answer?.kind === "wrong-input" ? answer : undefined} />
        </div>
        <section id="answer" className="min-h-[70svh] empty:hidden">
          {actionData?.answered && (
            <CodeAnswer {...actionData.answered} typed={actionData.typed} site={site} {...loaderData} />
          )}
        </section>
      </div>
      <ScriptTemplates />
    </>
  );
}

/** Contains no names, because the browser's history stores page titles. */
function titleOf({ answer, at }: { answer: CodeAnswerKind; at: number }): string | undefined {
  if (answer.kind === "found") return foundTitle(allDocuments(answer.hit.record), at, answer.hit);
  if (answer.kind === "none") return m.code_none();
  return isNotSearched(answer) ? titleNotSearched(answer) : undefined;
}
