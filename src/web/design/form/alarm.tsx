import type { ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";

type AlarmProps = {
  /** For forms that are not at the top of their page. */
  takesFocus?: boolean;
  children: ReactNode;
};

export const Alarm = ({ takesFocus, children }: AlarmProps) => (
  <p
    role="alert"
    {...(takesFocus && { tabIndex: -1, autoFocus: true })}
    className="scroll-mt-20 border-s-4 border-alarm ps-4 font-semibold text-alarm"
  >
    {children}
  </p>
);

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
