import type { ResultPage } from "#core/candidates/document-kinds.ts";
import { languageForm } from "./language-choice.tsx";

export type Asked = { number: string; name: string };

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

/** What was asked, once for each form of the answer that needs it, so that the box above may change meanwhile. */
export const AskAgain = ({ asked: { number, name }, page, ticket, challenge }: AskAgainProps) => (
  <>
    <form id={askAgainForm} method="post" action={page} data-lookup="" data-challenge={challenge} className="hidden">
      <input type="hidden" name="number" value={number} />
      <input type="hidden" name="name" value={name} />
      {ticket !== undefined && <input type="hidden" name="ticket" value={ticket} />}
    </form>
    <input type="hidden" form={languageForm} name="number" value={number} />
    <input type="hidden" form={languageForm} name="name" value={name} />
    {ticket !== undefined && <input type="hidden" form={languageForm} name="ticket" value={ticket} />}
  </>
);
