import type { ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";
import { type FormResult, shownForm } from "./form-result.ts";
import type { OwnProblemWords } from "./problem-words.ts";

type AlarmProps = {
  /** For forms that are not at the top of their page. */
  takesFocus?: boolean;
  children: ReactNode;
};

/** Where scripts run, React ignores `autoFocus` of a paragraph. */
const focus = (alarm: HTMLElement | null) => alarm?.focus();

export const Alarm = ({ takesFocus, children }: AlarmProps) => (
  <p
    role="alert"
    {...(takesFocus && { tabIndex: -1, autoFocus: true, ref: focus })}
    className="scroll-mt-20 border-s-4 border-alarm ps-4 font-semibold text-alarm"
  >
    {children}
  </p>
);

/** The problem of a form that no form on the page claims. */
export function Unclaimed({ result, own = {} }: { result: FormResult | undefined; own?: OwnProblemWords | undefined }) {
  const { problem } = shownForm(result, [], { own });
  return (
    problem && (
      <Alarm key={result?.at} takesFocus>
        {problem}
      </Alarm>
    )
  );
}

type ProblemSummaryProps = {
  problems: ReadonlyMap<string, string>;
  title?: string;
  role?: "alert";
  children?: ReactNode;
};

/** Lists all problems of a form above it. Each problem is a link to its field. */
export const ProblemSummary = ({ problems, title = m.wrong_fields_title(), role, children }: ProblemSummaryProps) => (
  <section role={role} aria-labelledby="wrong-fields" className="grid gap-1 border-s-4 border-alarm ps-4">
    <h2 id="wrong-fields" className="text-18">
      {title}
    </h2>
    <ul className="text-16">
      {[...problems].map(([field, words]) => (
        <li key={field}>
          <a href={`#${field}`} className="inline-block py-1 text-alarm">
            {words}
          </a>
        </li>
      ))}
    </ul>
    {children}
  </section>
);
