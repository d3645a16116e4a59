import type { ResultPage } from "#core/records/document-kinds.ts";
import { lookupPages } from "#core/records/lookup-pages.ts";
import type { OfficialPlaces } from "#core/settings/official-places.ts";
import type { TypedElsewhere } from "#core/records/typed-elsewhere.ts";
import { m } from "#i18n/compiled/messages.js";
import { hasIrccNumber } from "#i18n/reader-second-number.ts";
import { writtenDay } from "#i18n/written.ts";
import { type SiteFrame, PrerenderedHtml } from "../frame/public-frame.tsx";
import { WhereItBelongs } from "../lookup-form/lead-elsewhere.tsx";
import { lookupForm, LookupForm, TheRest } from "../lookup-form/lookup-form.tsx";
import { FailedSearch, Answer, answerTitle, type Lookup } from "./lookup-answer.tsx";
import type { TypedCode } from "../lookup-form/code-form.tsx";
import { NeedsCode } from "../lookup-form/needs-code.tsx";
import { EndedLink, FailedImage } from "../sheet/page-image.tsx";
import viewerStyles from "../sheet/viewer.css?url";
import { Viewer } from "../sheet/viewer.tsx";
import { ShareTags } from "../frame/site/share-tags.tsx";
import type { SiteFacts } from "../frame/site/site-facts.ts";
import { FraudWarning, OperatorIntro } from "../frame/site/site-operator.tsx";
import { WhereTheNumberIs } from "./where-the-number-is.tsx";

type LookupPageProps = {
  page: ResultPage;
  site: SiteFacts;
  places: OfficialPlaces;
  around: Pick<SiteFrame, "tiles" | "printHead">;
  lookup: Lookup | undefined;
};

export function LookupPage({ page, site, places, around, lookup }: LookupPageProps) {
  const answered = lookup?.answered;
  const answer = answered?.answer;
  const isAnswered = answer?.kind === "found" || answer?.kind === "none";
  const { title, question = title } = pageTexts[page];
  const { by, hasTiles, saysDate } = lookupPages[page];
  // The policy may have changed to `code` after the settings were read.
  const needsCode = site.lookupPolicy === "code" || answer?.kind === "needs-code";
  const welcome = welcomeTo(page, site);
  const elsewhere = answered?.elsewhere ?? null;
  const wrong = answer?.kind === "wrong-input" ? answer : undefined;
  // A share code, or the address of a slip, is nothing wrong.
  const isForElsewhere = elsewhere !== null && wrong?.problem === "unusable";
  return (
    <>
      <title>{`${(answered && answerTitle(answered, page)) ?? title()} – ${site.operator.name}`}</title>
      {answer ? (
        <meta name="description" content={welcome} />
      ) : (
        <ShareTags {...{ site, page }} title={title()} description={welcome} />
      )}
      <div id="lookup" className="grid grid-cols-1 gap-6 sm:gap-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-16">
        <div className="screen-only grid max-w-2xl grid-cols-1 content-start gap-3 sm:gap-5">
          <Intro {...{ page, site, isAnswered }} />
          <h1 className="text-28 sm:text-36">{needsCode ? title() : question()}</h1>
          {needsCode ? (
            <NeedsCode
              operator={site.operator.name}
              typed={lookup?.typedCode ?? codeOf(elsewhere)}
              isAnswer={lookup?.answered !== undefined}
            />
          ) : (
            <>
              <LookupForm
                page={page}
                example={site.passportExample}
                isGuarded={site.lookupPolicy === "guarded"}
                typed={lookup?.typed}
                isCrossSite={lookup?.isCrossSite}
                wrong={isForElsewhere ? undefined : wrong}
              />
              {!isAnswered && <BeforeAnswer {...{ page, welcome, elsewhere }} takesFocus={isForElsewhere} />}
            </>
          )}
        </div>
        {!needsCode && answer?.kind !== "found" && (
          <aside className="screen-only max-lg:order-last">
            <WhereTheNumberIs example={site.passportExample} asksForIrcc={by === "either" && hasIrccNumber()} />
          </aside>
        )}
        <section id="answer" className="min-h-[70svh] empty:hidden lg:col-span-2">
          {lookup?.answered && <Answer {...lookup.answered} {...{ page, site, places }} printHead={around.printHead} />}
        </section>
      </div>
      {hasTiles && !isAnswered && <PrerenderedHtml html={around.tiles} />}
      {saysDate && !needsCode && site.checkedUpTo !== null && (
        <p className="screen-only mt-3 text-16 text-quiet sm:mt-8">
          {m.checked_up_to({ date: writtenDay(site.checkedUpTo) })}
        </p>
      )}
      <ScriptTemplates />
    </>
  );
}

type BeforeAnswerProps = {
  page: ResultPage;
  welcome: string;
  elsewhere: TypedElsewhere | null;
  takesFocus: boolean;
};

const BeforeAnswer = ({ page, welcome, elsewhere, takesFocus }: BeforeAnswerProps) => (
  <>
    {elsewhere && <WhereItBelongs {...{ elsewhere, takesFocus }} />}
    <p className="before-answer text-16 text-quiet">{welcome}</p>
    <TheRest page={page} />
  </>
);

/** A code in the box for a number, which the policy shows no more. */
const codeOf = (elsewhere: TypedElsewhere | null): TypedCode | undefined =>
  elsewhere?.kind === "share-code" ? { code: elsewhere.code, name: "" } : undefined;

type IntroProps = Pick<LookupPageProps, "page" | "site"> & { isAnswered: boolean };

/** Who publishes here, and on the first page the operator's warning. */
const Intro = ({ page, site, isAnswered }: IntroProps) => (
  <>
    <OperatorIntro operator={site.operator} />
    {page === "/" && !isAnswered && <FraudWarning site={site} />}
  </>
);

/** Templates for the script: during a search, after a failed request, for failed images, and for the viewer. */
export const ScriptTemplates = () => (
  <>
    <p id="lookup-status" role="status" className="sr-only" />
    <template id="searching">
      <Searching />
    </template>
    <template id="unreachable">
      <FailedSearch title={m.not_searched_connection()} reason={m.failed_connection()} form={lookupForm} />
    </template>
    <template id="offline">
      <FailedSearch title={m.not_searched_offline()} reason={m.failed_offline()} form={lookupForm} />
    </template>
    <template id="image-failed">
      <FailedImage />
    </template>
    <template id="link-ended">
      <EndedLink />
    </template>
    <template id="viewer" data-styles={viewerStyles}>
      <Viewer />
    </template>
  </>
);

const Searching = () => (
  <p className="flex items-center gap-3 text-22">
    <span aria-hidden="true" className="size-5 animate-spin rounded-full border-3 border-line border-t-ink" />
    {m.searching()}
  </p>
);

type PageTexts = {
  title: () => string;
  /** The heading if it differs from the title. */
  question?: () => string;
  welcome: (names: { operator: string }) => string;
};

/** Returns the sentence that says what the page is for, under the present lookup policy. */
export const welcomeTo = (page: ResultPage, { operator, lookupPolicy }: SiteFacts): string =>
  (lookupPolicy === "code" ? m.needs_code : pageTexts[page].welcome)({ operator: operator.name });

export const pageTexts: Record<ResultPage, PageTexts> = {
  "/": { title: m.home_title, question: m.home_question, welcome: m.home_welcome },
  "/Check_Visa": { title: m.check_visa_title, welcome: m.home_welcome },
  "/Work_Permit": { title: m.work_permit_title, welcome: m.work_permit_welcome },
  "/Visa": { title: m.visa_title, welcome: m.visa_welcome },
  "/Application_Stts": { title: m.application_title, welcome: m.application_welcome },
  "/Lima": { title: m.lmia_title, welcome: m.lmia_welcome },
};
