import type { ResultPage } from "#core/records/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";

export type Asked = { number: string; name: string };

/** The form with the boxes. Buttons elsewhere on the page that send it name it. */
export const lookupForm = "lookup-form";

/** Buttons anywhere in the answer that put the same question once more name this form. */
export const askAgainForm = "ask-again";

type AskAgainProps = {
  asked: Asked;
  page: ResultPage;
  /** Shows, when the question comes again, that the visitor has waited. */
  ticket?: string | undefined;
  /** A sum whose solution the visitor's device may send in place of waiting. */
  challenge?: string | undefined;
};

/** What was asked, for all that comes of the answer, so that the boxes above may change meanwhile. */
export const AskAgain = ({ asked: { number, name }, page, ticket = "", challenge }: AskAgainProps) => (
  <>
    <form id={askAgainForm} method="post" action={page} data-lookup="" data-challenge={challenge} className="hidden">
      <input type="hidden" name="number" value={number} />
      <input type="hidden" name="name" value={name} />
      {ticket && <input type="hidden" name="ticket" value={ticket} />}
    </form>
    {/* For the other language: the boxes come along as they stand, and the answer comes again. */}
    <input type="hidden" form={lookupForm} name="answered-number" value={number} />
    <input type="hidden" form={lookupForm} name="answered-name" value={name} />
    {ticket && <input type="hidden" form={lookupForm} name="answered-ticket" value={ticket} />}
  </>
);

/** Takes the number along, not in the address, and opens beside the answer, which stays where it is. */
export const ReportThis = () => (
  <button
    form={askAgainForm}
    formAction="/report"
    formTarget="_blank"
    name="step"
    value="start"
    className="link-button screen-only"
  >
    {m.report_link()}
  </button>
);
