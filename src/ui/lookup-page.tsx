import type { ResultPage } from "#core/candidates/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenDay } from "#i18n/written.ts";
import { FailedSearch } from "./failed-search.tsx";
import { Answer, type Lookup, answerTitle } from "./lookup-answer.tsx";
import { LookupForm } from "./lookup-form.tsx";
import { Searching } from "./searching.tsx";
import type { Operator } from "./ways-to-reach.tsx";
import { WhereTheNumberIs } from "./where-the-number-is.tsx";

type LookupPageProps = {
  page: ResultPage;
  title: string;
  question: string;
  welcome: string;
  numberLabel: string;
  numberHint: string;
  operator: Operator;
  /** Whether the number alone is not enough. */
  asksName: boolean;
  /** The day up to which records were checked, as "2026-03-03". */
  checkedUpTo: string;
  lookup: Lookup | undefined;
};

export function LookupPage({ title, question, welcome, checkedUpTo, lookup, ...site }: LookupPageProps) {
  const answer = lookup?.answer;
  return (
    <>
      <title>{`${(answer && answerTitle(answer)) ?? title} – ${site.operator.name}`}</title>
      <div id="lookup" className="grid gap-10 lg:grid-cols-[1fr_20rem] lg:gap-x-16">
        <div className="grid max-w-2xl content-start gap-5">
          <h1 className="text-28 sm:text-36">{question}</h1>
          <p>{welcome}</p>
          <LookupForm
            {...site}
            asked={lookup?.asked}
            missing={answer?.kind === "incomplete" ? answer.missing : undefined}
          />
          <p className="text-16 text-quiet">{m.checked_up_to({ date: writtenDay(checkedUpTo) })}</p>
        </div>
        <aside className="max-lg:order-last">
          <WhereTheNumberIs hasIrccNumber={site.page !== "/"} />
        </aside>
        <section id="answer" className="min-h-[70svh] empty:hidden lg:col-span-2">
          {lookup && <Answer {...site} {...lookup} />}
        </section>
      </div>
      <WaitingForScript />
    </>
  );
}

/** What enhance.ts shows while it waits and when no answer comes; its words come from here. */
const WaitingForScript = () => (
  <>
    <p id="lookup-status" role="status" className="sr-only" />
    <template id="searching">
      <Searching />
    </template>
    <template id="unreachable">
      <FailedSearch reason={m.failed_connection()} />
    </template>
  </>
);
