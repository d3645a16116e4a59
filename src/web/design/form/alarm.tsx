import type { ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";

export const Alarm = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="border-s-4 border-alarm ps-4 font-semibold text-alarm">
    {children}
  </p>
);

type ProblemSummaryProps = {
  problems: ReadonlyMap<string, string>;
  title?: string;
  role?: "alert";
  children?: ReactNode;
};

/** Everything that is wrong with a form, above it; each is a link to its field. */
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
