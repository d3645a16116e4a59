import { buttonClass } from "#design/form/button.tsx";
import { m } from "#i18n/compiled/messages.js";

/** Compares a visitor's file with the published documents. Works only with scripts, because the file is not sent. */
export const CompareTool = ({ titles }: { titles: Readonly<Record<string, string>> }) => (
  <details
    data-compare={JSON.stringify(titles)}
    data-side-by-side={JSON.stringify([
      m.compare_published(),
      m.compare_yours(),
      m.viewer_larger(),
      m.compare_not_shown(),
    ])}
    className="screen-only mt-1 hidden sm:mt-4 scripted:block"
  >
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
    {Object.entries(answers()).map(([answer, [before, after, text]]) => (
      <template key={answer} data-compare-answer={answer}>
        {/* In the colours of the page: no file tells whether the paper is false. */}
        <div className="border-s-4 border-line-strong ps-4">
          <p className="font-semibold">
            {before}
            <bdi data-document-title="" />
            {after}
          </p>
          <p>{text}</p>
        </div>
      </template>
    ))}
  </details>
);

/** What stands before and after the document's title, and the text below. */
const answers = () => {
  const [before = "", after = ""] = m.compare_same({ document: "|" }).split("|");
  return {
    same: [before, after, m.compare_same_text()],
    other: [m.compare_other(), "", m.compare_other_text()],
    failed: [m.compare_failed(), "", m.compare_failed_text()],
  };
};
