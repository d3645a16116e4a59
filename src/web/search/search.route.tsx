import type { ReactNode } from "react";
import { data, redirect } from "react-router";
import { holdsRecordNumber } from "#core/records/numbers.ts";
import type { MarkedPart } from "#core/search/excerpt.ts";
import { maxQuestionLength } from "#core/search/search-words.ts";
import { Button } from "#design/form/button.tsx";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { NeedsCode } from "../lookup-form/needs-code.tsx";
import { orErrorPage } from "../frame/or-error-page.server.ts";
import { readFields } from "../frame/read-form.server.ts";
import { useSite } from "../frame/site/site-facts.ts";
import { visitContext } from "../frame/visit.server.ts";
import { type FoundPage, searchSite, type SiteAnswer } from "./search-site.server.ts";
import { SiteSearchBox, siteSearchForm } from "../frame/site-search-box.tsx";
import type { Route } from "./+types/search.route.ts";

/** The address that says that the question contained a number, without the number itself. */
const withoutNumber = "/search?without=number";

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  visit.answerHeaders.set("X-Robots-Tag", "noindex");
  const question = asQuestion(url.searchParams.get("q"));
  if (holdsRecordNumber(question)) return redirect(withoutNumber, 303);
  if (question !== "") return orErrorPage(visit, () => searchSite(visit, question));
  return failure(url.searchParams.get("without") === "number");
}

const failure = (hadNumber: boolean): SiteAnswer =>
  hadNumber ? { kind: "record-number", typed: null } : { kind: "unasked" };

/**
 * Redirects to an address with the question, unless the question contains a document's number. Histories, logs and
 * referrers store addresses.
 */
export async function action({ request }: Route.ActionArgs) {
  const question = asQuestion((await readFields(request)).get("q"));
  if (holdsRecordNumber(question)) return data<SiteAnswer>({ kind: "record-number", typed: question });
  return redirect(question === "" ? "/search" : `/search?${new URLSearchParams({ q: question }).toString()}`, 303);
}

/** Cuts a long question instead of refusing it. The field itself accepts no more characters. */
const asQuestion = (typed: string | null) => (typed ?? "").slice(0, maxQuestionLength).trim();

export const handle = { typedForm: siteSearchForm };

export default function Search({ loaderData, actionData }: Route.ComponentProps) {
  const answer: SiteAnswer = actionData ?? loaderData;
  return (
    <div className="grid max-w-2xl gap-8">
      <title>{`${m.site_search_label()} – ${useSite().operator.name}`}</title>
      <h1 className="text-28 sm:text-36">{m.site_search_label()}</h1>
      <SiteSearchBox id={siteSearchForm} question={questionIn(answer)} />
      <Answer {...answer} />
    </div>
  );
}

function questionIn(answer: SiteAnswer): string {
  if (answer.kind === "unasked") return "";
  return answer.kind === "record-number" ? (answer.typed ?? "") : answer.question;
}

function Answer(answer: SiteAnswer) {
  if (answer.kind === "unasked") return null;
  if (answer.kind === "too-short") return <p role="status">{m.search_too_short()}</p>;
  if (answer.kind === "record-number") return <RecordNumber typed={answer.typed} />;
  const { question, pages, news, isMore } = answer;
  const count = pages.length + news.length;
  if (count === 0) return <NothingFound question={question} />;
  return (
    <section className="grid gap-6">
      <h2 className="text-22">
        {(isMore ? m.search_found_more : m.search_found)({ question, count: writtenCount(count) })}
      </h2>
      <Found title={m.search_pages()} found={pages} />
      <Found title={m.news_title()} found={news} />
      {isMore && <p className="text-quiet">{m.search_more()}</p>}
    </section>
  );
}

function Found({ title, found }: { title: string; found: readonly FoundPage[] }) {
  if (found.length === 0) return null;
  return (
    <section className="grid gap-4">
      <h3 className="text-18 text-quiet">{title}</h3>
      <ul className="grid gap-5">
        {found.map((page) => (
          <li key={page.path} className="grid gap-1">
            <a href={page.path} className="text-18 font-semibold">
              <Marked parts={page.title} />
            </a>
            {page.day && <p className="text-16 text-quiet">{page.day}</p>}
            <p className="text-16">
              <Marked parts={page.excerpt} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const Marked = ({ parts }: { parts: readonly MarkedPart[] }) =>
  parts.map(({ text, isMatch }, at) => (isMatch ? <mark key={at}>{text}</mark> : text));

const NothingFound = ({ question }: { question: string }) => (
  <Said title={m.search_none_title({ question })}>
    <ul className="grid list-disc gap-1 ps-5">
      <li>{m.search_none_fewer()}</li>
      <li>{m.search_none_beginning()}</li>
      <li>
        {m.search_none_records()} <a href="/Check_Visa">{m.check_visa_link()}</a>
      </li>
      <li>
        <a href="/contact">{m.search_none_ask()}</a>
      </li>
    </ul>
  </Said>
);

/** Offers a lookup of the number. Sends the number by POST, like the form of that page. */
function RecordNumber({ typed }: { typed: string | null }) {
  const { operator, lookupPolicy } = useSite();
  if (lookupPolicy === "code") {
    return (
      <Said title={m.search_number_title()}>
        <NeedsCode operator={operator.name} />
      </Said>
    );
  }
  return (
    <Said title={m.search_number_title()}>
      <p>{typed === null ? m.search_number_in_address() : m.search_number_text()}</p>
      {typed === null ? (
        <p>
          <a href="/Check_Visa">{m.check_visa_link()}</a>
        </p>
      ) : (
        <form method="post" action="/Check_Visa">
          <input type="hidden" name="number" value={typed} />
          <Button size="large">{m.search_number_button()}</Button>
        </form>
      )}
    </Said>
  );
}

const Said = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-3 border-s-4 border-line-strong py-1 ps-5">
    <h2 className="text-22 wrap-anywhere">{title}</h2>
    {children}
  </section>
);
