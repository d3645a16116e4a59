import type { ReactNode } from "react";
import type { ResultPage } from "#core/records/document-kinds.ts";
import type { PublicRecord } from "#core/records/visibility.ts";
import { officeDay } from "#core/office-clock.ts";
import { endedPapers } from "#core/records/last-days.ts";
import { isOn } from "#core/settings/features.ts";
import type { OfficialPlaces } from "#core/settings/official-places.ts";
import type { TypedElsewhere } from "#core/records/typed-elsewhere.ts";
import { m } from "#i18n/compiled/messages.js";
import { endedWords } from "#i18n/ended-words.ts";
import { getSecondNumber, hasIrccNumber } from "#i18n/reader-second-number.ts";
import { messageCount, writtenCount, writtenTime } from "#i18n/written.ts";
import { Button } from "#design/form/button.tsx";
import { lookupPages } from "#core/records/lookup-pages.ts";
import { isHardlyPassport, looksLikeIrcc, numberGroups, suggestedPassportNumber } from "#core/records/numbers.ts";
import { Field } from "#design/form/field.tsx";
import { HiddenFields } from "#design/form/form-parts.tsx";
import { PrerenderedHtml, type SiteFrame } from "../frame/public-frame.tsx";
import {
  KeepAnswer,
  RepeatForm,
  TheRest,
  type LookupInput,
  repeatForm,
  SuggestedNumber,
  ReportThis,
  type WrongField,
} from "../lookup-form/lookup-form.tsx";
import { elsewhereWords, LeadElsewhere } from "../lookup-form/lead-elsewhere.tsx";
import { FalsePapersAbove, falsePapersTitle, type OtherMarked } from "../sheet/false-papers.tsx";
import { documentsOn, lacksItsPaper, type ShownDocument } from "../sheet/documents.tsx";
import { EmptySheet, RecordSheet } from "../sheet/record-sheet.tsx";
import type { SiteFacts } from "../frame/site/site-facts.ts";
import type { TypedCode } from "../lookup-form/code-form.tsx";
import { pages } from "../pages.ts";
import { canBeReached, FraudWarning, WaysToReach } from "../frame/site/site-operator.tsx";
import { getZone } from "#i18n/reader-zone.ts";

export type LookupAnswer =
  | { kind: "found"; record: PublicRecord; isOnFalsePapers: boolean; isOtherNumber: boolean }
  | NothingFound
  | { kind: "needs-code" }
  | ({ kind: "wrong-input" } & WrongField)
  | Failed
  | Limited;

export type Failed =
  | { kind: "failed"; reason: "unavailable" | "internal" }
  | { kind: "refused"; retryAfterSeconds: number };

type NothingFound = { kind: "none"; watchTicket: string | null; isOnFalsePapers: boolean };

type Answered = {
  input: LookupInput;
  /** The number as it was typed. */
  asked: string;
  /** What was typed, if it belongs on another page. As all hints, it depends on the typed text alone. */
  elsewhere: TypedElsewhere | null;
  at: number;
  answer: LookupAnswer;
  /** True if the visitor asked for a receipt of the answer. */
  keeps?: boolean | undefined;
};

/** The values in the boxes, and the answer below them. */
export type Lookup = {
  typed: LookupInput;
  /** The values in the boxes that the policy `code` shows instead. */
  typedCode?: TypedCode;
  answered?: Answered;
  /** True if a form of another site filled the boxes. */
  isCrossSite?: boolean;
};

type AnswerProps = Answered & {
  page: ResultPage;
  site: SiteFacts;
  places: OfficialPlaces;
  printHead: SiteFrame["printHead"];
};

export function Answer({ input, asked, elsewhere, at, answer, keeps, page, site, places, printHead }: AnswerProps) {
  if (answer.kind === "wrong-input" || answer.kind === "needs-code") return null;
  const limited = answer.kind === "limited" ? answer : undefined;
  return (
    <>
      <RepeatForm {...{ input, asked, page, keeps }} ticket={limited?.ticket} challenge={limited?.challenge} />
      <PrerenderedHtml html={printHead} />
      <CheckedAt address={site.address} at={at} />
      {answer.kind === "found" && (
        <>
          {answer.isOnFalsePapers && <FalsePapersAbove {...answer} operator={site.operator.name} />}
          <RecordSheet
            record={answer.record}
            today={officeDay(getZone(), at)}
            isBelow={answer.isOnFalsePapers}
            {...{ input, page, site, places }}
          />
        </>
      )}
      {answer.kind === "none" && <NothingFound {...answer} {...{ input, asked, elsewhere, page, site }} />}
      {isNotSearched(answer) && <NotSearched answer={answer} operator={site.operator.name} />}
    </>
  );
}

export const isNotSearched = (answer: { kind: string }): answer is Failed | Limited =>
  ["failed", "refused", "limited"].includes(answer.kind);

/** Says why there is no answer yet, with a button that sends the question again. */
export const NotSearched = ({ answer, operator }: { answer: Failed | Limited; operator: string }) =>
  answer.kind === "limited" ? (
    <LimitedSearch {...answer} />
  ) : (
    <FailedSearch title={failureTitle(answer)} reason={failureReason(answer, operator)} form={repeatForm} />
  );

/** The time of the lookup, for a print. */
export function CheckedAt({ address, at }: { address: string; at: number }) {
  const [before, after] = m.checked_at({ address, time: "|" }).split("|");
  return (
    <p className="print-only">
      {before}
      <time dateTime={new Date(at).toISOString()}>{writtenTime(at)}</time>
      {after}
    </p>
  );
}

function failureTitle(answer: Failed): string {
  if (answer.kind === "refused") return m.not_searched_refused();
  return answer.reason === "unavailable" ? m.not_searched_unavailable() : m.not_searched_internal();
}

function failureReason(answer: Failed, operator: string): string {
  if (answer.kind === "failed") {
    return answer.reason === "unavailable" ? m.failed_unavailable() : m.failed_internal({ operator });
  }
  const minutes = Math.ceil(answer.retryAfterSeconds / 60);
  return m.refused_reason({ ...messageCount(minutes), operator });
}

/** Contains no names, because the browser's history stores page titles. */
export function answerTitle({ answer, input, elsewhere, at }: Answered, page: ResultPage): string | undefined {
  if (answer.kind === "found") {
    const shown = documentsOn(page, answer.record);
    const lacksIt = !answer.isOnFalsePapers && lacksItsPaper(page, shown);
    return lacksIt ? m.documents_none_here() : foundTitle(shown, at, answer);
  }
  if (answer.kind === "none" && answer.isOnFalsePapers) return m.false_papers();
  if (answer.kind === "none") return calmTitle(answer, { input, elsewhere, page }) ?? m.none_title();
  return isNotSearched(answer) ? titleNotSearched(answer) : undefined;
}

/** Says of false papers or what has ended, as the heading does. */
export const foundTitle = (shown: readonly ShownDocument[], at: number, marked: Marked & OtherMarked): string =>
  (marked.isOnFalsePapers ? falsePapersTitle(marked) : endedWords(endedPapers(shown, officeDay(getZone(), at)))) ??
  m.found_title();

type Marked = { isOnFalsePapers: boolean };

export const titleNotSearched = (answer: Failed | Limited): string =>
  answer.kind === "limited" ? m.limited_title() : failureTitle(answer);

/** Says why the search failed, with a button that sends the question again. */
export function FailedSearch({ title, reason, form }: { title: string; reason: string; form: string }) {
  return (
    <div className="grid max-w-2xl justify-items-start gap-4">
      <h2 tabIndex={-1} autoFocus className="text-22 sm:text-28">
        {title}
      </h2>
      <p>{reason}</p>
      <Button form={form} size="large">
        {m.try_again()}
      </Button>
    </div>
  );
}

/** After too many misses from this visitor's network, the next lookup has a price. */
export type Limited = {
  kind: "limited";
  waitSeconds: number;
  /** Sent with the next request. Proves that the visitor has waited. */
  ticket: string;
  /** A proof-of-work challenge as JSON. The script solves it instead of waiting. */
  challenge: string;
};

/** Says how long to wait, with a button to continue. The script counts the seconds down. No visitor is refused here. */
function LimitedSearch({ waitSeconds }: Pick<Limited, "waitSeconds">) {
  const [before, after] = m.limited_seconds({ seconds: "|" }).split("|");
  return (
    <div className="grid max-w-2xl justify-items-start gap-4" data-wait={waitSeconds}>
      <h2 tabIndex={-1} autoFocus className="text-22 sm:text-28">
        {m.limited_title()}
      </h2>
      <p>{m.limited_reason()}</p>
      <p className="text-22 tabular-nums" data-wait-text="">
        {before}
        {/* In its own element, because the script changes it. */}
        <span data-seconds="">{writtenCount(waitSeconds)}</span>
        {after}
      </p>
      <Button form={repeatForm} size="large">
        {m.limited_search()}
      </Button>
    </div>
  );
}

type NothingFoundProps = Omit<NothingFound, "kind"> & {
  input: LookupInput;
  asked: string;
  elsewhere: TypedElsewhere | null;
  page: ResultPage;
  site: SiteFacts;
};

/** These depend only on the form of the number, never on whether a record exists. */
const isPerhapsIrcc = ({ number }: LookupInput, page: ResultPage) =>
  hasIrccNumber() && lookupPages[page].by === "passport" && looksLikeIrcc(number);
const isSurelyIrcc = (input: LookupInput, page: ResultPage) =>
  isPerhapsIrcc(input, page) && isHardlyPassport(input.number);

type Typed = { input: LookupInput; elsewhere: TypedElsewhere | null; page: ResultPage };

/** What was typed, if it is probably no number of this page. A number on false papers is never taken calmly. */
function calmTitle({ isOnFalsePapers }: Marked, { input, elsewhere, page }: Typed): string | undefined {
  if (isOnFalsePapers) return undefined;
  if (elsewhere) return elsewhereWords[elsewhere.kind]();
  return isSurelyIrcc(input, page) ? m.perhaps_ircc_title() : undefined;
}

function NothingFound(props: NothingFoundProps) {
  const { input, asked, elsewhere, page, site, isOnFalsePapers } = props;
  const meant = suggestedPassportNumber(asked);
  const number = numberGroups(input.number, getSecondNumber().form).join("\u00A0");
  const calm = calmTitle(props, props);
  if (calm !== undefined) {
    const lead = elsewhere && (
      <>
        <p>{m.none_found({ number: elsewhere.kind === "share-code" ? elsewhere.code : number })}</p>
        <LeadElsewhere elsewhere={elsewhere} />
      </>
    );
    return <ProbablyElsewhere {...props} title={calm} advice={lead ?? <AskAsIrcc number={number} />} />;
  }
  return (
    <EmptySheet
      title={m.none_found({ number })}
      lead={isOnFalsePapers ? m.false_papers() : undefined}
      advice={
        <>
          {isOnFalsePapers && (
            <p className="font-semibold text-alarm">{m.false_papers_none({ operator: site.operator.name })}</p>
          )}
          <p>{m.none_compare()}</p>
          {isPerhapsIrcc(input, page) ? <AskAsIrcc number={number} /> : <TheRest page={page} asksAgain />}
          {meant !== null && <SuggestedNumber input={{ ...input, number: meant }} page={page} />}
        </>
      }
    >
      <WhatItMeans {...props} />
    </EmptySheet>
  );
}

/** No alarm: it is probably in the wrong box. What an ordinary miss says is folded. */
const ProbablyElsewhere = ({
  title,
  advice,
  ...props
}: NothingFoundProps & Pick<Parameters<typeof EmptySheet>[0], "title" | "advice">) => (
  <EmptySheet isCalm {...{ title, advice }}>
    <details>
      <summary className="min-h-11 cursor-pointer py-2.5">
        {lookupPages[props.page].by === "passport" ? m.perhaps_ircc_passport() : m.typed_number()}
      </summary>
      <div className="grid gap-6">
        <WhatItMeans {...props} />
      </div>
    </details>
  </EmptySheet>
);

const AskAsIrcc = ({ number }: { number: string }) => (
  <>
    <p>{m.perhaps_ircc({ number })}</p>
    <Button form={repeatForm} formAction="/Check_Visa">
      {m.perhaps_ircc_search()}
    </Button>
  </>
);

const WhatItMeans = ({ page, site, watchTicket, isOnFalsePapers }: NothingFoundProps) => (
  <>
    <FraudWarning site={site} />
    <PlainList title={m.none_meaning()}>
      <li>{m.none_other_number()}</li>
      <li>{site.lookupPolicy === "guarded" ? m.none_mistyped_guarded() : m.none_mistyped()}</li>
      <li>{m.none_unpublished({ operator: site.operator.name })}</li>
      <li>{m.none_false()}</li>
    </PlainList>
    {canBeReached(site.operator) && (
      <div>
        <p>{m.none_ask({ operator: site.operator.name })}</p>
        <WaysToReach operator={site.operator} />
      </div>
    )}
    {watchTicket !== null && !isOnFalsePapers && <WatchOffer ticket={watchTicket} operator={site.operator.name} />}
    <div className="flex flex-wrap gap-2">
      {isOn(site, "statements") && <KeepAnswer page={page} />}
      <ReportThis />
    </div>
  </>
);

export const PlainList = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h3 className="mb-1 font-semibold">{title}</h3>
    <ul className="list-disc space-y-1 ps-6">{children}</ul>
  </div>
);

/** Shown below every answer that found nothing, whatever the reason. */
const WatchOffer = ({ ticket, operator }: { ticket: string; operator: string }) => (
  <details className="screen-only border-t border-line pt-2">
    <summary className="min-h-11 cursor-pointer py-2.5">{m.watch_offer()}</summary>
    <form method="post" action={pages.watch.path} noValidate className="grid max-w-md gap-4 pt-2">
      <HiddenFields fields={{ ticket }} />
      <p className="text-16 text-quiet">{m.watch_terms({ operator })}</p>
      <Field name="email" type="email" label={m.email()} missing={m.email_required()} autoComplete="email" />
      <div>
        <Button variant="secondary">{m.watch_ask()}</Button>
      </div>
    </form>
  </details>
);
