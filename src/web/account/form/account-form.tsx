import type { ReactNode } from "react";
import { HiddenFields } from "#design/form/hidden-fields.tsx";
import { ProblemSummary } from "#design/form/problem-summary.tsx";

type AccountFormProps = {
  /** For buttons elsewhere on the page. */
  id?: string;
  /** A path of ours; its own page where it is absent. */
  action: string;
  /** What is wrong, by field. */
  problems?: ReadonlyMap<string, string>;
  /** Sent along unseen. */
  hidden?: Readonly<Record<string, string>>;
  children: ReactNode;
};

/** Checked on the server only, which knows more; where scripts run, the answer comes in place. */
export function AccountForm({ id, action, problems = new Map(), hidden = {}, children }: AccountFormProps) {
  return (
    <form
      id={id}
      method="post"
      action={action}
      noValidate
      data-in-place=""
      className="grid justify-items-stretch gap-5"
    >
      {problems.size > 1 && <ProblemSummary problems={problems} />}
      <HiddenFields fields={hidden} />
      {children}
    </form>
  );
}
