import type { ReactNode } from "react";
import { buttonClass } from "#design/form/button.tsx";
import { m } from "#i18n/compiled/messages.js";

/** Compares a visitor's file with the published documents. Works only with scripts, because the file is not sent. */
export const CompareTool = ({ titles }: { titles: Readonly<Record<string, string>> }) => (
  <details data-compare={JSON.stringify(titles)} className="screen-only mt-1 hidden sm:mt-4 scripted:block">
    <summary className="cursor-pointer py-2.5">
      <h3 className="inline text-16 sm:text-18">{m.compare_title()}</h3>
    </summary>
    <p id="compare-hint" className="mb-3 text-16">
      {m.compare_hint()}
    </p>
    <label className={`${buttonClass({ variant: "secondary", size: "medium" })} focus-within:outline-3`}>
      {m.compare_choose()}
      <input type="file" aria-describedby="compare-hint" className="sr-only" />
    </label>
    <div role="status" className="mt-3 empty:hidden" />
    <template data-compare-answer="same">
      <CompareAnswer title={m.compare_same({ document: "|" })} text={m.compare_same_text()} isAlarming={false} />
    </template>
    <template data-compare-answer="resembling">
      <CompareAnswer title={m.compare_resembling({ document: "|" })} text={m.compare_resembling_text()} />
    </template>
    <template data-compare-answer="none">
      <CompareAnswer title={m.compare_none()} text={m.compare_none_text()} />
    </template>
    <template data-compare-answer="failed">
      <CompareAnswer title={m.compare_failed()} text={m.compare_failed_text()} />
    </template>
  </details>
);

type CompareAnswerProps = { title: string; text: string; isAlarming?: boolean };

/** The document's name replaces the bar (`|`) in the title. */
function CompareAnswer({ title, text, isAlarming = true }: CompareAnswerProps): ReactNode {
  const [before, after] = title.split("|");
  return (
    <div className={`border-s-4 ps-4 ${isAlarming ? "border-alarm" : "border-line-strong"}`}>
      <p className={`font-semibold ${isAlarming ? "text-alarm" : ""}`}>
        {before}
        {after !== undefined && <bdi data-document-title="" />}
        {after}
      </p>
      <p>{text}</p>
    </div>
  );
}
