import { m } from "#i18n/compiled/messages.js";
import { Alarm, Unclaimed } from "#design/form/alarm.tsx";
import type { FormResult } from "#design/form/form-result.ts";

type ClosedPageProps = {
  operator: string;
  /** A refused button that no form on the page claims. */
  unclaimed: FormResult | undefined;
  /** True if the closed page itself has that button. All others are of a page that was open. */
  isOfThisPage: boolean;
};

/** The beginning of a page that is closed, with the problem of a button that no form on it claims. */
export const ClosedPage = ({ operator, unclaimed, isOfThisPage }: ClosedPageProps) => (
  <>
    <h1 className="text-28 sm:text-36">{m.holder_title()}</h1>
    <p>{m.holder_welcome({ operator })}</p>
    {isOfThisPage ? (
      <Unclaimed
        result={unclaimed}
        own={{ "not-signed-in": m.notice_session_ended, "not-found": m.holder_account_left }}
      />
    ) : (
      unclaimed?.problem && <HadClosed values={unclaimed.values} />
    )}
  </>
);

/** Says that a button was pressed on a page that had closed, and shows again what was typed there. */
function HadClosed({ values }: Pick<FormResult, "values">) {
  const typed = ["message", "email", "words"].flatMap((name) => (values[name] ? [values[name]] : []));
  return (
    <>
      <Alarm takesFocus>{m.holder_page_closed()}</Alarm>
      {typed.length > 0 && <p>{m.holder_page_closed_typed()}</p>}
      {typed.map((text) => (
        <blockquote key={text} className="border-s-2 border-line ps-4 wrap-anywhere whitespace-pre-line">
          {text}
        </blockquote>
      ))}
    </>
  );
}
